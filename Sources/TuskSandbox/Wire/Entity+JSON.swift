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
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      case UInt8(ascii: "\r"): bytes += "\\r".utf8
      case UInt8(ascii: "\t"): bytes += "\\t".utf8
      case 0..<0x20:
        let hex = String(byte, radix: 16)
        bytes += "\\u\(String(repeating: "0", count: 4 - hex.utf8.count))\(hex)".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
