public import JSONValue

/// An app as registered with a server.
public struct RegisteredApp: Sendable, Hashable {
  /// The client ID.
  public let clientID: String
  /// The client secret; `nil` for servers that issue none.
  public let clientSecret: Secret?
  /// The redirect URI.
  public let redirect: String
  /// The scopes that the app may request.
  public let scopes: OAuthScopes

  /// Creates an app from its parts.
  ///
  /// - Parameters:
  ///   - clientID: the client ID.
  ///   - clientSecret: the client secret.
  ///   - redirect: the redirect URI, or ``AuthorizationRequest/outOfBand``.
  ///   - scopes: the scopes that the app may request.
  public init(clientID: String, clientSecret: Secret?, redirect: String, scopes: OAuthScopes) {
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.redirect = redirect
    self.scopes = scopes
  }

  /// Reads the value of ``stored``; `nil` if it has no client ID.
  public init?(stored json: JSON) {
    guard let id = json["client_id"]?.string, !id.isEmpty else { return nil }
    self.init(
      clientID: id, clientSecret: json["client_secret"]?.string.map { Secret($0) },
      redirect: json["redirect_uri"]?.string ?? "", scopes: OAuthScopes(json["scopes"]?.string ?? ""))
  }

  /// The app with its secret, to be stored where nobody else can read it.
  public var stored: JSON {
    var object: JSON.Object = [
      "client_id": .string(clientID), "redirect_uri": .string(redirect), "scopes": .string(scopes.description),
    ]
    if let clientSecret { object["client_secret"] = .string(clientSecret.exposed) }
    return .object(object)
  }

  /// The form fields that authenticate the app.
  var credentials: [(name: String, value: String)] {
    [("client_id", clientID)] + (clientSecret.map { [("client_secret", $0.exposed)] } ?? [])
  }
}

/// A server's description of the app that a token belongs to.
public struct AppDescription: Entity, Hashable {
  /// The name of the app.
  public let name: String?
  /// The website of the app.
  public let website: String?
  /// The scopes that the app may request, if the server sent them.
  public let scopes: OAuthScopes?

  /// Reads the value leniently.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "application")
    name = fields.word("name")
    website = fields.word("website")
    scopes = OAuthScopes(json: fields["scopes"])
  }
}

extension OAuthScopes {
  /// Reads scopes from a string or a list.
  init?(json: JSON?) {
    if let text = json?.string {
      self.init(text)
    } else if let rows = json?.array {
      self.init(words: rows.compactMap(\.string))
    } else {
      return nil
    }
  }
}
