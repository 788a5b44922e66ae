/// Finds tokens and passwords in text by the usual names of their parameters, so that they are not shown or logged.
package enum SecretText {
  /// The names of parameters with secrets, in lower case.
  static let names: Set<String> = [
    "token", "key", "access-token", "access_token", "auth", "auth-token", "auth_token", "refresh-token",
    "refresh_token",
    "api-key", "api_key", "apikey", "authorization", "bearer", "client-secret", "client_secret", "passphrase", "passwd",
    "password", "pwd", "secret",
  ]

  /// The byte ranges of secrets in a line or URL, including nested URLs.
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

  /// Whether the text contains a secret.
  package static func isPart(of text: String) -> Bool {
    !ranges(in: Array(text.utf8)).isEmpty
  }

  /// The text with each secret replaced.
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

  /// The replacement for a secret.
  static let placeholder = "REDACTED"

  /// The end of a `=`, or of a `%3D` in a nested URL, at this place.
  private static func endOfEquals(in bytes: [UInt8], at place: Int) -> Int? {
    bytes[place] == UInt8(ascii: "=") ? place + 1 : endOfEscape("3D", in: bytes, at: place)
  }

  /// The end of an escape with these digits, even if its `%` is escaped repeatedly.
  private static func endOfEscape(_ digits: String, in bytes: [UInt8], at place: Int) -> Int? {
    guard bytes[place] == UInt8(ascii: "%") else { return nil }
    var rest = bytes[(place + 1)...]
    while rest.starts(with: "25".utf8) { rest = rest.dropFirst(2) }
    guard rest.count >= 2, zip(rest, digits.utf8).allSatisfy({ $0 & 0xDF == $1 & 0xDF }) else { return nil }
    return rest.startIndex + 2
  }

  /// Whether the name that ends here is that of a secret, after decoding repeated escapes.
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

  /// The number of bytes to examine before the `=`: enough for the longest name with each character escaped repeatedly.
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

extension CallbackURL {
  /// The URL with secrets replaced, also in nested URLs, so that it may be shown and logged; URLs nested more than four
  /// deep are left out.
  public var redacted: CallbackURL { redacted(toDepth: 4) }

  private func redacted(toDepth depth: Int) -> CallbackURL {
    let pairs = pairs
    let shown = pairs.map { Self.shown($0, toDepth: depth) }
    return shown == pairs ? self : replacingQuery(by: shown)
  }

  /// The pair with secrets replaced; each nested URL is examined once.
  private static func shown(_ pair: Pair, toDepth depth: Int) -> Pair {
    guard let value = pair.value, !value.isEmpty else { return pair }
    guard !SecretText.names.contains(pair.name.lowercased()) else { return Pair(pair.name, SecretText.placeholder) }
    guard pair.isReserved, let url = try? CallbackURL(parsing: value, mode: .lenient) else { return pair }
    // Each level escapes the escapes of the inner ones, so a hostile URL would grow without limit.
    guard depth > 0 else { return Pair(pair.name, "…") }
    return Pair(pair.name, url.redacted(toDepth: depth - 1).description)
  }
}
