import JSONValue

/// The members of one JSON object, read as what they mean rather than as what they are written as.
///
/// Servers disagree about the spelling: identifiers come as numbers, counts as strings, nothing as `null`, `[]`, `""` or
/// not at all.
struct FieldReader {
  private let object: JSON.Object
  private let name: String

  /// - Parameter name: what the value is called in an error.
  init(_ json: JSON, as name: String) throws(ShapeError) {
    guard let object = json.object else { throw ShapeError(path: name, expected: "an object") }
    self.object = object
    self.name = name
  }

  subscript(name: String) -> JSON? { object[name] }

  /// A text of any length; a number or truth value by its spelling.
  func text(_ name: String) -> String? {
    switch object[name] {
    case .string(let text): text
    case .number(let number): number.text
    case .bool(let value): value ? "true" : "false"
    case .null, .array, .object, nil: nil
    }
  }

  /// A text that says something.
  func word(_ name: String) -> String? {
    text(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// An identifier without which the object is of no use.
  func id() throws(ShapeError) -> String {
    guard let id = word("id") else { throw ShapeError(path: "\(name).id", expected: "an identifier") }
    return id
  }

  func count(_ name: String) -> Int? {
    switch object[name] {
    case .number(let number): number.int
    case .string(let text): Int(text)
    case .null, .bool, .array, .object, nil: nil
    }
  }

  func truth(_ name: String) -> Bool? {
    switch object[name] {
    case .bool(let value): value
    case .number(let number): number.int.map { $0 != 0 }
    case .string(let text): ["true": true, "1": true, "false": false, "0": false][text.lowercased()]
    case .null, .array, .object, nil: nil
    }
  }

  func time(_ name: String) -> Timestamp? {
    object[name].flatMap { Timestamp(json: $0) }
  }

  func spelling<Spelling: OpenSpelling>(_ name: String) -> Spelling? {
    word(name).map { Spelling(rawValue: $0) }
  }

  func entity<Value: Entity>(_ name: String, as type: Value.Type = Value.self) -> Value? {
    guard let json = object[name] else { return nil }
    return try? Value(json: json)
  }

  func entities<Value: Entity>(_ name: String) -> [Value] {
    array(name).compactMap { try? Value(json: $0) }
  }

  func rows<Value: Entity>(_ name: String) -> Rows<Value> {
    Rows(rows: array(name))
  }

  func texts(_ name: String) -> [String] {
    array(name).compactMap(\.string)
  }

  func array(_ name: String) -> [JSON] {
    object[name]?.array ?? []
  }

  /// The members of an object inside this one; empty where there is none.
  func fields(_ name: String) -> FieldReader {
    FieldReader(members: object[name]?.object ?? JSON.Object(), as: "\(self.name).\(name)")
  }

  /// The members of a known object.
  init(members object: JSON.Object, as name: String) {
    self.object = object
    self.name = name
  }
}
