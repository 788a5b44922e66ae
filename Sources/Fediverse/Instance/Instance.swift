public import JSONValue

/// A server's description of itself, from either version of the API.
public struct Instance: Entity, Hashable {
  /// The API version that a description came from.
  public enum Edition: String, Sendable, Hashable {
    /// `/api/v1/instance`.
    case v1
    /// `/api/v2/instance`.
    case v2
  }

  /// A rule of the server.
  public struct Rule: Sendable, Hashable {
    /// The identifier.
    public let id: String
    /// The text of the rule.
    public let text: String
    /// An explanation of the rule.
    public let hint: String?
  }

  /// The API version that the description came from.
  public let edition: Edition
  /// The domain of the server's accounts: a host name or IP address with an optional port; `nil` if the server states
  /// something else.
  public let domain: String?
  /// The address as sent in version 1, which may be a URL; the domain if only version 2 is available.
  public let uri: String
  /// The display name.
  public let title: String
  /// The version of the software, often followed by the Mastodon version it is compatible with.
  public let version: String
  /// A short description of the server.
  public let description: String
  /// The URL of the software's source code.
  public let sourceURL: String?
  /// The contact email address.
  public let email: String?
  /// The contact account.
  public let contactAccount: Account?
  /// The URL of an image that represents the server.
  public let thumbnailURL: String?
  /// The main languages of the server, as ISO 639 codes.
  public let languages: [String]
  /// The rules, in order.
  public let rules: [Rule]
  /// The limits on statuses and media.
  public let limits: Limits
  /// The base URL of the streaming interface.
  public let streamingURL: String?
  /// The Mastodon API version that it implements.
  public let apiVersion: Int?
  /// Whether registrations are open.
  public let isOpenForRegistration: Bool?
  /// Whether a moderator must approve registrations.
  public let needsApproval: Bool?
  /// The number of accounts.
  public let userCount: Int?
  /// The number of statuses by local accounts.
  public let statusCount: Int?
  /// The number of known servers.
  public let domainCount: Int?
  /// The number of local accounts active in the last four weeks.
  public let activeUserCount: Int?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a description in either version.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "instance")
    edition = fields["domain"] == nil ? .v1 : .v2
    guard let address = fields.word("domain") ?? fields.word("uri") else {
      throw ShapeError(path: "instance.domain", expected: "a domain")
    }
    // GoToSocial sends its host and its account domain separately.
    domain = Self.domain(of: fields.word("account_domain") ?? address)
    uri = fields.word("uri") ?? address
    title = fields.text("title") ?? ""
    version = fields.text("version") ?? ""
    description = fields.word("short_description") ?? fields.text("description") ?? ""
    sourceURL = fields.word("source_url")
    let contact = fields.fields("contact")
    email = contact.word("email") ?? fields.word("email")
    contactAccount = contact.entity("account") ?? fields.entity("contact_account")
    thumbnailURL = fields.word("thumbnail") ?? fields.fields("thumbnail").word("url")
    languages = fields.texts("languages")
    rules = fields.entities("rules")
    limits = Limits(fields)
    let urls = fields.fields("configuration").fields("urls")
    streamingURL = urls.word("streaming") ?? fields.fields("urls").word("streaming_api")
    apiVersion = fields.fields("api_versions").count("mastodon")
    let registrations = fields.fields("registrations")
    isOpenForRegistration = registrations.truth("enabled") ?? fields.truth("registrations")
    needsApproval = registrations.truth("approval_required") ?? fields.truth("approval_required")
    let stats = fields.fields("stats")
    userCount = stats.count("user_count")
    statusCount = stats.count("status_count")
    domainCount = stats.count("domain_count")
    activeUserCount = fields.fields("usage").fields("users").count("active_month")
    raw = json
  }

  /// The host and port of an address, which may be a bare domain or a URL; `nil` if it is neither, because the domain
  /// becomes part of names that are written to files.
  package static func domain(of address: String) -> String? {
    (try? ServerAddress(address))?.authority
  }
}

extension Instance.Rule: Entity {
  /// Decodes a rule.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "rule")
    let text = try fields.word("text", or: "text")
    id = fields.text("id") ?? ""
    self.text = text
    hint = fields.word("hint")
  }
}
