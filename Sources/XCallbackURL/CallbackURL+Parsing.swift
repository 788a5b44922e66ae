extension CallbackURL {
  /// How much of what RFC 3986 forbids is read all the same.
  public enum Mode: Sendable, Hashable {
    /// What the RFC forbids is an error.
    case strict
    /// Raw characters stand for themselves, a bad escape keeps its `%`, and bytes that are not UTF-8 become U+FFFD.
    case lenient
  }

  /// What is wrong with a URL, and where.
  public struct SyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The zero-based offset into the UTF-8 text.
    public let offset: Int
    /// What is wrong there.
    public let message: String

    public var description: String { "\(message) at byte \(offset)" }
  }

  /// Reads a URL.
  ///
  /// - Throws: ``SyntaxError`` for what RFC 3986 forbids (in ``Mode/strict``), and in either mode for control
  ///   characters, an escaped NUL, a missing scheme, user information or a port beside `x-callback-url`, and texts over
  ///   ``longestText`` bytes or ``mostPairs`` pairs.
  public init(parsing text: String, mode: Mode = .strict) throws(SyntaxError) {
    var text = text
    // The text is read where it stands, without a copy, because URLs are read for every command.
    self = try text.withUTF8 { bytes in
      Result { () throws(SyntaxError) in try CallbackURLParser(bytes, mode: mode).parts() }
    }.get().url(text)
  }
}

/// A reader of one URL.
///
///     url       = scheme ":" [ "//" authority ] path [ "?" query ] [ "#" fragment ]
///     query     = pair *( "&" pair )
///     pair      = name [ "=" value ]
private struct CallbackURLParser {
  /// The bytes of the text, which live for as long as the parser does.
  typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  private let bytes: Bytes
  private let mode: CallbackURL.Mode

  /// What a URL consists of.
  struct Parts {
    let scheme: String
    let host: String
    let segments: [String]
    let pairs: [CallbackURL.Pair]

    func url(_ text: String) -> CallbackURL {
      CallbackURL(text: text, scheme: scheme, host: host, segments: segments, pairs: pairs)
    }
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>, mode: CallbackURL.Mode) {
    self.bytes = bytes[...]
    self.mode = mode
  }

