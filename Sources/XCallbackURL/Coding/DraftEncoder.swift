import JSONValue

/// An encoder that fills a draft.
struct DraftEncoder: Encoder {
  let draft: Draft
  let dialect: Dialect
  let codingPath: [any CodingKey]
  /// Whether keys are data, as in a dictionary, and must not be converted.
  var keepsKeys = false

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .record = draft.content {} else { draft.content = .record([]) }
    return KeyedEncodingContainer(RecordWriter<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .list = draft.content {} else { draft.content = .list([]) }
    return ListWriter(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    LeafWriter(encoder: self)
  }

  func encoder(of draft: Draft, at key: WireKey) -> DraftEncoder {
    DraftEncoder(draft: draft, dialect: dialect, codingPath: codingPath + [key])
  }

  /// Fills the draft with a value of any type.
  func fill(with value: some Encodable) throws {
    if let scalar = value as? any Scalar {
      guard let json = scalar.written(in: dialect) else { throw EncodingError.unwritable(scalar, codingPath) }
      draft.content = .leaf(json)
      return
    }
    var encoder = self
    encoder.keepsKeys = value is any DataKeyed
    try value.encode(to: encoder)
  }
}

/// A collection whose keys are data.
protocol DataKeyed {}

extension Dictionary: DataKeyed {}

/// Encodes the members of a record.
private struct RecordWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: DraftEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) throws {
    member(key).draft.content = .leaf(.null)
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    if codingPath.isEmpty, let optional = T.self as? any OptionalType.Type, optional.isNil(value) {
      return try encodeNil(of: optional, forKey: key)
    }
    try member(key, isMarked: encoder.keepsKeys || T.self is any OptionalType.Type).fill(with: value)
  }

  /// Leaves out a parameter that is `nil`, unless its name is data.
  private func encodeNil(of type: any OptionalType.Type, forKey key: Key) throws {
    guard encoder.keepsKeys else { return }
    let bare = NodeDecoder(node: .field([nil]), coder: CallbackCoder(dialect: encoder.dialect), codingPath: [])
    guard type.wrapped(in: bare) == nil else { throw EncodingError.ambiguousNil([WireKey(stringValue: name(key))]) }
    try encodeNil(forKey: key)
  }

  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    if let value { try member(key, isMarked: true).fill(with: value) }
  }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    if let value { try member(key, isMarked: true).fill(with: value) }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    member(key).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    member(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { member("super") }

  func superEncoder(forKey key: Key) -> any Encoder { member(key) }

  private func name(_ key: Key) -> String {
    encoder.keepsKeys ? key.stringValue : encoder.dialect.name(of: key)
  }

  private func member(_ key: Key, isMarked: Bool = false) -> DraftEncoder {
    member(name(key), isMarked: isMarked)
  }

  private func member(_ name: String, isMarked: Bool = false) -> DraftEncoder {
    let draft = Draft()
    encoder.draft.append(Draft.Member(name: name, draft: draft, isMarked: isMarked))
    return encoder.encoder(of: draft, at: WireKey(stringValue: name))
  }
}

/// Encodes the elements of a list.
private struct ListWriter: UnkeyedEncodingContainer {
  let encoder: DraftEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.draft.count }

  func encodeNil() throws {
    element().draft.content = .leaf(.null)
  }

  func encode<T: Encodable>(_ value: T) throws {
    try element().fill(with: value)
  }

  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    element().container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }

  func superEncoder() -> any Encoder { element() }

  private func element() -> DraftEncoder {
    let draft = Draft()
    let place = WireKey(intValue: count)
    encoder.draft.append(draft)
    return encoder.encoder(of: draft, at: place)
  }
}

/// Encodes a value without parts.
private struct LeafWriter: SingleValueEncodingContainer {
  let encoder: DraftEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() throws {
    encoder.draft.content = .leaf(.null)
  }

  func encode<T: Encodable>(_ value: T) throws {
    try encoder.fill(with: value)
  }
}

extension EncodingError {
  /// Without the value in the message, because Foundation traps on the description of a date that is NaN.
  fileprivate static func unwritable<Value: Scalar>(_ value: Value, _ path: [any CodingKey]) -> EncodingError {
    .invalidValue(value, Context(codingPath: path, debugDescription: "cannot be written as \(Value.noun)"))
  }

  fileprivate static func ambiguousNil(_ path: [any CodingKey]) -> EncodingError {
    let reason = "is nil, which would be read as a name without a value"
    return .invalidValue(path, Context(codingPath: path, debugDescription: reason))
  }
}
