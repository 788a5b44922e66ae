import TuskLanguage
import XCallbackURL

/// A post as a person writes it in an editor: head lines, a line `---`, and the text.
///
/// The file is the whole draft: it names the command that posts it, so that it can be opened again later.
struct WrittenPost: Sendable, Hashable {
  /// The command that posts it, without the text and what the head says: `reply status:9`.
  var command = "post"
  var visibility = ""
  /// The content warning; empty for none.
  var warning = ""
  /// An ISO 639 code.
  var language = ""
  var media: [Medium] = []
  var text = ""

  /// A file to attach.
  struct Medium: Sendable, Hashable {
    /// `file:PATH`, `media:ID` or a web address.
    let source: String
    /// The alt text; `nil` for none.
    var description: String?
  }

  /// A line of the head.
  enum Field: String, CaseIterable, Sendable {
    case command, visibility, warning, language, media, limit
  }

  /// The most bytes of a file.
  static let mostBytes = 1 << 20
  /// The line between the head and the text.
  static let separator = "---"

  /// The file that the person edits.
  ///
  /// - Parameters:
  ///   - comments: what is said above the head, a line each.
  ///   - fields: the lines of the head.
  ///   - limit: how many characters the server takes.
  func page(_ comments: [String], _ fields: [Field] = Field.allCases, limit: Int) -> String {
    var lines = comments.map { "# " + Self.line($0) }
    for field in fields {
      switch field {
      case .command: lines.append(Self.line(field, command))
      case .visibility: lines.append(Self.line(field, visibility))
      case .warning: lines.append(Self.line(field, warning))
      case .language: lines.append(Self.line(field, language))
      case .media where media.isEmpty: lines.append("media:                # file:PATH \"alt text\", one a line")
      case .media: lines += media.map { Self.line(field, $0.words) }
      case .limit: lines.append(Self.line(field, String(limit)))
      }
    }
    return lines.map { $0 + "\n" }.joined() + "\(Self.separator)\n\(text)\n"
  }

  private static func line(_ field: Field, _ value: String) -> String {
    value.isEmpty ? "\(field.rawValue):" : "\(field.rawValue): \(line(value))"
  }

  /// The text on one line.
  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  /// The command line that posts it.
  ///
  /// - Parameter namesWarning: whether an empty warning is written, too, because the command would use another one.
  func line(namesWarning: Bool) -> String {
    var words = [command, Value.quoted(text)]
    if !visibility.isEmpty { words.append("visibility=\(visibility)") }
    if namesWarning || !warning.isEmpty { words.append("cw=\(Value.quoted(warning))") }
    if !language.isEmpty { words.append("language=\(language)") }
    if !media.isEmpty { words.append("media=[\(media.map(\.reference).joined(separator: " "))]") }
    if media.contains(where: { $0.description != nil }) {
      words.append("alt=[\(media.map { Value.quoted($0.description ?? "") }.joined(separator: " "))]")
    }
    return words.joined(separator: " ")
  }
}

extension WrittenPost.Medium {
  /// What it is as a value of the language.
  fileprivate var reference: String {
    for kind in [ReferenceKind.file, .media] where source.hasPrefix("\(kind.rawValue):") {
      let id = Text([.literal(String(source.dropFirst(kind.rawValue.utf8.count + 1)))])
      return Value(.reference(Reference(kind, id, form: .kind)), Span(0, 0)).source
    }
    return source
  }

  /// The medium as a line of the head has it.
  fileprivate var words: String {
    ([source] + [description].compactMap(\.self)).map(Self.word).joined(separator: " ")
  }

  /// The text as one word, quoted unless it has no blank, quote or backslash.
  private static func word(_ text: String) -> String {
    guard text.isEmpty || text.contains(where: { $0.isWhitespace || "\"'\\#".contains($0) }) else { return text }
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }

  /// Reads a line of the head.
  ///
  /// - Returns: `nil` for a line that names no medium.
  init?(words text: String) {
    guard let words = try? CommandWords(text).words, words.count < 3 else { return nil }
    let isLocal = ["file:", "media:"].contains { words[0].hasPrefix($0) && words[0] != $0 }
    let isAddress = words[0].hasPrefix("https://") && words[0].utf8.allSatisfy { Self.isOfAddress($0) }
    guard isLocal || isAddress else { return nil }
    self.init(source: words[0], description: words.count == 2 && !words[1].isEmpty ? words[1] : nil)
  }

  /// Whether the byte may be in an address without ending the word that it is in a command line.
  private static func isOfAddress(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "-._~:/?&=%+".utf8.contains(byte)
    }
  }
}

