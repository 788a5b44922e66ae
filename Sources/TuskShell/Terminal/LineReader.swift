package import TuskLanguage

/// A source of lines for a session: a person at a terminal, or a stream of bytes.
package protocol LineReader: AnyObject {
  /// Waits for one complete input, which may span several lines, and returns it parsed.
  func readLine(prompt: Prompt) -> LineEvent<ParsedSource>

  /// Reads one line without echo or history, such as an access token.
  func readSecret(prompt: String) -> LineEvent<String>
}

/// The outcome of reading a line.
package enum LineEvent<Line: Sendable & Hashable>: Sendable, Hashable {
  /// An input without its final newline; inner newlines are those of an input that spans several lines.
  case line(Line)
  /// Control-C: the line was discarded.
  case interrupted
  /// Control-D on an empty line, the end of the bytes, or a request to stop.
  case endOfInput
  /// Bytes that are not UTF-8, at this offset from the start of the input; that line has been consumed.
  case invalidUTF8(offset: Int)
  /// A line longer than ``PlainLineReader/longestLine`` starts at this offset; it has been consumed.
  case lineTooLong(offset: Int)

  /// The same event for another form of the line.
  func map<Other>(_ transform: (Line) -> Other) -> LineEvent<Other> {
    switch self {
    case .line(let line): .line(transform(line))
    case .interrupted: .interrupted
    case .endOfInput: .endOfInput
    case .invalidUTF8(let offset): .invalidUTF8(offset: offset)
    case .lineTooLong(let offset): .lineTooLong(offset: offset)
    }
  }
}

/// The text before a line being typed, which may contain colors (`ESC [ … m`).
package struct Prompt: Sendable, Hashable {
  package let text: String
  /// Shown at the right end of the row until the line reaches it.
  package let right: String
  /// Shown before the second and later lines of an unfinished input.
  package let continuation: String

  package init(_ text: String, right: String = "", continuation: String = "..> ") {
    self.text = text
    self.right = right
    self.continuation = continuation
  }
}

/// The completions at the cursor.
package struct Completions: Sendable, Hashable {
  /// A text that could replace the word at the cursor.
  package struct Candidate: Sendable, Hashable {
    /// The text to insert.
    package let text: String
    /// A few words about it.
    package let description: String
    /// Who it is by, which has a column of its own; empty for what is by nobody.
    package let author: String
    /// The text inserted after an only candidate, such as a blank or a parameter's `=`.
    package let suffix: String
    /// Whether it is listed; the others only count for what all candidates have in common.
    package let isListed: Bool

    package init(
      _ text: String, description: String = "", author: String = "", suffix: String = " ", isListed: Bool = true
    ) {
      self.text = text
      self.description = description
      self.author = author
      self.suffix = suffix
      self.isListed = isListed
    }
  }

  /// The UTF-8 range of the text that a candidate replaces.
  package let range: Range<Int>
  package let candidates: [Candidate]

  package init(replacing range: Range<Int>, with candidates: [Candidate]) {
    self.range = range
    self.candidates = candidates
  }

  package static let none = Completions(replacing: 0..<0, with: [])
}
