public import JSONValue

/// A domain of mail addresses with which nobody can sign up.
public struct AdminEmailDomainBlock: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The domain.
  public let domain: String
  /// When it was blocked.
  public let createdAt: Timestamp?
  /// How often somebody tried to sign up with it, day by day.
  public let history: [DailyUse]
  /// Whether people can sign up with it after all, and wait to be let in.
  public let allowsWithApproval: Bool

  /// Reads a block.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "email domain block")
    id = try fields.id()
    domain = fields.text("domain") ?? ""
    createdAt = fields.time("created_at")
    history = fields.entities("history")
    allowsWithApproval = fields.truth("allow_with_approval") ?? false
  }

  /// A block that is yet to be made.
  public struct Draft: RegisterDraft, Hashable {
    /// The domain.
    public var domain: String
    /// Whether people can sign up with it after all, and wait to be let in.
    public var allowsWithApproval: Bool?

    /// A block of a domain.
    public init(domain: String, allowsWithApproval: Bool? = nil) {
      self.domain = domain
      self.allowsWithApproval = allowsWithApproval
    }

    /// The body of the request.
    public var json: JSON {
      .members(["domain": .string(domain), "allow_with_approval": allowsWithApproval.map(JSON.bool)])
    }
  }
}

/// A mail address with which nobody can sign up, of which only a hash is kept.
public struct AdminCanonicalEmailBlock: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The SHA-256 hash of the address in its plainest form.
  public let hash: String

  /// Reads a block.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "email block")
    id = try fields.id()
    hash = fields.text("canonical_email_hash") ?? ""
  }

  /// A block that is yet to be made.
  public enum Draft: RegisterDraft, Hashable {
    /// A block of an address.
    case address(String)
    /// A block of the hash of an address.
    case hash(String)

    /// The body of the request.
    public var json: JSON {
      switch self {
      case .address(let address): ["email": .string(address)]
      case .hash(let hash): ["canonical_email_hash": .string(hash)]
      }
    }
  }
}
