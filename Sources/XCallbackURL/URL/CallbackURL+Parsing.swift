extension CallbackURL {
  /// How to treat what RFC 3986 forbids.
  public enum Mode: Sendable, Hashable {
    /// It is an error.
    case strict
    /// Unescaped characters are kept, a bad escape keeps its `%`, and bytes that are not UTF-8 become U+FFFD.
    case lenient
  }

  /// An error in the text of a URL.
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
  ///   characters, an escaped NUL, a missing scheme, user information or a port with the host `x-callback-url`, and text
  ///   with more than ``longestText`` bytes or ``mostPairs`` pairs.
  public init(parsing text: String, mode: Mode = .strict) throws(SyntaxError) {
    var text = text
    // Parses in place without a copy, because every command parses URLs.
    let layout = try text.withUTF8 { bytes in
      Result { () throws(SyntaxError) in try URLChecker(bytes, mode: mode).layout() }
    }.get()
    self.init(text: text, layout: layout)
  }
}

/// Checks whether text is a URL, and finds its parts.
private struct URLChecker {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let mode: CallbackURL.Mode

  init(_ bytes: UnsafeBufferPointer<UInt8>, mode: CallbackURL.Mode) {
    self.bytes = bytes
    self.mode = mode
  }

  func layout() throws(CallbackURL.SyntaxError) -> URLLayout {
    guard bytes.count <= CallbackURL.longestText else { throw .tooLong(at: CallbackURL.longestText) }
    if let layout = try layoutOfPlainText() { return layout }
    if let offset = bytes.firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) { throw .controlCharacter(at: offset) }
    let colon = try endOfScheme()
    let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
    let layout = URLLayout(bytes, schemeEnd: colon, end: end)
    try checkAuthority(layout)
    if end < bytes.count { try check((end + 1)..<bytes.count) }
    for segment in layout.segments(of: bytes) { try check(segment) }
    try checkPairs(layout)
    return layout
  }

  /// The layout of a URL without anything special, as most are; `nil` for one that needs a full check.
  private func layoutOfPlainText() throws(CallbackURL.SyntaxError) -> URLLayout? {
    guard PercentEncoding.isPlain(bytes) else { return nil }
    // A pair takes at least two bytes, so short text cannot have too many.
    guard
      bytes.count <= 2 * CallbackURL.mostPairs
        || bytes.count(where: { $0 == UInt8(ascii: "&") }) < CallbackURL.mostPairs
    else { return nil }
    let layout = URLLayout(bytes, schemeEnd: try endOfScheme(), end: bytes.count)
    return layout.userInformation.isEmpty && layout.port.isEmpty ? layout : nil
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

  private func checkAuthority(_ layout: URLLayout) throws(CallbackURL.SyntaxError) {
    try check(layout.userInformation.dropLast())
    let isDigit: (UInt8) -> Bool = { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if mode == .strict, let place = bytes[layout.port].dropFirst().firstIndex(where: { !isDigit($0) }) {
      throw .badPort(at: place)
    }
    try check(layout.host, brackets: true)
    guard PercentEncoding.decoded(bytes[layout.host]).inLowerCase == CallbackURL.xCallbackHost else { return }
    guard layout.userInformation.isEmpty else { throw .userInformation(at: layout.userInformation.lowerBound) }
    guard layout.port.isEmpty else { throw .port(at: layout.port.lowerBound) }
  }

  private func checkPairs(_ layout: URLLayout) throws(CallbackURL.SyntaxError) {
    var count = 0
    try layout.forEachPair(in: bytes) { (name, value) throws(CallbackURL.SyntaxError) in
      guard count < CallbackURL.mostPairs else { throw .tooManyPairs(at: name.lowerBound) }
      count += 1
      try check(name)
      if let value { try check(value) }
    }
  }

  /// Checks a part of the text.
  private func check(_ part: Range<Int>, brackets: Bool = false) throws(CallbackURL.SyntaxError) {
    let raw = bytes[part]
    var isASCII = true
    var place = part.lowerBound
    while place < part.upperBound {
      let byte = raw[place]
      if byte == UInt8(ascii: "%"), let escaped = PercentEncoding.escapedByte(in: raw, at: place) {
        guard escaped != 0 else { throw .nul(at: place) }
        isASCII = isASCII && escaped < 0x80
        place += 3
        continue
      }
      if mode == .strict, !PercentEncoding.mayStandRaw(byte), !(brackets && isBracket(byte)) {
        throw .forbidden(byte, at: place)
      }
      place += 1
    }
    guard mode == .strict, !isASCII, let valid = PercentEncoding.withDecoded(raw, countOfValid) else { return }
    throw .notUTF8(at: self.place(ofByte: valid, in: raw))
  }

  private func isBracket(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
  }

  /// The number of bytes before the first that is not UTF-8; `nil` if all are valid.
  private func countOfValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var parser = UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var count = 0
    while case .valid(let scalar) = parser.parseScalar(from: &rest) { count += scalar.count }
    return count < bytes.count ? count : nil
  }

  /// The place in the text of a byte of its decoded form.
  private func place(ofByte number: Int, in raw: PercentEncoding.Bytes) -> Int {
    var place = raw.startIndex
    for _ in 0..<number {
      let isEscape = raw[place] == UInt8(ascii: "%") && PercentEncoding.escapedByte(in: raw, at: place) != nil
      place += isEscape ? 3 : 1
    }
    return place
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
