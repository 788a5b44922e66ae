extension JSON {
  /// The shortest JSON text of the value, on one line, with members in order.
  ///
  /// Control characters, U+2028, U+2029 and the bidirectional controls are escaped, so that the text is harmless on a
  /// terminal and in JavaScript; all other characters are written as they are.
  public var text: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let number): bytes.append(contentsOf: number.text.utf8)
    case .string(let text): JSON.append(quoted: text, to: &bytes)
    case .array(let elements):
      JSON.append(elements, between: "[", and: "]", to: &bytes) { element, bytes in element.append(to: &bytes) }
    case .object(let object):
      JSON.append(object.members, between: "{", and: "}", to: &bytes) { member, bytes in
        JSON.append(quoted: member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.append(to: &bytes)
      }
    }
  }

  private static func append<Element>(
    _ elements: [Element], between open: Unicode.Scalar, and close: Unicode.Scalar, to bytes: inout [UInt8],
    _ appendElement: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: open))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      appendElement(element, &bytes)
    }
    bytes.append(UInt8(ascii: close))
  }

  private static func append(quoted text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    guard !text.utf8.allSatisfy(isPlain) else { return bytes.append(contentsOf: text.utf8) }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(contentsOf: #"\""#.utf8)
      case "\\": bytes.append(contentsOf: #"\\"#.utf8)
      case "\n": bytes.append(contentsOf: #"\n"#.utf8)
      case "\r": bytes.append(contentsOf: #"\r"#.utf8)
      case "\t": bytes.append(contentsOf: #"\t"#.utf8)
      case _ where isEscaped(scalar):
        let hex = String(scalar.value, radix: 16)
        bytes.append(contentsOf: #"\u"#.utf8)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - hex.utf8.count))
        bytes.append(contentsOf: hex.utf8)
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// Whether the byte is a character that is written as it is.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
