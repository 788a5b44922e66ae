import JSONValue

/// The source of a value.
enum Node {
  /// A whole query.
  case root([CallbackURL.Pair])
  /// The values of all pairs with a name; `nil` for a name without `=`.
  case field([String?])
  /// An element of a list in the spelling of a dialect.
  case element(String)
  /// A value in JSON.
  case json(JSON)
}

/// Decodes a node.
struct NodeDecoder: Decoder {
  let node: Node
  let coder: CallbackCoder
  let codingPath: [any CodingKey]
  /// Whether keys are data, as in a dictionary, and must not be converted.
  var keepsKeys = false

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RecordReader<Key>(decoder: self, members: try members()))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    ListReader(decoder: self, elements: try elements())
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    LeafReader(decoder: self)
  }

  func decoder(of node: Node, at key: WireKey) -> NodeDecoder {
    NodeDecoder(node: node, coder: coder, codingPath: codingPath + [key])
  }

  /// Decodes a value of any type.
  func value<Value: Decodable>(of type: Value.Type) throws -> Value {
    if let scalar = type as? any Scalar.Type {
      guard let value = try self.scalar(scalar) as? Value else { throw DecodingError.notWanted(scalar.noun, self) }
      return value
    }
    // A name without a value is read by the wrapped type if possible, and otherwise nil.
    if isFlag, let value = (type as? any OptionalType.Type)?.wrapped(in: self) as? Value { return value }
    var decoder = self
    decoder.keepsKeys = type is any DataKeyed.Type
    return try type.init(from: decoder)
  }

  var isNil: Bool {
    switch node {
    case .root(let pairs): pairs.isEmpty
    case .field(let values): values.isEmpty || isFlag
    case .element: false
    case .json(let value): value.isNull
    }
  }

  /// Whether the node is a name without a value.
  var isFlag: Bool {
    if case .field(let values) = node { values == [nil] } else { false }
  }

  // MARK: One value

  private func scalar<Value: Scalar>(_ type: Value.Type) throws -> Value {
    switch node {
    case .root: return try unnamed.scalar(type)
    case .json(let value): return try wanted(Value.read(value))
    case .element(let text): return try wanted(Value.read(text))
    case .field(let values): return try scalar(type, values)
    }
  }

  private func scalar<Value: Scalar>(_ type: Value.Type, _ values: [String?]) throws -> Value {
    guard values.count <= 1 else { throw DecodingError.repeated(self) }
    if let text = values.first ?? nil { return try wanted(Value.read(text)) }
    if values.isEmpty, coder.dialect.booleans != .flag { throw DecodingError.missing(self) }
    guard let isTrue = !values.isEmpty as? Value else {
      throw values.isEmpty ? DecodingError.missing(self) : .bare(Value.noun, self)
    }
    return isTrue
  }

  private func wanted<Value: Scalar>(_ value: Value?) throws -> Value {
    guard let value else { throw DecodingError.notWanted(Value.noun, self) }
    return value
  }

  /// The parameter for a value without members.
  private var unnamed: NodeDecoder {
    guard case .root(let pairs) = node else { return self }
    let values = pairs.filter { $0.name == coder.valueName }.map(\.value)
    return decoder(of: .field(values), at: WireKey(stringValue: coder.valueName))
  }

  // MARK: Parts

  private func members() throws -> [Member] {
    switch node {
    case .root(let pairs): return Self.members(pairs)
    case .json(.object(let object)): return object.members.map { Member(name: $0.name, node: .json($0.value)) }
    default:
      guard case .object(let object) = try json() else { throw DecodingError.notWanted("a JSON object", self) }
      return object.members.map { Member(name: $0.name, node: .json($0.value)) }
    }
  }

  private static func members(_ pairs: [CallbackURL.Pair]) -> [Member] {
    var names: [String] = []
    var values: [String: [String?]] = [:]
    for pair in pairs {
      if values[pair.name] == nil { names.append(pair.name) }
      values[pair.name, default: []].append(pair.value)
    }
    return names.map { Member(name: $0, node: .field(values[$0] ?? [])) }
  }

  private func elements() throws -> [NodeDecoder] {
    if case .root = node { return try unnamed.elements() }
    let nodes: [Node]
    switch (node, coder.dialect.lists) {
    case (.field([nil]), .repeatedKeys), (.field([nil]), .commas): nodes = []
    case (.field(let values), .repeatedKeys):
      nodes = try values.map { value in
        guard let value else { throw DecodingError.bare("a value", self) }
        return .element(value)
      }
    case (.field(let values), .commas): nodes = try commas(values)
    default:
      guard case .array(let values) = try json() else { throw DecodingError.notWanted("a JSON array", self) }
      nodes = values.map { .json($0) }
    }
    return nodes.enumerated().map { decoder(of: $1, at: WireKey(intValue: $0)) }
  }

  private func commas(_ values: [String?]) throws -> [Node] {
    let text = try scalar(String.self, values)
    return text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false).map { .element(String($0)) }
  }

  private func json() throws -> JSON {
    switch node {
    case .root: return try unnamed.json()
    case .json(let value): return value
    case .element(let text): return try json(text)
    case .field(let values): return try json(scalar(String.self, values))
    }
  }

  private func json(_ text: String) throws -> JSON {
    do {
      return try JSON(parsing: text)
    } catch {
      throw DecodingError.notJSON(error, self)
    }
  }
}

extension DecodingError {
  fileprivate static func missing(_ decoder: NodeDecoder) -> DecodingError {
    let path = decoder.codingPath
    guard let key = path.last else { return .repeated(decoder) }
    return .keyNotFound(key, Context(codingPath: path.dropLast(), debugDescription: "is missing"))
  }

  fileprivate static func bare(_ noun: String, _ decoder: NodeDecoder) -> DecodingError {
    .valueNotFound(
      String.self, Context(codingPath: decoder.codingPath, debugDescription: "has no value; it must be \(noun)"))
  }

  fileprivate static func repeated(_ decoder: NodeDecoder) -> DecodingError {
    .dataCorrupted(Context(codingPath: decoder.codingPath, debugDescription: "may be given only once"))
  }

  fileprivate static func notWanted(_ noun: String, _ decoder: NodeDecoder) -> DecodingError {
    .dataCorrupted(Context(codingPath: decoder.codingPath, debugDescription: "is not \(noun)"))
  }

  fileprivate static func notJSON(_ error: JSONSyntaxError, _ decoder: NodeDecoder) -> DecodingError {
    .dataCorrupted(Context(codingPath: decoder.codingPath, debugDescription: "is \(error)"))
  }
}

/// A type whose values may be absent.
protocol OptionalType {
  /// Whether the value is of this type and absent.
  static func isNil(_ value: some Any) -> Bool
  /// The value that a decoder reads for the wrapped type; `nil` if it cannot.
  static func wrapped(in decoder: NodeDecoder) -> Any?
}

extension Optional: OptionalType {
  static func isNil(_ value: some Any) -> Bool {
    if case .some(.none) = value as? Self { true } else { false }
  }

  static func wrapped(in decoder: NodeDecoder) -> Any? {
    guard let type = Wrapped.self as? any Decodable.Type else { return nil }
    return try? decoder.value(of: type)
  }
}
