/// What follows `=` where a value is named, as other languages write it.
struct AssignedText {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  /// The values it may have been meant as: a constant, or a text; none if text would be something else.
  var values: [String] {
    if let constant { return [constant] }
    if text.hasPrefix("["), let items = Parser.withoutCommas(text[...]) { return [items] }
    return isExpression || text.contains { "\"\\$`{".contains($0) } ? [] : ["\"\(text)\""]
  }

  /// The mistake in a few words.
  var label: String {
    if constant != nil { return "the constants are true, false and null" }
    return isExpression ? "nothing is computed here; 'if' and 'expect' compare values" : "text is written in quotes"
  }

  private var constant: String? {
    let word = text.lowercased()
    return Parser.constants.contains(word) ? word : Self.otherNulls.contains(word) ? "null" : nil
  }

  private static let otherNulls: Set<String> = ["nil", "none", "undefined"]

  /// Whether it is computed in other languages: a negation, a comparison, arithmetic, a call or an index.
  private var isExpression: Bool {
    if text.hasPrefix("!") || text.hasPrefix("not ") { return true }
    let words = text.split(separator: " ")
    return words.dropFirst().contains { Self.operators.contains(String($0)) }
      || words.contains { isArithmetic($0) || isCall($0) }
  }

  private static let operators: Set<String> = [
    "==", "!=", "<", ">", "<=", ">=", "&&", "||", "+", "-", "*", "/", "%", "**", "//", "?",
  ]

  /// Numbers with a sign between them, as in `1+2`.
  private func isArithmetic(_ word: Substring) -> Bool {
    word.contains { "+*/%".contains($0) } && word.contains(where: \.isNumber)
      && word.allSatisfy { $0.isNumber || "+-*/%.()".contains($0) }
  }

  /// A name with a bracket directly after it, as in `f(1)` and `l[0]`.
  private func isCall(_ word: Substring) -> Bool {
    let name = word.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    guard !name.isEmpty, let bracket = word.dropFirst(name.count).first else { return false }
    return bracket == "(" || bracket == "["
  }
}
