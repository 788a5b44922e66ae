public import JSONValue

/// A restricted IP address range.
public struct AdminIPBlock: Entity, Hashable, Identifiable {
  /// The severity of a restriction.
  public struct Severity: OpenSpelling {
    /// The wire value.
    public let rawValue: String
    /// Creates a value from any wire value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Registrations need approval.
    public static let approval = Severity(rawValue: "sign_up_requires_approval")
    /// Registrations are blocked.
    public static let signUp = Severity(rawValue: "sign_up_block")
    /// All access is blocked.
    public static let everything = Severity(rawValue: "no_access")
  }

  /// The identifier, valid on this server only.
  public let id: String
  /// The address range, like `192.0.2.0/24`.
  public let addresses: String
  /// The severity.
  public let severity: Severity
  /// The reason.
  public let comment: String
  /// When it was created.
  public let createdAt: Timestamp?
  /// When it expires, if it does.
  public let expiresAt: Timestamp?

  /// Decodes a block.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "IP block")
    id = try fields.id()
    addresses = fields.text("ip") ?? ""
    severity = fields.spelling("severity") ?? .everything
    comment = fields.text("comment") ?? ""
    createdAt = fields.time("created_at")
    expiresAt = fields.time("expires_at")
  }

  /// A block to create, or the new state of one.
  public struct Draft: AccessListChange, Hashable {
    /// The address range, like `192.0.2.0/24`.
    public var addresses: String
    /// The severity, which a new block must have; `nil` keeps that of a block.
    public var severity: Severity?
    /// The reason.
    public var comment: String?
    /// The number of seconds until it expires; `nil` for never.
    public var lifetime: Int?

    /// Creates a block of an address range.
    public init(_ addresses: String, severity: Severity? = nil) {
      self.addresses = addresses
      self.severity = severity
    }

    /// The request body.
    public var json: JSON {
      .members([
        "ip": .string(addresses),
        "severity": (severity?.rawValue).map(JSON.string),
        "comment": comment.map(JSON.string),
        "expires_in": lifetime.map(JSON.int),
      ])
    }
  }
}
