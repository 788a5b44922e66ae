public import JSONValue

/// A language that a server knows.
public struct Language: Entity, Hashable {
  /// The ISO 639 code.
  public let code: String
  /// What it is called, in the language of the server's software.
  public let name: String

  /// Reads a language, which needs a code.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "language")
    guard let code = fields.word("code") else { throw ShapeError(path: "language.code", expected: "a code") }
    self.code = code
    name = fields.word("name") ?? code
  }
}
