/// Finds tokens and passwords in text by the usual names of parameters, options and variables, so that they are not
/// shown or logged.
package enum SecretText {
  /// The names of parameters with secrets, in lower case.
  static let names: Set<String> = [
    "token", "key", "access-token", "access_token", "auth", "auth-token", "auth_token", "refresh-token",
    "refresh_token",
    "api-key", "api_key", "apikey", "authorization", "bearer", "client-secret", "client_secret", "clientsecret",
    "passphrase", "passwd", "password", "pw", "pwd", "secret",
  ]

  /// The byte ranges of secrets in a line or URL, including nested URLs.
  package static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var place = 0
    while place < bytes.count {
      guard let value = secret(in: bytes, after: place), !value.isEmpty else {
        place += 1
        continue
      }
      ranges.append(value)
      place = value.upperBound
    }
    return ranges
  }

  /// The secret after a `=` or a blank at this place.
  private static func secret(in bytes: [UInt8], after place: Int) -> Range<Int>? {
    let head = bytes[..<place]
    if let end = endOfEquals(in: bytes, at: place) {
      if isAssignment(head) { return quoted(in: bytes, from: end) }
      return isSecret(head) ? end..<endOfValue(in: bytes, from: end, isEscaped: end - place > 1) : nil
    }
    guard isBlank(bytes[place]) || endOfEscape("20", in: bytes, at: place) != nil, isSecret(head) else { return nil }
    let start = endOfEscape("20", in: bytes, at: place) ?? place + 1
    guard let value = literal(in: bytes, from: start) else { return nil }
    let word = lastWord(of: head)
    if word.starts(with: "--".utf8), !word.contains(UInt8(ascii: "=")) { return value }
    return lastName(of: head) == "bearer" && !isEnglish(bytes[value]) ? value : nil
  }

  /// The next value, unless it is none or one that is only read when the line runs.
  private static func literal(in bytes: [UInt8], from start: Int) -> Range<Int>? {
    let start = bytes[start...].firstIndex { !isBlank($0) } ?? bytes.count
    guard start < bytes.count, !"-$(<>|=".utf8.contains(bytes[start]) else { return nil }
    return start..<endOfValue(in: bytes, from: start, isEscaped: false)
  }

  /// The next text in quotes; a bare word after `let token =` is a verb.
  private static func quoted(in bytes: [UInt8], from start: Int) -> Range<Int>? {
    literal(in: bytes, from: start).flatMap { bytes[$0.lowerBound] == UInt8(ascii: "\"") ? $0 : nil }
  }

  /// Whether a variable with the name of a secret gets a value here, as in `let password = …`.
  private static func isAssignment(_ head: ArraySlice<UInt8>) -> Bool {
    let name = head.dropLast(head.reversed().prefix(while: isBlank).count)
    guard isSecret(name) else { return false }
    let before = name.dropLast(lastWord(of: name).count)
    return lastWord(of: before.dropLast(before.reversed().prefix(while: isBlank).count)).elementsEqual("let".utf8)
  }

  private static func lastWord(of head: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    head.suffix(head.suffix(longestName).reversed().prefix { !isBlank($0) }.count)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  /// Whether this looks like a word of a sentence, as in "bearer of news", and not like a token.
  private static func isEnglish(_ word: ArraySlice<UInt8>) -> Bool {
    word.count < 20 && word.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
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

  /// Whether the name that ends here is that of a secret, or of an environment variable with one, such as `TUSK_TOKEN`.
  private static func isSecret(_ head: ArraySlice<UInt8>) -> Bool {
    let name = lastName(of: head)
    return names.contains(name) || name.split(separator: "_").last.map { names.contains(String($0)) } ?? false
  }

  /// The name that ends here in lower case, after decoding repeated escapes.
  private static func lastName(of head: ArraySlice<UInt8>) -> String {
    var bytes = Array(
      head.suffix(longestName).reversed().prefix { isPartOfName($0) || $0 == UInt8(ascii: "%") }.reversed())
    while bytes.contains(UInt8(ascii: "%")) {
      let decoded = bytes.withUnsafeBufferPointer { PercentEncoding.withDecoded($0[...]) { Array($0) } }
      guard decoded.count < bytes.count else { break }
      bytes = decoded
    }
    let name = bytes.reversed().prefix(while: isPartOfName).reversed().drop { $0 == UInt8(ascii: "-") }
    return String(decoding: name, as: UTF8.self).lowercased()
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
      case UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "'"), 0...0x20: return place
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