extension WrittenPost {
  /// Reads the bytes of a file.
  ///
  /// - Parameter visibilities: what the head may say of who can see it; `nil` for anything.
  /// - Throws: ``Failure`` that names the line that is wrong.
  init(reading bytes: [UInt8], visibilities: [String]?) throws(Failure) {
    let lines = try Self.lines(of: bytes)
    guard let end = lines.firstIndex(where: Self.isSeparator) else {
      if let head = lines.firstIndex(where: Self.isHead) { throw .noSeparator(after: head + 1) }
      text = Self.trimmed(lines[...])
      return
    }
    var seen: Set<Field> = []
    for (index, line) in lines[..<end].enumerated() where !Self.isComment(line) && !line.allSatisfy(\.isWhitespace) {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0].trimmingBlanks.lowercased()
      guard parts.count == 2, let field = Field(rawValue: name) else { throw .unknownHead(line, index + 1) }
      guard field == .media || seen.insert(field).inserted else { throw .twice(field, index + 1) }
      try set(field, parts[1].trimmingBlanks, visibilities, at: index + 1)
    }
    text = Self.trimmed(lines[(end + 1)...])
  }

  /// The text of a file, whatever is wrong with its head.
  static func text(of bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    return trimmed(lines[(lines.firstIndex(where: isSeparator).map { $0 + 1 } ?? 0)...])
  }

  /// Whether a file has a text, whatever is wrong with its head.
  static func hasText(_ bytes: [UInt8]) -> Bool { !text(of: bytes).isEmpty }

  private static func lines(of bytes: [UInt8]) throws(Failure) -> [String] {
    guard bytes.count <= mostBytes else { throw .tooLong(mostBytes) }
    guard !bytes.contains(0) else { throw .hasNUL() }
    guard let whole = String(validating: bytes, as: UTF8.self) else { throw .notUTF8() }
    let text = whole.unicodeScalars.first == "\u{FEFF}" ? String(whole.unicodeScalars.dropFirst()) : whole
    return text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func isSeparator(_ line: String) -> Bool {
    line.hasPrefix(separator) && line.dropFirst(separator.count).allSatisfy(\.isWhitespace)
  }

  private static func isComment(_ line: String) -> Bool { line == "#" || line.hasPrefix("# ") }

  /// Whether the line could only be part of a head.
  private static func isHead(_ line: String) -> Bool {
    isComment(line) || Field.allCases.contains { line.hasPrefix("\($0.rawValue):") }
  }

  /// The lines without empty ones before and after them.
  private static func trimmed(_ lines: ArraySlice<String>) -> String {
    let isEmpty = { (line: String) in line.allSatisfy(\.isWhitespace) }
    let start = lines.drop(while: isEmpty)
    let end = start.lastIndex { !isEmpty($0) }.map { $0 + 1 } ?? start.startIndex
    return start[..<end].joined(separator: "\n")
  }

  private mutating func set(
    _ field: Field, _ value: String, _ visibilities: [String]?, at line: Int
  ) throws(Failure) {
    switch field {
    case .command:
      guard !value.isEmpty else { throw .noCommand(line) }
      command = value
    case .visibility:
      if let visibilities, !value.isEmpty, !visibilities.contains(value) {
        throw .visibility(value, visibilities, line)
      }
      visibility = value
    case .warning: warning = value
    case .language:
      guard value.isEmpty || value.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*/) != nil else {
        throw .language(value, line)
      }
      language = value
    case .media where value.isEmpty || Self.isComment(value): break
    case .media:
      guard let medium = Medium(words: value) else { throw .medium(value, line) }
      // Found out later, a redraft would be refused after the status is deleted.
      guard medium.description == nil || !medium.source.hasPrefix("media:") else {
        throw .describedUpload(medium.source, line)
      }
      media.append(medium)
    // It tells the person, and is no choice.
    case .limit: break
    }
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    let start = drop(while: \.isWhitespace)
    return String(start[..<(start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex)])
  }
}

extension Failure {
  fileprivate static func noSeparator(after line: Int) -> Failure {
    Failure(.invalidParameter, "line \(line) is part of a head, and no line '\(WrittenPost.separator)' ends it")
  }

  fileprivate static func unknownHead(_ text: String, _ line: Int) -> Failure {
    let names = WrittenPost.Field.allCases.map(\.rawValue).joined(separator: ", ")
    return Failure(
      .invalidParameter, "line \(line): '\(text)' is no line of the head, which has: \(names)")
  }

  fileprivate static func twice(_ field: WrittenPost.Field, _ line: Int) -> Failure {
    Failure(.invalidParameter, "line \(line): the head has a '\(field.rawValue)' already")
  }

  fileprivate static func noCommand(_ line: Int) -> Failure {
    Failure(.invalidParameter, "line \(line): 'command' needs one that writes a post, such as: post")
  }

  fileprivate static func visibility(_ value: String, _ all: [String], _ line: Int) -> Failure {
    let choices = all.isEmpty ? "cannot be changed by this command" : "must be \(all.joined(separator: ", "))"
    return Failure(.invalidParameter, "line \(line): 'visibility' \(choices); not '\(value)'")
  }

  fileprivate static func language(_ value: String, _ line: Int) -> Failure {
    Failure(.invalidParameter, "line \(line): 'language' must be an ISO 639 code such as en, not '\(value)'")
  }

  fileprivate static func medium(_ value: String, _ line: Int) -> Failure {
    Failure(
      .invalidParameter,
      "line \(line): 'media' must be file:PATH, media:ID or an https address, and perhaps \"alt text\"; not '\(value)'")
  }

  fileprivate static func describedUpload(_ source: String, _ line: Int) -> Failure {
    Failure(
      .invalidParameter, "line \(line): '\(source)' is uploaded already; set its alt text with: alt \(source) TEXT")
  }

  fileprivate static func tooLong(_ limit: Int) -> Failure {
    Failure(.invalidParameter, "the file is longer than \(limit) bytes")
  }

  fileprivate static func hasNUL() -> Failure { Failure(.invalidParameter, "the file has a NUL character") }

  fileprivate static func notUTF8() -> Failure {
    Failure(.invalidParameter, "the file is not UTF-8; save it in that encoding")
  }
}
