/// RFC 3986 percent-encoding over UTF-8 bytes.
package enum PercentEncoding {
  /// Appends text with everything but the unreserved characters (section 2.3) escaped in upper-case hexadecimal.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 {
      if isUnreserved(byte) {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(hexDigit(byte >> 4))
        bytes.append(hexDigit(byte & 15))
      }
    }
  }

  /// The text with everything but the unreserved characters escaped.
  package static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends pairs joined by `&`, behind the separator.
  package static func append(_ pairs: [CallbackURL.Pair], to bytes: inout [UInt8], separator: UInt8?) {
    var separator = separator
    for pair in pairs {
      if let separator { bytes.append(separator) }
      separator = UInt8(ascii: "&")
      append(pair.name, to: &bytes)
      if let value = pair.value {
        bytes.append(UInt8(ascii: "="))
        append(value, to: &bytes)
      }
    }
  }

  /// The byte that two hexadecimal digits spell after a `%` at this place, if they do.
  package static func escapedByte(in bytes: ArraySlice<UInt8>, at index: Int) -> UInt8? {
    guard index + 2 < bytes.endIndex, let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2])
    else { return nil }
    return high << 4 | low
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
