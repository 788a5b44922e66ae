public import JSONValue

/// A server blocked or limited for everyone on this one.
public struct AdminDomainBlock: Entity, Hashable, Identifiable {
  /// The severity of a block.
  public struct Severity: OpenSpelling {
    /// The wire value.
    public let rawValue: String
    /// Creates a value from any wire value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Only what the other options say.
    public static let noop = Severity(rawValue: "noop")
    /// Its accounts are visible only to their followers.
    public static let silence = Severity(rawValue: "silence")
    /// Everything from it is hidden.
    public static let suspend = Severity(rawValue: "suspend")
  }

  /// The identifier, valid on this server only.
  public let id: String
  /// The domain.
  public let domain: String
  /// The severity.
  public let severity: Severity
  /// When it was blocked.
  public let createdAt: Timestamp?
  /// Whether its media are rejected.
  public let rejectsMedia: Bool
  /// Whether its reports are rejected.
  public let rejectsReports: Bool
  /// The reason, for moderators.
  public let privateComment: String?
  /// The reason, for the public.
  public let publicComment: String?
  /// Whether the domain is partly hidden in public lists.
  public let isObfuscated: Bool
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a block.
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

  /// A block to create, or the new state of one.
  public struct Draft: AccessListChange, Hashable {
    /// The domain; it cannot be changed.
    public var domain: String
    /// The severity; the server's default if `nil`.
    public var severity: Severity?
    /// Whether to reject its media.
    public var rejectsMedia: Bool?
    /// Whether to reject its reports.
    public var rejectsReports: Bool?
    /// The reason, for moderators.
    public var privateComment: String?
    /// The reason, for the public.
    public var publicComment: String?
    /// Whether to partly hide the domain in public lists.
    public var isObfuscated: Bool?

    /// Creates a block of a domain.
    public init(domain: String, severity: Severity? = nil) {
      self.domain = domain
      self.severity = severity
    }

    /// The request body.
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
