extension String {
  /// The name in lower case, with the separator wherever a new word began with a capital: `OpenURLNow` is
  /// `open-url-now`.
  func separatingWords(by separator: Character) -> String {
    let letters = Array(self)
    var result = ""
    for (index, letter) in letters.enumerated() {
      if index > 0, letter.isUppercase, letters[index - 1].isLetter || letters[index - 1].isNumber {
        let endsCapitals = index + 1 < letters.count && letters[index + 1].isLowercase
        if !letters[index - 1].isUppercase || endsCapitals { result.append(separator) }
      }
      result += letter.lowercased()
    }
    return result
  }

  /// The name that ``separatingWords(by:)`` most likely came from: `open-note` is `openNote`.
  func joiningWords(at separator: Character) -> String {
    let words = split(separator: separator, omittingEmptySubsequences: false)
    return words.dropFirst().reduce(into: String(words.first ?? "")) { result, word in
      result += word.prefix(1).uppercased() + word.dropFirst()
    }
  }

  /// The kebab-case name of a type, without what it is generic over or nested in.
  init(nameOf type: Any.Type) {
    let name = String(describing: type).prefix { $0 != "<" }
    self = name.split(separator: ".").last.map(String.init)?.separatingWords(by: "-") ?? ""
  }
}
