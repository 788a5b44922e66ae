/// What proves who somebody is, found by the names under which apps take it, so that it is not shown or logged.
package enum SecretText {
  /// The names of parameters that take tokens and passwords, in lower case.
  static let names: Set<String> = [
    "token", "key", "access-token", "access_token", "auth-token", "auth_token", "refresh-token", "refresh_token",
    "api-key", "api_key", "apikey", "authorization", "bearer", "client-secret", "client_secret", "passphrase", "passwd",
    "password", "pwd", "secret",
  ]

  /// Where the values of such parameters stand in a line or URL, nested URLs included, in bytes.
  package static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var place = 0
    while place < bytes.count {
      guard let end = endOfEquals(in: bytes, at: place) else {
        place += 1
        continue
      }
      if isSecret(bytes[..<place]) {
        let value = end..<endOfValue(in: bytes, from: end, isEscaped: end - place > 1)
        if !value.isEmpty { ranges.append(value) }
        place = value.upperBound
      } else {
        place = end
      }
    }
    return ranges
  }

  /// Whether the text holds such a value.
  package static func isPart(of text: String) -> Bool {
    !ranges(in: Array(text.utf8)).isEmpty
  }

  /// The text with the characters of each value replaced.
  package static func masked(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var masked: [UInt8] = []
    var place = 0
    for range in ranges(in: bytes) {
      masked += bytes[place..<range.lowerBound] + Array(placeholder.utf8)
      place = range.upperBound
    }
    return String(decoding: masked + bytes[place...], as: UTF8.self)
  }

  /// What stands in the place of a value.
  static let placeholder = "REDACTED"

  /// Behind a `=`, or a `%3D` of a URL within a URL, that stands at this place.
  private static func endOfEquals(in bytes: [UInt8], at place: Int) -> Int? {
    bytes[place] == UInt8(ascii: "=") ? place + 1 : endOfEscape("3D", in: bytes, at: place)
  }

  /// Behind an escape of these digits, however often the `%` itself was escaped.
  private static func endOfEscape(_ digits: String, in bytes: [UInt8], at place: Int) -> Int? {
    guard bytes[place] == UInt8(ascii: "%") else { return nil }
    var rest = bytes[(place + 1)...]
    while rest.starts(with: "25".utf8) { rest = rest.dropFirst(2) }
    guard rest.count >= 2, zip(rest, digits.utf8).allSatisfy({ $0 & 0xDF == $1 & 0xDF }) else { return nil }
    return rest.startIndex + 2
  }

  /// Whether the name that ends here is one of those, its escapes undone as often as they were made.
  private static func isSecret(_ head: ArraySlice<UInt8>) -> Bool {
    var bytes = Array(
      head.suffix(longestName).reversed().prefix { isPartOfName($0) || $0 == UInt8(ascii: "%") }.reversed())
    while bytes.contains(UInt8(ascii: "%")) {
      let decoded = bytes.withUnsafeBufferPointer { PercentEncoding.withDecoded($0[...]) { Array($0) } }
      guard decoded.count < bytes.count else { break }
      bytes = decoded
    }
    let name = bytes.reversed().prefix(while: isPartOfName).reversed().drop { $0 == UInt8(ascii: "-") }
    return names.contains(String(decoding: name, as: UTF8.self).lowercased())
  }

  /// How much of a name is looked at, in bytes: the longest of them, each of its characters escaped several times.
  private static let longestName = 128

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  private static func endOfValue(in bytes: [UInt8], from start: Int, isEscaped: Bool) -> Int {
    guard start < bytes.count else { return start }
    let quote = bytes[start]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      var place = start + 1
      while place < bytes.count, bytes[place] != quote { place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1 }
      return min(place + 1, bytes.count)
    }
    var place = start
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "\""), 0...0x20: return place
      case UInt8(ascii: "%") where isEscaped && endOfEscape("26", in: bytes, at: place) != nil: return place
      default: place += 1
      }
    }
    return place
  }
}
