/// Decodes RFC 3986 percent-encoding of UTF-8; ``URLWriter`` encodes it.
enum PercentEncoding {
  /// A part of a URL's text.
  typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  /// The text of a part of a URL: escapes are decoded exactly once, invalid escapes stay as they are, and bytes that are
  /// not UTF-8 become U+FFFD.
  static func decoded(_ raw: Bytes) -> String {
    guard raw.contains(UInt8(ascii: "%")) else { return String(decoding: raw, as: UTF8.self) }
    return withDecoded(raw) { String(decoding: $0, as: UTF8.self) }
  }

  /// Passes the decoded bytes of a part of a URL to a function.
  static func withDecoded<Result>(_ raw: Bytes, _ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: raw.count) { memory in
      var count = 0
      var place = raw.startIndex
      while place < raw.endIndex {
        if raw[place] == UInt8(ascii: "%"), let byte = escapedByte(in: raw, at: place) {
          memory[count] = byte
          place += 3
        } else {
          memory[count] = raw[place]
          place += 1
        }
        count += 1
      }
      return read(UnsafeBufferPointer(rebasing: memory[..<count]))
    }
  }

  /// The byte of the escape whose `%` is at this place; `nil` if two hexadecimal digits do not follow.
  static func escapedByte<Bytes: RandomAccessCollection<UInt8>>(in bytes: Bytes, at index: Int) -> UInt8?
  where Bytes.Index == Int {
    guard index + 2 < bytes.endIndex, let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2])
    else { return nil }
    return high << 4 | low
  }

  /// Whether every byte is allowed unescaped or is part of an escape of an ASCII character other than NUL, and there is no
  /// fragment; examines sixteen bytes per step.
  static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let memory = UnsafeRawBufferPointer(bytes)
    // The last step begins eighteen bytes before the end, because an escape extends two bytes further.
    guard let last = Optional(bytes.count - 18), last >= 0 else { return false }
    guard mayStandRaw(bytes[last + 16]), mayStandRaw(bytes[last + 17]) else { return false }
    var isPlain = SIMDMask<SIMD16<Int8>>(repeating: true)
    var place = 0
    while true {
      isPlain .&= Step(memory, at: place).isPlain
      if place == last { break }
      place = min(place + 16, last)
    }
    let halves = unsafeBitCast(isPlain, to: SIMD2<UInt64>.self)
    return halves.x & halves.y == .max
  }

  /// Sixteen bytes, and the sixteen bytes starting one and two places later.
  private struct Step {
    typealias Bytes = SIMD16<UInt8>

    let here, next, afterNext: Bytes

    @inline(__always)
    init(_ memory: UnsafeRawBufferPointer, at place: Int) {
      here = memory.loadUnaligned(fromByteOffset: place, as: Bytes.self)
      next = memory.loadUnaligned(fromByteOffset: place + 1, as: Bytes.self)
      afterNext = memory.loadUnaligned(fromByteOffset: place + 2, as: Bytes.self)
    }

    var isPlain: SIMDMask<SIMD16<Int8>> {
      @inline(__always) get {
        let escapesText =
          isIn(next, "0", "7") .& (isIn(afterNext, "0", "9") .| isIn(afterNext | Bytes(repeating: 0x20), "a", "f"))
        let isNUL = equals(next, "0") .& equals(afterNext, "0")
        let mayStandRaw = isIn(here, "$", ";") .| isIn(here, "?", "Z") .| isIn(here, "a", "z")
        let others = equals(here, "!") .| equals(here, "=") .| equals(here, "_") .| equals(here, "~")
        return (mayStandRaw .| others) .& (.!equals(here, "%") .| (escapesText .& .!isNUL))
      }
    }

    @inline(__always)
    private func equals(_ bytes: Bytes, _ scalar: Unicode.Scalar) -> SIMDMask<SIMD16<Int8>> {
      bytes .== Bytes(repeating: UInt8(ascii: scalar))
    }

    @inline(__always)
    private func isIn(_ bytes: Bytes, _ first: Unicode.Scalar, _ last: Unicode.Scalar) -> SIMDMask<SIMD16<Int8>> {
      bytes &- Bytes(repeating: UInt8(ascii: first)) .<= Bytes(repeating: UInt8(ascii: last) - UInt8(ascii: first))
    }
  }

  /// Whether RFC 3986 allows the byte unescaped in a query, path or fragment; includes `%`, which starts an escape.
  @inline(__always)
  static func mayStandRaw(_ byte: UInt8) -> Bool {
    // One bit for each of !$&'()*+,-./0-9:;=?@A-Z_a-z~
    isIn(0xAFFF_FFD2_0000_0000, 0x47FF_FFFE_87FF_FFFF, byte)
  }

  /// Whether the byte is unreserved (section 2.3).
  static func isUnreserved(_ byte: UInt8) -> Bool {
    // One bit for each of -.0-9A-Z_a-z~
    isIn(0x03FF_6000_0000_0000, 0x47FF_FFFE_87FF_FFFE, byte)
  }

  /// Whether the bit of an ASCII character is set in the two halves of a table.
  @inline(__always)
  private static func isIn(_ low: UInt64, _ high: UInt64, _ byte: UInt8) -> Bool {
    byte < 0x80 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
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
