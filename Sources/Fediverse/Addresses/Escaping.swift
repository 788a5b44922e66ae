extension String {
  /// The text percent-encoded for a path segment or a query value: every byte not unreserved in RFC 3986 is escaped.
  var escapedComponent: String {
    Self.escaped(utf8) { $0.isUnreserved }
  }

  /// The path and query with illegal bytes percent-encoded; existing escapes are kept.
  var escapedTarget: String {
    let bytes = Array(utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let digits = bytes[(index + 1)...].prefix(2)
      let isEscape = byte == UInt8(ascii: "%") && digits.count == 2 && digits.allSatisfy { $0.hexValue != nil }
      if isEscape || byte.isUnreserved || byte.isReservedInTarget {
        text.append(byte)
      } else {
        text.append(contentsOf: byte.escape)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The percent-decoded text; malformed escapes are kept.
  var unescaped: String {
    let bytes = Array(utf8)
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = bytes[index + 1].hexValue, let low = bytes[index + 2].hexValue
      {
        text.append(high << 4 | low)
        index += 3
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func escaped(_ bytes: some Sequence<UInt8>, keeping isKept: (UInt8) -> Bool) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      if isKept(byte) { text.append(byte) } else { text.append(contentsOf: byte.escape) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  fileprivate var isReservedInTarget: Bool {
    "/?:@!$&'()*+,;=".utf8.contains(self)
  }

  fileprivate var hexValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  fileprivate var escape: [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(self >> 4)], digits[Int(self & 15)]]
  }
}
