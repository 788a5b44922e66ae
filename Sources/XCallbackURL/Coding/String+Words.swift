extension String {
  /// The name in lower case with a separator between words: `OpenURLNow` becomes `open-url-now`.
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

  /// The likely origin of ``separatingWords(by:)``: `open-note` becomes `openNote`.
  func joiningWords(at separator: Character) -> String {
    let words = split(separator: separator, omittingEmptySubsequences: false)
    return words.dropFirst().reduce(into: String(words.first ?? "")) { result, word in
      result += word.prefix(1).uppercased() + word.dropFirst()
    }
  }

  /// The name of a type in kebab case, without generic arguments and enclosing types.
  init(nameOf type: Any.Type) {
    let name = String(describing: type).prefix { $0 != "<" }
    self = name.split(separator: ".").last.map(String.init)?.separatingWords(by: "-") ?? ""
  }
}
