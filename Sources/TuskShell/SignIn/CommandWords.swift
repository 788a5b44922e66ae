import XCallbackURL

/// The words of a command that is run without a shell: separated by blanks, with quotes to keep a word together, and a
/// backslash outside single quotes to take the next character literally. Nothing is expanded.
struct CommandWords {
  let words: [String]

  /// - Throws: ``Failure`` if there is no word, or a quote is not closed.
  init(_ text: String) throws(Failure) {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in text {
      switch character {
      case _ where isEscaped:
        word = (word ?? "") + String(character)
        isEscaped = false
      case "\\" where quote != "'": isEscaped = true
      case _ where character == quote: quote = nil
      case "'" where quote == nil, "\"" where quote == nil:
        quote = character
        word = word ?? ""
      case _ where quote == nil && character.isWhitespace:
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    guard quote == nil, !isEscaped else { throw .unended(text) }
    if let word { words.append(word) }
    guard words.first?.isEmpty == false else { throw .noWord() }
    self.words = words
  }
}

extension Failure {
  fileprivate static func unended(_ text: String) -> Failure {
    Failure(.invalidParameter, "unclosed quote or trailing backslash in the token command '\(text)'")
  }

  fileprivate static func noWord() -> Failure {
    Failure(.invalidParameter, "the token command is empty; give a program and its arguments, such as: pass show tusk")
  }
}
