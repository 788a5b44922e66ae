/// RFC 3986 percent-encoding over UTF-8 bytes.
package enum PercentEncoding {
  /// Appends text with everything but the unreserved characters (section 2.3) escaped in upper-case hexadecimal.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { source in
      // The bytes are appended at once, because asking for room for each of them takes most of the time.
      bytes += [UInt8](unsafeUninitializedCapacity: source.count * 3) { target, count in
        for byte in source {
          if isUnreserved(byte) {
            target[count] = byte
            count += 1
          } else {
            target[count] = UInt8(ascii: "%")
            target[count + 1] = hexDigit(byte >> 4)
            target[count + 2] = hexDigit(byte & 15)
            count += 3
          }
        }
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
  package static func escapedByte<Bytes: RandomAccessCollection<UInt8>>(in bytes: Bytes, at index: Int) -> UInt8?
  where Bytes.Index == Int {
    guard index + 2 < bytes.endIndex, let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2])
    else { return nil }
    return high << 4 | low
  }

  /// Whether RFC 3986 lets the byte stand raw in a query, path or fragment; a `%` starts an escape there.
  @inline(__always)
  static func mayStandRaw(_ byte: UInt8) -> Bool {
    // One bit for each of !$&'()*+,-./0-9:;=?@A-Z_a-z~
    isIn(0xAFFF_FFD2_0000_0000, 0x47FF_FFFE_87FF_FFFF, byte)
  }

  @inline(__always)
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    // One bit for each of -.0-9A-Z_a-z~
    isIn(0x03FF_6000_0000_0000, 0x47FF_FFFE_87FF_FFFE, byte)
  }

  /// Whether the bit of an ASCII character is set in the two halves of a table.
  @inline(__always)
  private static func isIn(_ low: UInt64, _ high: UInt64, _ byte: UInt8) -> Bool {
    byte < 0x80 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
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
