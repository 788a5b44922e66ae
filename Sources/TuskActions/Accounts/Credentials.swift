import Fediverse
import JSONValue

/// The credentials of an account: its token, the app that it was issued to, and the endpoints to renew and revoke it.
package struct Credentials: Sendable, Hashable {
  let token: OAuthToken
  /// `nil` if the token was obtained elsewhere.
  let app: RegisteredApp?
  /// The endpoints that the server announced.
  private let tokenEndpoint: String?
  private let revocationEndpoint: String?

  /// Credentials with a token obtained elsewhere.
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

  /// The same credentials with a renewed token.
  func with(_ token: OAuthToken) -> Credentials { Credentials(self, with: token) }

  /// Reads the result of ``stored``.
  init?(stored json: JSON) {
    guard let member = json["token"], let token = try? OAuthToken(json: member) else { return nil }
    self.token = token
    app = json["app"].flatMap { RegisteredApp(stored: $0) }
    tokenEndpoint = json["token_endpoint"]?.string
    revocationEndpoint = json["revocation_endpoint"]?.string
  }

  /// All parts as JSON, including secrets.
  var stored: JSON {
    var object: JSON.Object = ["token": token.stored]
    if let app { object["app"] = app.stored }
    if let tokenEndpoint { object["token_endpoint"] = .string(tokenEndpoint) }
    if let revocationEndpoint { object["revocation_endpoint"] = .string(revocationEndpoint) }
    return .object(object)
  }

  /// The authorization server of the account.
  func authorization(at server: ServerAddress, userAgent: String) -> OAuthServer {
    var object = JSON.Object()
    if let tokenEndpoint { object["token_endpoint"] = .string(tokenEndpoint) }
    if let revocationEndpoint { object["revocation_endpoint"] = .string(revocationEndpoint) }
    let metadata = try? OAuthMetadata(json: .object(object))
    return OAuthServer(server, metadata: metadata, transport: Trace.transport, userAgent: userAgent)
  }
}
