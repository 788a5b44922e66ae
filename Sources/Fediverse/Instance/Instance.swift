public import JSONValue

/// What a server says of itself, in one shape for both editions of its interface.
public struct Instance: Entity, Hashable {
  /// Which edition of the interface a description came from.
  public enum Edition: String, Sendable, Hashable {
    /// `/api/v1/instance`.
    case v1
    /// `/api/v2/instance`.
    case v2
  }

  /// One rule of the server.
  public struct Rule: Sendable, Hashable {
    /// The identifier.
    public let id: String
    /// The rule.
    public let text: String
    /// More about it.
    public let hint: String?
  }

  /// Where the description came from.
  public let edition: Edition
  /// The domain of the server's accounts.
  public let domain: String
  /// The address as the first edition gives it, which may be a URL; the domain where only the second answered.
  public let uri: String
  /// The display name.
  public let title: String
  /// The version of the software, and what it claims to be compatible with.
  public let version: String
  /// What the server is about, in a sentence or two.
  public let description: String
  /// Where the software's source is.
  public let sourceURL: String?
  /// The address of those who run it.
  public let email: String?
  /// The account of those who run it.
  public let contactAccount: Account?
  /// A picture that stands for the server.
  public let thumbnailURL: String?
  /// The languages that its people use.
  public let languages: [String]
  /// Its rules, in order.
  public let rules: [Rule]
  /// How much a status may hold.
  public let limits: Limits
  /// Where streams are opened.
  public let streamingURL: String?
  /// The version of the Mastodon interface that it claims to have.
  public let apiVersion: Int?
  /// Whether it takes new people.
  public let isOpenForRegistration: Bool?
  /// Whether new people wait to be let in.
  public let needsApproval: Bool?
  /// How many accounts it has.
  public let userCount: Int?
  /// How many statuses its accounts have published.
  public let statusCount: Int?
  /// How many other servers it knows.
  public let domainCount: Int?
  /// How many of its accounts were active in the last four weeks.
  public let activeUserCount: Int?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Reads either edition.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "instance")
    edition = fields["domain"] == nil ? .v1 : .v2
    guard let address = fields.word("domain") ?? fields.word("uri") else {
      throw ShapeError(path: "instance.domain", expected: "a domain")
    }
    // GoToSocial tells its host and the domain of its accounts apart.
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

  /// The host of an address that may be a bare domain or, on some servers, a URL.
  private static func domain(of address: String) -> String {
    guard let server = try? ServerAddress(address) else { return address.lowercased() }
    return server.authority
  }
}

extension Instance.Rule: Entity {
  /// Reads a rule, which needs a text.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "rule")
    guard let text = fields.word("text") else { throw ShapeError(path: "rule.text", expected: "a text") }
    id = fields.text("id") ?? ""
    self.text = text
    hint = fields.word("hint")
  }
}
