/// A source of lines for a session: a person at a terminal, or bytes.
package protocol LineReader: AnyObject {
  /// Waits for one complete input, which may be several lines.
  func readLine(prompt: Prompt) -> LineEvent

  /// Waits for one line that is neither shown nor kept, such as an access token.
  func readSecret(prompt: String) -> LineEvent
}

/// What came of waiting for a line.
package enum LineEvent: Sendable, Hashable {
  /// An input without its last newline; inner newlines are those of an input of several lines.
  case line(String)
  /// Control-C: the line was dropped.
  case interrupted
  /// Control-D on an empty line, the end of the bytes, or the reader was told to stop.
  case endOfInput
  /// Bytes that are not UTF-8, at this offset from the start of the input; the reader stands behind that line.
  case invalidUTF8(offset: Int)
  /// A line longer than ``PlainLineReader/longestLine`` starts at this offset; the reader stands behind it.
  case lineTooLong(offset: Int)
}

/// What stands before a line that is being typed. Colors (`ESC [ … m`) may stand in it.
package struct Prompt: Sendable, Hashable {
  package let text: String
  /// Shown at the right end of the row as long as the line does not reach it.
  package let right: String
  /// Stands before the second and later lines of an unfinished input.
  package let continuation: String

  package init(_ text: String, right: String = "", continuation: String = "..> ") {
    self.text = text
    self.right = right
    self.continuation = continuation
  }
}

/// What could stand at the cursor.
package struct Completions: Sendable, Hashable {
  /// One text that could replace the word at the cursor.
  package struct Candidate: Sendable, Hashable {
    /// What is put into the line.
    package let text: String
    /// A few words that say what it is.
    package let description: String
    /// What follows it where it is the only one, such as a blank or the parameter's `=`.
    package let suffix: String

    package init(_ text: String, description: String = "", suffix: String = " ") {
      self.text = text
      self.description = description
      self.suffix = suffix
    }
  }

  /// The UTF-8 offsets in the text that a candidate replaces.
  package let range: Range<Int>
  package let candidates: [Candidate]

  package init(replacing range: Range<Int>, with candidates: [Candidate]) {
    self.range = range
    self.candidates = candidates
  }

  package static let none = Completions(replacing: 0..<0, with: [])
}