  func parts() throws(CallbackURL.SyntaxError) -> Parts {
    guard bytes.count <= CallbackURL.longestText else { throw .tooLong(at: CallbackURL.longestText) }
    try refuseControlCharacters()
    let colon = try endOfScheme()
    let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
    let question = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) ?? end
    let (authority, path) = authorityAndPath(bytes[(colon + 1)..<question])
    let host = try host(authority)
    if end < bytes.count { _ = try decoded(bytes[(end + 1)...]) }
    return Parts(
      scheme: String(decoding: bytes[..<colon], as: UTF8.self).inLowerCase, host: host,
      segments: try segments(path), pairs: try pairs(bytes[min(question + 1, end)..<end]))
  }

  private func refuseControlCharacters() throws(CallbackURL.SyntaxError) {
    guard let offset = bytes.firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) else { return }
    throw .controlCharacter(at: offset)
  }

  private func endOfScheme() throws(CallbackURL.SyntaxError) -> Int {
    for offset in bytes.indices {
      switch bytes[offset] {
      case UInt8(ascii: ":") where offset > 0: return offset
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): continue
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        guard offset > 0 else { throw .noScheme(at: offset) }
      default: throw .noScheme(at: offset)
      }
    }
    throw .noScheme(at: bytes.count)
  }

  private func authorityAndPath(_ rest: Bytes) -> (authority: Bytes, path: Bytes) {
    let slash = UInt8(ascii: "/")
    guard rest.count >= 2, rest[rest.startIndex] == slash, rest[rest.startIndex + 1] == slash else {
      return (rest.prefix(0), rest)
    }
    let start = rest.startIndex + 2
    let end = rest[start...].firstIndex(of: slash) ?? rest.endIndex
    return (rest[start..<end], rest[end...])
  }

  private func host(_ authority: Bytes) throws(CallbackURL.SyntaxError) -> String {
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    let place = at.map { authority[($0 + 1)...] } ?? authority
    let (host, port) = hostAndPort(place)
    if let at { _ = try decoded(authority[..<at]) }
    if let port { try checkPort(place[(port + 1)...]) }
    let name = try decoded(host, brackets: true).inLowerCase
    guard name == CallbackURL.xCallbackHost else { return name }
    if at != nil { throw .userInformation(at: authority.startIndex) }
    if let port { throw .port(at: port) }
    return name
  }

  /// The host, and the offset of the `:` before a port.
  private func hostAndPort(_ place: Bytes) -> (host: Bytes, port: Int?) {
    let bracket = place.lastIndex(of: UInt8(ascii: "]")) ?? place.startIndex
    guard let colon = place[bracket...].firstIndex(of: UInt8(ascii: ":")) else { return (place, nil) }
    return (place[..<colon], colon)
  }

  private func checkPort(_ port: Bytes) throws(CallbackURL.SyntaxError) {
    let isDigit: (UInt8) -> Bool = { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard mode == .strict, let place = port.firstIndex(where: { !isDigit($0) }) else { return }
    throw .badPort(at: place)
  }

  private func segments(_ path: Bytes) throws(CallbackURL.SyntaxError) -> [String] {
    var path = path
    if path.first == UInt8(ascii: "/") { path = path.dropFirst() }
    if path.last == UInt8(ascii: "/") { path = path.dropLast() }
    guard !path.isEmpty else { return [] }
    var segments: [String] = []
    var start = path.startIndex
    while true {
      let end = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
      segments.append(try decoded(path[start..<end]))
      guard end < path.endIndex else { return segments }
      start = end + 1
    }
  }

  private func pairs(_ query: Bytes) throws(CallbackURL.SyntaxError) -> [CallbackURL.Pair] {
    guard !query.isEmpty else { return [] }
    var pairs: [CallbackURL.Pair] = []
    pairs.reserveCapacity(min(query.count { $0 == UInt8(ascii: "&") } + 1, CallbackURL.mostPairs))
    var start = query.startIndex
    while start < query.endIndex {
      let end = query[start...].firstIndex(of: UInt8(ascii: "&")) ?? query.endIndex
      if start < end {
        guard pairs.count < CallbackURL.mostPairs else { throw .tooManyPairs(at: start) }
        pairs.append(try pair(query[start..<end]))
      }
      start = end + 1
    }
    return pairs
  }

  private func pair(_ raw: Bytes) throws(CallbackURL.SyntaxError) -> CallbackURL.Pair {
    guard let equals = raw.firstIndex(of: UInt8(ascii: "=")) else { return CallbackURL.Pair(try decoded(raw), nil) }
    return CallbackURL.Pair(try decoded(raw[..<equals]), try decoded(raw[(equals + 1)...]))
  }

  /// Decodes escapes exactly once.
  private func decoded(_ raw: Bytes, brackets: Bool = false) throws(CallbackURL.SyntaxError) -> String {
    guard !raw.allSatisfy(PercentEncoding.mayStandRaw) else { return String(decoding: raw, as: UTF8.self) }
    if let text = plainlyDecoded(raw) { return text }
    return try carefullyDecoded(raw, brackets: brackets)
  }

  /// The text, where its escapes are all right and spell ASCII, as most do; `nil` where it takes more care.
  private func plainlyDecoded(_ raw: Bytes) -> String? {
    var isPlain = true
    let text = String(unsafeUninitializedCapacity: raw.count) { result in
      var count = 0
      var index = raw.startIndex
      while index < raw.endIndex {
        var byte = raw[index]
        index += 1
        if byte == UInt8(ascii: "%"), let escaped = PercentEncoding.escapedByte(in: raw, at: index - 1) {
          isPlain = isPlain && escaped != 0 && escaped < 0x80
          byte = escaped
          index += 2
        } else if !PercentEncoding.mayStandRaw(byte) {
          isPlain = false
        }
        guard isPlain else { return 0 }
        result[count] = byte
        count += 1
      }
      return count
    }
    return isPlain ? text : nil
  }

  private func carefullyDecoded(_ raw: Bytes, brackets: Bool) throws(CallbackURL.SyntaxError) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(raw.count)
    var index = raw.startIndex
    while index < raw.endIndex {
      let byte = raw[index]
      if byte == UInt8(ascii: "%"), let escaped = PercentEncoding.escapedByte(in: raw, at: index) {
        guard escaped != 0 else { throw .nul(at: index) }
        result.append(escaped)
        index += 3
        continue
      }
      if mode == .strict, !PercentEncoding.mayStandRaw(byte), !(brackets && isBracket(byte)) {
        throw .forbidden(byte, at: index)
      }
      result.append(byte)
      index += 1
    }
    guard mode == .lenient || String(validating: result, as: UTF8.self) != nil else {
      throw .notUTF8(at: place(ofByte: countBeforeInvalid(in: result), in: raw))
    }
    return String(decoding: result, as: UTF8.self)
  }

  private func isBracket(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
  }

  /// How many bytes stand before the first that is not UTF-8.
  private func countBeforeInvalid(in bytes: [UInt8]) -> Int {
    var parser = UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var count = 0
    while case .valid(let scalar) = parser.parseScalar(from: &rest) { count += scalar.count }
    return count
  }

  /// Where the text spells a byte of what it decodes to.
  private func place(ofByte number: Int, in raw: Bytes) -> Int {
    var index = raw.startIndex
    for _ in 0..<number {
      index += PercentEncoding.escapedByte(in: raw, at: index) != nil && raw[index] == UInt8(ascii: "%") ? 3 : 1
    }
    return index
  }
}

