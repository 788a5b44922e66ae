import JSONValue

/// A member of a record.
struct Member {
  let name: String
  let node: Node
}

/// Decodes the members of a record.
struct RecordReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: NodeDecoder
  private let members: [Member]
  private let places: [String: Int]

  init(decoder: NodeDecoder, members: [Member]) {
    self.decoder = decoder
    self.members = members
    places = Dictionary(members.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 })
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] { members.compactMap { key($0.name) } }

  func contains(_ key: Key) -> Bool { places[name(key)] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { member(key).isNil }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try member(key).value(of: type)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try present(type, key)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try present(type, key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { member("super") }

  func superDecoder(forKey key: Key) throws -> any Decoder { member(key) }

  private func present<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T? {
    contains(key) ? try member(key).value(of: T?.self) : nil
  }

  private func name(_ key: Key) -> String {
    decoder.keepsKeys ? key.stringValue : decoder.coder.dialect.name(of: key)
  }

  /// The key for a name.
  private func key(_ spelled: String) -> Key? {
    if decoder.keepsKeys { return Key(stringValue: spelled) }
    let candidates = [spelled, spelled.joiningWords(at: "-"), spelled.joiningWords(at: "_")]
    return candidates.lazy.compactMap { Key(stringValue: $0) }.first { name($0) == spelled }
  }

  private func member(_ key: Key) -> NodeDecoder { member(name(key)) }

  private func member(_ name: String) -> NodeDecoder {
    decoder.decoder(of: places[name].map { members[$0].node } ?? .field([]), at: WireKey(stringValue: name))
  }
}

/// Decodes the elements of a list.
struct ListReader: UnkeyedDecodingContainer {
  private let decoder: NodeDecoder
  private let elements: [NodeDecoder]
  private(set) var currentIndex = 0

  init(decoder: NodeDecoder, elements: [NodeDecoder]) {
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try next().isNil else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try next().value(of: type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try next().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try next().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try next()
    currentIndex += 1
    return decoder
  }

  private func next() throws -> NodeDecoder {
    guard !isAtEnd else { throw DecodingError.tooShort(codingPath, currentIndex) }
    return elements[currentIndex]
  }
}

/// Decodes a value without parts.
struct LeafReader: SingleValueDecodingContainer {
  let decoder: NodeDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.isNil }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try decoder.value(of: type)
  }
}

extension DecodingError {
  fileprivate static func tooShort(_ path: [any CodingKey], _ count: Int) -> DecodingError {
    .valueNotFound(String.self, Context(codingPath: path, debugDescription: "has only \(count) elements"))
  }
}
