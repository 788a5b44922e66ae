import JSONValue

/// Encodes values of `Codable` types as the ordered pairs of a query, and decodes them.
///
/// The members of a value are parameters. Deeper values are JSON in one parameter, except lists, which the dialect
/// spells. A value without members, such as a number or an array, is a single parameter. Every value that can be encoded
/// is decoded as the same value; others are refused when encoding. In some dialects empty lists and false flags are
/// left out; a type with a hand-written `encode(to:)` must use `encodeIfPresent` for members that distinguish them from
/// `nil`.
public struct CallbackCoder: Sendable, Hashable {
  /// How values are spelled.
  public var dialect: Dialect
  /// The name of the parameter for a value without members.
  public var valueName: String

  /// Creates a coder.
  public init(dialect: Dialect = Dialect(), valueName: String = "value") {
    self.dialect = dialect
    self.valueName = valueName
  }

  /// Encodes a value as pairs, in the order in which its type encodes its members.
  ///
  /// - Throws: ``CodingFault`` of kind ``CodingFault/Kind/unwritable`` for a value that the dialect cannot express, such as
  ///   an infinite number or a comma in a comma-separated list.
  public func pairs<Value: Encodable>(for value: Value) throws(CodingFault) -> [CallbackURL.Pair] {
    do {
      let draft = Draft()
      try DraftEncoder(draft: draft, dialect: dialect, codingPath: []).fill(with: value)
      return try pairs(draft, isMarked: Value.self is any OptionalType.Type)
    } catch {
      throw CodingFault(error, root: valueName)
    }
  }

  /// Decodes a value from pairs; ignores pairs that the type does not have.
  ///
  /// - Throws: ``CodingFault`` for a parameter that is missing, invalid or given twice.
  public func value<Value: Decodable>(
    of type: Value.Type = Value.self, from pairs: [CallbackURL.Pair]
  ) throws(CodingFault) -> Value {
    do {
      return try NodeDecoder(node: .root(pairs), coder: self, codingPath: []).value(of: type)
    } catch {
      throw CodingFault(error, root: valueName)
    }
  }

  private func pairs(_ draft: Draft, isMarked: Bool) throws -> [CallbackURL.Pair] {
    switch draft.content {
    case .nothing, .leaf(.null): return []
    case .leaf, .list: return try pairs(Draft.Member(name: valueName, draft: draft, isMarked: isMarked))
    case .record(let members):
      try Draft.refuseRepeats(members, at: [])
      return try members.flatMap { try pairs($0) }
    }
  }

  private func pairs(_ member: Draft.Member) throws -> [CallbackURL.Pair] {
    let path = [WireKey(stringValue: member.name)]
    let value = try member.draft.json(at: path)
    guard !member.name.utf8.contains(0) else { throw EncodingError.nul(path) }
    guard value != .null || !member.name.isEmpty else { throw EncodingError.nameless(path) }
    let pair = { CallbackURL.Pair(member.name, $0) }
    switch value {
    case .null: return [pair(nil)]
    case .bool(let isTrue) where dialect.booleans == .flag && (isTrue || !member.isMarked):
      guard !member.name.isEmpty else { throw EncodingError.nameless(path) }
      return isTrue ? [pair(nil)] : []
    case .array([]) where dialect.lists == .repeatedKeys: return try emptyList(member, path)
    case .array(let elements): return try list(elements, path).map(pair)
    default: return [pair(try text(value, path))]
    }
  }

  /// Only the name for an empty list, if it must be distinguished from `nil`.
  private func emptyList(_ member: Draft.Member, _ path: [any CodingKey]) throws -> [CallbackURL.Pair] {
    guard member.isMarked else { return [] }
    guard !member.name.isEmpty else { throw EncodingError.nameless(path) }
    return [CallbackURL.Pair(member.name, nil)]
  }

  /// The values of the pairs for a list.
  private func list(_ elements: [JSON], _ path: [any CodingKey]) throws -> [String] {
    switch dialect.lists {
    case .json: return [JSON.array(elements).text]
    case .repeatedKeys: return try elements.enumerated().map { try text($1, path + [WireKey(intValue: $0)]) }
    case .commas:
      let texts = try elements.enumerated().map { try plain($1, path + [WireKey(intValue: $0)]) }
      guard texts != [""] else { throw EncodingError.onlyEmpty(path) }
      return [texts.joined(separator: ",")]
    }
  }

  /// The text of an element in a comma-separated list.
  private func plain(_ value: JSON, _ path: [any CodingKey]) throws -> String {
    switch value {
    case .array, .object: throw EncodingError.nested(path)
    default:
      let text = try text(value, path)
      guard !text.utf8.contains(UInt8(ascii: ",")) else { throw EncodingError.comma(path) }
      return text
    }
  }

  private func text(_ value: JSON, _ path: [any CodingKey]) throws -> String {
    switch value {
    case .null: throw EncodingError.nilElement(path)
    case .bool(let isTrue): return dialect.text(isTrue)
    case .number(let number): return number.text
    case .string(let text):
      guard !text.utf8.contains(0) else { throw EncodingError.nul(path) }
      return text
    case .array, .object: return value.text
    }
  }
}

extension EncodingError {
  fileprivate static func nul(_ path: [any CodingKey]) -> EncodingError {
    refused(path, "contains a NUL character, which a URL cannot have")
  }

  fileprivate static func nameless(_ path: [any CodingKey]) -> EncodingError {
    refused(path, "has neither a name nor a value")
  }

  fileprivate static func nilElement(_ path: [any CodingKey]) -> EncodingError {
    refused(path, "is nil, which only a JSON list can contain")
  }

  fileprivate static func onlyEmpty(_ path: [any CodingKey]) -> EncodingError {
    refused(path, "contains only one empty text, which would be read as an empty list")
  }

  fileprivate static func nested(_ path: [any CodingKey]) -> EncodingError {
    refused(path, "has parts, which elements of a comma-separated list cannot have")
  }

  fileprivate static func comma(_ path: [any CodingKey]) -> EncodingError {
    refused(path, "contains a ',', which would be read as two elements")
  }

  private static func refused(_ path: [any CodingKey], _ reason: String) -> EncodingError {
    .invalidValue(path, Context(codingPath: path, debugDescription: reason))
  }
}