extension String {
  /// The text in lower case; most names are already.
  fileprivate var inLowerCase: String {
    utf8.allSatisfy { $0 < 0x80 && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ? self : lowercased()
  }
}

extension CallbackURL.SyntaxError {
  fileprivate static func tooLong(at offset: Int) -> Self {
    Self(offset: offset, message: "the URL is longer than \(CallbackURL.longestText) bytes")
  }

  fileprivate static func tooManyPairs(at offset: Int) -> Self {
    Self(offset: offset, message: "the query has more than \(CallbackURL.mostPairs) parameters")
  }

  fileprivate static func controlCharacter(at offset: Int) -> Self {
    Self(offset: offset, message: "a control character must be escaped with %")
  }

  fileprivate static func noScheme(at offset: Int) -> Self {
    Self(offset: offset, message: "a URL starts with a scheme and ':'")
  }

  fileprivate static func userInformation(at offset: Int) -> Self {
    Self(offset: offset, message: "an x-callback URL has no user information")
  }

  fileprivate static func port(at offset: Int) -> Self {
    Self(offset: offset, message: "an x-callback URL has no port")
  }

  fileprivate static func badPort(at offset: Int) -> Self {
    Self(offset: offset, message: "a port consists of digits")
  }

  fileprivate static func nul(at offset: Int) -> Self {
    Self(offset: offset, message: "%00 is not text")
  }

  fileprivate static func notUTF8(at offset: Int) -> Self {
    Self(offset: offset, message: "the escapes do not spell UTF-8")
  }

  fileprivate static func forbidden(_ byte: UInt8, at offset: Int) -> Self {
    switch byte {
    case UInt8(ascii: "%"):
      Self(offset: offset, message: "'%' needs two hexadecimal digits; write %25 for a percent sign")
    case 0x80...: Self(offset: offset, message: "characters outside ASCII must be escaped with %")
    default: Self(offset: offset, message: "'\(Character(Unicode.Scalar(byte)))' must be escaped with %")
    }
  }
}
