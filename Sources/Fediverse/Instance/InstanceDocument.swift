public import JSONValue

/// A text by those who run a server: what it is about, its privacy policy, its terms of service.
public struct InstanceDocument: Entity, Hashable {
  /// The text in HTML.
  public let content: String
  /// When it was last changed.
  public let updatedAt: Timestamp?
  /// The day from which it holds, as the server writes it.
  public let effectiveDate: String?
  /// Whether it holds already.
  public let isEffective: Bool?
  /// The day from which the next edition holds, as the server writes it.
  public let successorDate: String?

  /// Reads a document, which needs a text.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "document")
    guard let content = fields.text("content") else { throw ShapeError(path: "document.content", expected: "a text") }
    self.content = content
    updatedAt = fields.time("updated_at")
    effectiveDate = fields.word("effective_date")
    isEffective = fields.truth("effective")
    successorDate = fields.word("succeeded_by")
  }
}
