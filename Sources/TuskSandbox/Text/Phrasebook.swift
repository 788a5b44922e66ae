/// Translates English with a small dictionary, word by word.
struct Phrasebook {
  private let words: [String: String]

  /// The languages that English is translated to.
  static let languages = books.keys.sorted()

  /// - Parameter language: an ISO 639 code; `nil` for a language without a phrasebook.
  init?(to language: String) {
    guard let words = Self.books[language] else { return nil }
    self.words = words
  }

  /// The text with its known words translated; tags, links and names in HTML stay as they are.
  func translation(of html: String) -> String {
    var translated = ""
    var rest = html[...]
    while let start = rest.first {
      if start == "<" || start == "&" {
        let end = rest.firstIndex(of: start == "<" ? ">" : ";").map(rest.index(after:)) ?? rest.endIndex
        translated += rest[..<end]
        rest = rest[end...]
      } else if start.isLetter {
        let word = rest.prefix { $0.isLetter }
        translated += self.translated(String(word))
        rest = rest[word.endIndex...]
      } else {
        translated.append(start)
        rest.removeFirst()
      }
    }
    return translated
  }

  private func translated(_ word: String) -> String {
    guard let found = words[word.lowercased()] else { return word }
    return word.first?.isUppercase == true ? found.prefix(1).uppercased() + found.dropFirst() : found
  }

  private static let books: [String: [String: String]] = [
    "de": [
      "a": "ein", "and": "und", "cat": "Katze", "dog": "Hund", "everybody": "alle", "first": "erste",
      "garden": "Garten", "good": "gut", "hello": "hallo", "is": "ist", "morning": "Morgen", "needs": "braucht",
      "patience": "Geduld", "somebody": "jemanden", "the": "die", "things": "Dinge", "three": "drei", "to": "zu",
      "tomatoes": "Tomaten", "train": "Zug", "was": "war", "water": "Wasser", "what": "was", "with": "mit",
      "world": "Welt",
    ],
    "es": [
      "a": "un", "and": "y", "cat": "gato", "garden": "jardín", "good": "bueno", "hello": "hola", "is": "es",
      "needs": "necesita", "patience": "paciencia", "the": "el", "three": "tres", "water": "agua", "world": "mundo",
    ],
    "fr": [
      "a": "un", "and": "et", "cat": "chat", "garden": "jardin", "good": "bon", "hello": "bonjour", "is": "est",
      "needs": "demande", "patience": "patience", "the": "le", "three": "trois", "water": "eau", "world": "monde",
    ],
  ]
}
