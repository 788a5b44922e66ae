public import JSONValue

/// Network addresses from which people cannot do everything.
public struct AdminIPBlock: Entity, Hashable, Identifiable {
  /// What people cannot do.
  public struct Severity: OpenSpelling {
    /// The wire value.
    public let rawValue: String
    /// Creates a value from any wire value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// They can sign up, and wait to be let in.
    public static let approval = Severity(rawValue: "sign_up_requires_approval")
    /// They cannot sign up.
    public static let signUp = Severity(rawValue: "sign_up_block")
    /// They cannot do anything.
    public static let everything = Severity(rawValue: "no_access")
  }

  /// The identifier, valid on this server only.
  public let id: String
  /// The addresses, like `192.0.2.0/24`.
  public let addresses: String
  /// What people cannot do.
  public let severity: Severity
  /// Why.
  public let comment: String
  /// When it was made.
  public let createdAt: Timestamp?
  /// When it ends, where it does.
  public let expiresAt: Timestamp?

  /// Reads a block.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "IP block")
    id = try fields.id()
    addresses = fields.text("ip") ?? ""
    severity = fields.spelling("severity") ?? .everything
    comment = fields.text("comment") ?? ""
    createdAt = fields.time("created_at")
    expiresAt = fields.time("expires_at")
  }

  /// A block that is yet to be made, or what one shall become.
  public struct Draft: RegisterChange, Hashable {
    /// The addresses, like `192.0.2.0/24`.
    public var addresses: String
    /// What people cannot do.
    public var severity: Severity
    /// Why.
    public var comment: String?
    /// The seconds after which it ends; never where not given.
    public var lifetime: Int?

    /// A block of addresses.
    public init(_ addresses: String, severity: Severity) {
      self.addresses = addresses
      self.severity = severity
    }

    /// The body of the request.
    public var json: JSON {
      .members([
        "ip": .string(addresses),
        "severity": .string(severity.rawValue),
        "comment": comment.map(JSON.string),
        "expires_in": lifetime.map(JSON.int),
      ])
    }
  }
}
