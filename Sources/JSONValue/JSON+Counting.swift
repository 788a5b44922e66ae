extension JSON {
  /// The most values of one text that are read at once: each takes more than a hundred bytes once it is read.
  package static let mostValuesAtOnce = 600_000

  /// At most how many values a JSON text has, without reading it; 0 for what is neither a list nor an object.
  package static func mostValues(in bytes: [UInt8]) -> Int {
    // Blanks and a byte order mark may come first.
    let first = bytes.first { ![0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains($0) }
    guard first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else { return 0 }
    var (count, isQuoted, isEscaped) = (1, false, false)
    for byte in bytes {
      guard !isEscaped else {
        isEscaped = false
        continue
      }
      switch byte {
      case UInt8(ascii: "\\"): isEscaped = isQuoted
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"): count += isQuoted ? 0 : 1
      default: break
      }
    }
    return count
  }
}
