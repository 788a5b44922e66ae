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

extension Entity {
  /// The entity as JSON bytes.
  var json: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1024)
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .int(let value): bytes += String(value).utf8
    case .double(let value): bytes += String(value).utf8
    case .text(let value): Entity.write(value, to: &bytes)
    case .verbatim(let json): bytes += json.utf8
    case .list(let values):
      Entity.write(values, between: ("[", "]"), to: &bytes) { value, bytes in value.write(to: &bytes) }
    case .object(let members):
      Entity.write(members, between: ("{", "}"), to: &bytes) { member, bytes in
        Entity.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
    }
  }

  private static func write<Item>(
    _ items: [Item], between brackets: (String, String), to bytes: inout [UInt8],
    each: (Item, inout [UInt8]) -> Void
  ) {
    bytes += brackets.0.utf8
    for (index, item) in items.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      each(item, &bytes)
    }
    bytes += brackets.1.utf8
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { write($0[...], to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes runs of bytes that need no escape at once: most texts are one run.
  private static func write(_ text: Slice<UnsafeBufferPointer<UInt8>>, to bytes: inout [UInt8]) {
    var rest = text
    while let index = rest.firstIndex(where: needsEscape) {
      bytes.append(contentsOf: rest[..<index])
      writeEscape(of: rest[index], to: &bytes)
      rest = rest[(index + 1)...]
    }
    bytes.append(contentsOf: rest)
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func writeEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\n"): bytes += "\\n".utf8
    case UInt8(ascii: "\r"): bytes += "\\r".utf8
    case UInt8(ascii: "\t"): bytes += "\\t".utf8
    case 0..<0x20: bytes += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
    default:
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    }
  }
}
