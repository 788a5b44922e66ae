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
    self = try CallbackURLParser(text, mode: mode).url()
  }
}

/// A reader of one URL.
///
///     url       = scheme ":" [ "//" authority ] path [ "?" query ] [ "#" fragment ]
///     query     = pair *( "&" pair )
///     pair      = name [ "=" value ]
private struct CallbackURLParser {
  let text: String
  let bytes: [UInt8]
  let mode: CallbackURL.Mode

  init(_ text: String, mode: CallbackURL.Mode) {
    self.text = text
    self.bytes = Array(text.utf8)
    self.mode = mode
  }

  func url() throws(CallbackURL.SyntaxError) -> CallbackURL {
    guard bytes.count <= CallbackURL.longestText else { throw .tooLong(at: CallbackURL.longestText) }
    try refuseControlCharacters()
    let colon = try endOfScheme()
    let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
    let question = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) ?? end
    let (authority, path) = authorityAndPath(bytes[(colon + 1)..<question])
    let host = try host(authority)
    if end < bytes.count { _ = try decoded(bytes[(end + 1)...]) }
    return CallbackURL(
      text: text, scheme: String(decoding: bytes[..<colon], as: UTF8.self).lowercased(), host: host,
      segments: try segments(path), pairs: try pairs(bytes[min(question + 1, end)..<end]))
  }

  private func refuseControlCharacters() throws(CallbackURL.SyntaxError) {
    for (offset, byte) in bytes.enumerated() where byte < 0x20 || byte == 0x7F { throw .controlCharacter(at: offset) }
  }

  private func endOfScheme() throws(CallbackURL.SyntaxError) -> Int {
    for (offset, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: ":") where offset > 0: return offset
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): continue
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        guard offset > 0 else { throw .noScheme(at: offset) }
      default: throw .noScheme(at: offset)
      }
    }
    throw .noScheme(at: bytes.count)
  }

  private func authorityAndPath(_ rest: ArraySlice<UInt8>) -> (authority: ArraySlice<UInt8>, path: ArraySlice<UInt8>) {
    guard rest.starts(with: "//".utf8) else { return (rest.prefix(0), rest) }
    let start = rest.startIndex + 2
    let end = rest[start...].firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    return (rest[start..<end], rest[end...])
  }

  private func host(_ authority: ArraySlice<UInt8>) throws(CallbackURL.SyntaxError) -> String {
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    let place = at.map { authority[($0 + 1)...] } ?? authority
    let (host, port) = hostAndPort(place)
    if let at { _ = try decoded(authority[..<at]) }
    if let port { try checkPort(place[(port + 1)...]) }
    let name = try decoded(host, brackets: true).lowercased()
    guard name == CallbackURL.xCallbackHost else { return name }
    if at != nil { throw .userInformation(at: authority.startIndex) }
    if let port { throw .port(at: port) }
    return name
  }

  /// The host, and the offset of the `:` before a port.
  private func hostAndPort(_ place: ArraySlice<UInt8>) -> (host: ArraySlice<UInt8>, port: Int?) {
    let bracket = place.lastIndex(of: UInt8(ascii: "]")) ?? place.startIndex
    guard let colon = place[bracket...].firstIndex(of: UInt8(ascii: ":")) else { return (place, nil) }
    return (place[..<colon], colon)
  }

  private func checkPort(_ port: ArraySlice<UInt8>) throws(CallbackURL.SyntaxError) {
    let isDigit: (UInt8) -> Bool = { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard mode == .strict, let place = port.firstIndex(where: { !isDigit($0) }) else { return }
    throw .badPort(at: place)
  }

  private func segments(_ path: ArraySlice<UInt8>) throws(CallbackURL.SyntaxError) -> [String] {
    var path = path
    if path.first == UInt8(ascii: "/") { path = path.dropFirst() }
    if path.last == UInt8(ascii: "/") { path = path.dropLast() }
    guard !path.isEmpty else { return [] }
    var segments: [String] = []
    for raw in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      segments.append(try decoded(raw))
    }
    return segments
  }

  private func pairs(_ query: ArraySlice<UInt8>) throws(CallbackURL.SyntaxError) -> [CallbackURL.Pair] {
    var pairs: [CallbackURL.Pair] = []
    for raw in query.split(separator: UInt8(ascii: "&")) {
      guard pairs.count < CallbackURL.mostPairs else { throw .tooManyPairs(at: raw.startIndex) }
      guard let equals = raw.firstIndex(of: UInt8(ascii: "=")) else {
        pairs.append(CallbackURL.Pair(try decoded(raw), nil))
        continue
      }
      pairs.append(CallbackURL.Pair(try decoded(raw[..<equals]), try decoded(raw[(equals + 1)...])))
    }
    return pairs
  }

  /// Decodes escapes exactly once.
  private func decoded(_ raw: ArraySlice<UInt8>, brackets: Bool = false) throws(CallbackURL.SyntaxError) -> String {
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
      if mode == .strict, !isAllowed(byte), !(brackets && isBracket(byte)) { throw .forbidden(byte, at: index) }
      result.append(byte)
      index += 1
    }
    guard mode == .lenient || String(validating: result, as: UTF8.self) != nil else {
      throw .notUTF8(at: place(ofByte: countBeforeInvalid(in: result), in: raw))
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether RFC 3986 lets the byte stand raw in a query, path or fragment; a `%` here starts no valid escape.
  private func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x24, 0x26...0x3B, 0x3D, 0x3F...0x5A, 0x5F, 0x61...0x7A, 0x7E: true
    default: false
    }
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
  private func place(ofByte number: Int, in raw: ArraySlice<UInt8>) -> Int {
    var index = raw.startIndex
    for _ in 0..<number {
      index += PercentEncoding.escapedByte(in: raw, at: index) != nil && raw[index] == UInt8(ascii: "%") ? 3 : 1
    }
    return index
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
