public import JSONValue

/// A server allowed by one that federates with no others.
public struct AdminDomainAllow: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The domain.
  public let domain: String
  /// When it was added.
  public let createdAt: Timestamp?

  /// Decodes an allowed server.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "domain allow")
    id = try fields.id()
    domain = fields.text("domain") ?? ""
    createdAt = fields.time("created_at")
  }

  /// A server to allow.
  public struct Draft: AccessListDraft, Hashable {
    /// The domain.
    public var domain: String

    /// Creates an entry for a domain.
    public init(domain: String) {
      self.domain = domain
    }

    /// The request body.
    public var json: JSON { ["domain": .string(domain)] }
  }
}
