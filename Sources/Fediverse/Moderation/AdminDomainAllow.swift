public import JSONValue

/// A server that a server which is closed to others lets in.
public struct AdminDomainAllow: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The domain.
  public let domain: String
  /// When it was let in.
  public let createdAt: Timestamp?

  /// Reads a server that is let in.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "domain allow")
    id = try fields.id()
    domain = fields.text("domain") ?? ""
    createdAt = fields.time("created_at")
  }

  /// A server that is yet to be let in.
  public struct Draft: RegisterDraft, Hashable {
    /// The domain.
    public var domain: String

    /// A domain to let in.
    public init(domain: String) {
      self.domain = domain
    }

    /// The body of the request.
    public var json: JSON { ["domain": .string(domain)] }
  }
}
