public import JSONValue

/// An email domain that cannot register.
public struct AdminEmailDomainBlock: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The domain.
  public let domain: String
  /// When it was blocked.
  public let createdAt: Timestamp?
  /// The registration attempts per day.
  public let history: [DailyUse]
  /// Whether registrations are possible with a moderator's approval.
  public let allowsWithApproval: Bool

  /// Decodes a block.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "email domain block")
    id = try fields.id()
    domain = fields.text("domain") ?? ""
    createdAt = fields.time("created_at")
    history = fields.entities("history")
    allowsWithApproval = fields.truth("allow_with_approval") ?? false
  }

  /// A block to create.
  public struct Draft: AccessListDraft, Hashable {
    /// The domain.
    public var domain: String
    /// Whether registrations are possible with a moderator's approval.
    public var allowsWithApproval: Bool?

    /// Creates a block of a domain.
    public init(domain: String, allowsWithApproval: Bool? = nil) {
      self.domain = domain
      self.allowsWithApproval = allowsWithApproval
    }

    /// The request body.
    public var json: JSON {
      .members(["domain": .string(domain), "allow_with_approval": allowsWithApproval.map(JSON.bool)])
    }
  }
}

/// An email address that cannot register, stored as a hash.
public struct AdminCanonicalEmailBlock: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The SHA-256 hash of the canonical address.
  public let hash: String

  /// Decodes a block.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "email block")
    id = try fields.id()
    hash = fields.text("canonical_email_hash") ?? ""
  }

  /// A block to create.
  public enum Draft: AccessListDraft, Hashable {
    /// Blocks an address.
    case address(String)
    /// Blocks the hash of an address.
    case hash(String)

    /// The request body.
    public var json: JSON {
      switch self {
      case .address(let address): ["email": .string(address)]
      case .hash(let hash): ["canonical_email_hash": .string(hash)]
      }
    }
  }
}
