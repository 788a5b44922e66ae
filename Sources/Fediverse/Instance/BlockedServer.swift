public import JSONValue

/// A server that another one keeps its people from.
public struct BlockedServer: Entity, Hashable {
  /// The domain, some of whose letters may be hidden by stars.
  public let domain: String
  /// The SHA-256 hash of the domain.
  public let digest: String?
  /// What is kept from it, as the server spells it: `silence` or `suspend`.
  public let severity: String
  /// Why.
  public let comment: String?

  /// Reads a blocked server, which needs a domain.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "block")
    guard let domain = fields.word("domain") else { throw ShapeError(path: "block.domain", expected: "a domain") }
    self.domain = domain
    digest = fields.word("digest")
    severity = fields.word("severity") ?? "suspend"
    comment = fields.word("comment") ?? fields.word("public_comment")
  }
}
