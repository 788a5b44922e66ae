public import JSONValue

/// The text of a status as it was typed.
public struct StatusSource: Entity, Hashable, Identifiable {
  /// The identifier of the status.
  public let id: String
  /// The text.
  public let text: String
  /// The warning that stands before it.
  public let spoilerText: String
  /// How the text is marked up, where the server says so.
  public let contentType: String?

  /// Reads the source of a status.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "source")
    id = try fields.id()
    text = fields.text("text") ?? ""
    spoilerText = fields.text("spoiler_text") ?? ""
    contentType = fields.word("content_type")
  }
}
