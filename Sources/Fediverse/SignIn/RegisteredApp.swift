public import JSONValue

/// A client program as a server knows it.
public struct RegisteredApp: Sendable, Hashable {
  /// The public name by which the server knows it.
  public let clientID: String
  /// What proves that it is the client; some servers give none.
  public let clientSecret: Secret?
  /// Where it wants people to be sent back to.
  public let redirect: String
  /// What it may ask for.
  public let scopes: OAuthScopes

  /// An app of these parts.
  ///
  /// - Parameters:
  ///   - clientID: what the server knows the app by.
  ///   - clientSecret: what proves that it is the app.
  ///   - redirect: where people are sent back to, or ``AuthorizationRequest/outOfBand``.
  ///   - scopes: what the app may ask for.
  public init(clientID: String, clientSecret: Secret?, redirect: String, scopes: OAuthScopes) {
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.redirect = redirect
    self.scopes = scopes
  }

  /// Reads what ``stored`` gave.
  public init?(stored json: JSON) {
    guard let id = json["client_id"]?.string, !id.isEmpty else { return nil }
    self.init(
      clientID: id, clientSecret: json["client_secret"]?.string.map { Secret($0) },
      redirect: json["redirect_uri"]?.string ?? "", scopes: OAuthScopes(json["scopes"]?.string ?? ""))
  }

  /// The app with its secret, to be kept where nobody else can read it.
  public var stored: JSON {
    var object: JSON.Object = [
      "client_id": .string(clientID), "redirect_uri": .string(redirect), "scopes": .string(scopes.description),
    ]
    if let clientSecret { object["client_secret"] = .string(clientSecret.exposed) }
    return .object(object)
  }

  /// The fields by which requests say which app they come from.
  var credentials: [(name: String, value: String)] {
    [("client_id", clientID)] + (clientSecret.map { [("client_secret", $0.exposed)] } ?? [])
  }
}

/// What a server tells of the app that a token was given to.
public struct AppDescription: Entity, Hashable {
  /// What the app is called.
  public let name: String?
  /// Where the app is described.
  public let website: String?
  /// What the app may ask for, where the server says it.
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
  /// Servers write scopes as one text or as a list of words.
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
