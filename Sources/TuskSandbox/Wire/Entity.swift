import GRDB

/// A JSON value in a response; objects keep the order in which Mastodon writes their members.
indirect enum Entity: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case text(String)
  case list([Entity])
  case object([(name: String, value: Entity)])
  /// Stored JSON that is sent unchanged.
  case verbatim(String)

  /// An id, which is a number in the database and a string on the wire.
  static func id(_ id: Int64?) -> Entity { id.map { .text(String($0)) } ?? .null }
  static func moment(_ moment: Moment?) -> Entity { moment.map { .text($0.iso) } ?? .null }
  static func day(_ moment: Moment?) -> Entity { moment.map { .text($0.day) } ?? .null }
  static func optional(_ text: String?) -> Entity { text.map(Entity.text) ?? .null }
  static func texts(_ texts: [String]) -> Entity { .list(texts.map(Entity.text)) }

  /// This object with further members appended.
  func with(_ more: KeyValuePairs<String, Entity>) -> Entity {
    guard case .object(let members) = self else { return self }
    return .object(members + more.map { ($0.key, $0.value) })
  }
}

extension Entity: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  init(dictionaryLiteral elements: (String, Entity)...) {
    self = .object(elements.map { ($0.0, $0.1) })
  }
  init(arrayLiteral elements: Entity...) { self = .list(elements) }
  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .int(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(nilLiteral: ()) { self = .null }
}
