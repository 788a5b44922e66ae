import Fediverse
import JSONValue

/// What it takes to act as an account and to stop that: the token, the app that it was given to, and where both matter.
package struct Credentials: Sendable, Hashable {
  let token: OAuthToken
  /// `nil` where the token was got elsewhere.
  let app: RegisteredApp?
  /// Where tokens are renewed and taken back, as the server said.
  private let tokenEndpoint: String?
  private let revocationEndpoint: String?

  /// A token that was got elsewhere.
  package init(token: String) {
    self.token = OAuthToken(AccessToken(token), obtainedAt: .now())
    app = nil
    tokenEndpoint = nil
    revocationEndpoint = nil
  }

  init(_ token: OAuthToken, of app: RegisteredApp, from server: OAuthServer) {
    self.token = token
    self.app = app
    tokenEndpoint = server.endpoints.token.description
    revocationEndpoint = server.endpoints.revocation.description
  }

  private init(_ other: Credentials, with token: OAuthToken) {
    self.token = token
    app = other.app
    tokenEndpoint = other.tokenEndpoint
    revocationEndpoint = other.revocationEndpoint
  }

  /// The same account with the next token.
  func with(_ token: OAuthToken) -> Credentials { Credentials(self, with: token) }

  /// Reads what ``stored`` gave.
  init?(stored json: JSON) {
    guard let member = json["token"], let token = try? OAuthToken(json: member) else { return nil }
    self.token = token
    app = json["app"].flatMap { RegisteredApp(stored: $0) }
    tokenEndpoint = json["token_endpoint"]?.string
    revocationEndpoint = json["revocation_endpoint"]?.string
  }

  /// Everything, with its secrets.
  var stored: JSON {
    var object: JSON.Object = ["token": token.stored]
    if let app { object["app"] = app.stored }
    if let tokenEndpoint { object["token_endpoint"] = .string(tokenEndpoint) }
    if let revocationEndpoint { object["revocation_endpoint"] = .string(revocationEndpoint) }
    return .object(object)
  }

  /// The authorization of the account's server.
  func authorization(at server: ServerAddress, userAgent: String) -> OAuthServer {
    var object = JSON.Object()
    if let tokenEndpoint { object["token_endpoint"] = .string(tokenEndpoint) }
    if let revocationEndpoint { object["revocation_endpoint"] = .string(revocationEndpoint) }
    let metadata = try? OAuthMetadata(json: .object(object))
    return OAuthServer(server, metadata: metadata, transport: HTTPTransport(), userAgent: userAgent)
  }
}
