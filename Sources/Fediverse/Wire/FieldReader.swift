import JSONValue

/// A lenient reader of the members of one JSON object.
///
/// Servers encode the same value differently: identifiers as numbers, counts as strings, and no value as `null`, `[]`,
/// `""` or a missing member.
struct FieldReader {
  private let object: JSON.Object
  private let name: String

  /// Creates a reader.
  ///
  /// - Parameter name: the name of the object in error messages.
  init(_ json: JSON, as name: String) throws(ShapeError) {
    guard let object = json.object else { throw ShapeError(path: name, expected: "an object") }
    self.object = object
    self.name = name
  }

  subscript(name: String) -> JSON? { object[name] }

  /// A string, possibly empty; a number or Boolean is converted to one.
  func text(_ name: String) -> String? {
    switch object[name] {
    case .string(let text): text
    case .number(let number): number.text
    case .bool(let value): value ? "true" : "false"
    case .null, .array, .object, nil: nil
    }
  }

  /// A non-empty string.
  func word(_ name: String) -> String? {
    text(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A non-empty string that the object must have.
  ///
  /// - Throws: ``ShapeError`` if it is missing; it names what was expected.
  func word(_ name: String, or expected: String) throws(ShapeError) -> String {
    guard let word = word(name) else { throw ShapeError(path: "\(self.name).\(name)", expected: expected) }
    return word
  }

  /// The identifier of the object.
  ///
  /// - Parameter separator: a sign that may separate parts of the identifier.
  /// - Throws: ``ShapeError`` if there is none, or if it could not be sent back as part of a path.
  func id(separator: Character? = nil) throws(ShapeError) -> String {
    let id = try word("id", or: "an identifier")
    guard id.filter({ $0 != separator }).isIdentifier else {
      throw ShapeError(path: "\(name).id", expected: "an identifier")
    }
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

  /// A list of identifiers, which may be strings or numbers.
  func ids(_ name: String) -> [String] {
    array(name).compactMap { json in
      switch json {
      case .string(let text): text
      case .number(let number): number.text
      case .null, .bool, .array, .object: nil
      }
    }
  }

  func array(_ name: String) -> [JSON] {
    object[name]?.array ?? []
  }

  /// The members of a nested object; empty if there is none.
  func fields(_ name: String) -> FieldReader {
    FieldReader(members: object[name]?.object ?? JSON.Object(), as: "\(self.name).\(name)")
  }

  /// Creates a reader of an object that is known to be one.
  init(members object: JSON.Object, as name: String) {
    self.object = object
    self.name = name
  }
}

extension String {
  /// Whether the text can be the identifier of something on a server: at most 128 ASCII letters, digits, `-` and `_`.
  ///
  /// The same holds for identifiers as people type them.
  package var isIdentifier: Bool {
    (1...128).contains(utf8.count)
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
      }
  }
}

extension JSON {
  /// An object of the members that have a value; others are omitted, because Pleroma rejects `null`.
  static func members(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    var object = JSON.Object()
    for (name, value) in members {
      if let value { object[name] = value }
    }
    return .object(object)
  }

  /// An array of strings, or `nil` if it would be empty.
  static func texts(_ texts: [String]) -> JSON? {
    texts.isEmpty ? nil : .array(texts.map(JSON.string))
  }
}
