public import JSONValue

/// A server that is kept from everybody on this one, as those who look after it see it.
public struct AdminDomainBlock: Entity, Hashable, Identifiable {
  /// How much of a server is kept away.
  public struct Severity: OpenSpelling {
    /// The wire value.
    public let rawValue: String
    /// Creates a value from any wire value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing but what else is said.
    public static let noop = Severity(rawValue: "noop")
    /// Its accounts are shown to none but those who follow them.
    public static let silence = Severity(rawValue: "silence")
    /// All of it.
    public static let suspend = Severity(rawValue: "suspend")
  }

  /// The identifier, valid on this server only.
  public let id: String
  /// The domain.
  public let domain: String
  /// How much is kept away.
  public let severity: Severity
  /// When it was blocked.
  public let createdAt: Timestamp?
  /// Whether its media are not taken.
  public let rejectsMedia: Bool
  /// Whether its reports are not taken.
  public let rejectsReports: Bool
  /// Why, for those who look after the server.
  public let privateComment: String?
  /// Why, for everybody.
  public let publicComment: String?
  /// Whether the domain is not shown whole.
  public let isObfuscated: Bool
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Reads a block.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "domain block")
    id = try fields.id()
    domain = fields.text("domain") ?? ""
    severity = fields.spelling("severity") ?? .suspend
    createdAt = fields.time("created_at")
    rejectsMedia = fields.truth("reject_media") ?? false
    rejectsReports = fields.truth("reject_reports") ?? false
    privateComment = fields.word("private_comment")
    publicComment = fields.word("public_comment")
    isObfuscated = fields.truth("obfuscate") ?? false
    raw = json
  }

  /// A block that is yet to be made, or what one shall become.
  public struct Draft: RegisterChange, Hashable {
    /// The domain, which stays what it is.
    public var domain: String
    /// How much is kept away; as the server likes where not given.
    public var severity: Severity?
    /// Whether its media are not taken.
    public var rejectsMedia: Bool?
    /// Whether its reports are not taken.
    public var rejectsReports: Bool?
    /// Why, for those who look after the server.
    public var privateComment: String?
    /// Why, for everybody.
    public var publicComment: String?
    /// Whether the domain is not shown whole.
    public var isObfuscated: Bool?

    /// A block of a domain, with nothing else said.
    public init(domain: String, severity: Severity? = nil) {
      self.domain = domain
      self.severity = severity
    }

    /// The body of the request.
    public var json: JSON {
      .members([
        "domain": .string(domain),
        "severity": severity.map { .string($0.rawValue) },
        "reject_media": rejectsMedia.map(JSON.bool),
        "reject_reports": rejectsReports.map(JSON.bool),
        "private_comment": privateComment.map(JSON.string),
        "public_comment": publicComment.map(JSON.string),
        "obfuscate": isObfuscated.map(JSON.bool),
      ])
    }
  }
}
