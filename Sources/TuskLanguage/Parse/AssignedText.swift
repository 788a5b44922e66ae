/// What follows `=` where a value is named, as other languages write it.
struct AssignedText {
  private let text: String
  private let words: [Substring]

  init(_ text: String) {
    self.text = text
    words = text.split(separator: " ").filter { $0 != "not" }
  }

  /// The values it may have been meant as: a constant, or a text; none if text would be something else.
  var values: [String] {
    if let constant { return [constant] }
    if text.hasPrefix("["), let items = Parser.withoutCommas(text[...]) { return [items] }
    return isText && !text.contains { "\"\\$`{".contains($0) } ? ["\"\(text)\""] : []
  }

  /// The mistake in a few words.
  var label: String {
    if constant != nil { return "the constants are true, false and null" }
    return reading == .computed
      ? "nothing is computed here; 'if' and 'expect' compare values" : "text is written in quotes"
  }

  /// Whether it cannot have been meant as an expression of another language.
  var isText: Bool { reading == .text }

  private var constant: String? {
    let word = text.lowercased()
    return Parser.constants.contains(word) ? word : Self.otherNulls.contains(word) ? "null" : nil
  }

  private static let otherNulls: Set<String> = ["nil", "none", "undefined"]

  /// How sure it is that this is computed in other languages.
  private enum Reading: Comparable {
    case text
    case either
    case computed
  }

  private var reading: Reading {
    if text.hasPrefix("!") || text.hasPrefix("not ") && words.count == 1 { return .computed }
    if words.contains(where: { isArithmetic($0) || isCall($0) }) { return .computed }
    if let word = words.first, word.hasPrefix("-"), word.dropFirst().first?.isLetter == true { return .either }
    return words.indices.map(reading(ofOperatorAt:)).max() ?? .text
  }

  private static let comparators: Set<Substring> = ["==", "!=", "<", ">", "<=", ">=", "&&", "||", "**", "//", "?"]
  private static let signs: Set<Substring> = ["+", "-", "*", "/", "%"]
  private static let operators = comparators.union(signs).union(["and", "or", ":"])

  /// A word between two values. Signs and joints may be a part of text, which has capitals or several words in a row.
  private func reading(ofOperatorAt index: Int) -> Reading {
    let word = words[index]
    guard Self.operators.contains(word), let left = value(at: index - 1), let right = value(at: index + 1) else {
      return .text
    }
    if Self.comparators.contains(word) { return word != "?" || words.contains(":") ? .computed : .text }
    let isAlone = value(at: index - 2) == nil && value(at: index + 2) == nil
    guard isAlone, word != ":", !isProper(left), !isProper(right) else { return .text }
    if Self.signs.contains(word), word != "-" { return .computed }
    return word == "-" && (left + right).contains(where: \.isNumber) ? .computed : .either
  }

  /// The word at the index; `nil` if it is an operator, or none.
  private func value(at index: Int) -> Substring? {
    guard words.indices.contains(index), !Self.operators.contains(words[index]) else { return nil }
    return words[index]
  }

  /// Whether a word has a capital, as names of the real world do, and is no constant.
  private func isProper(_ word: Substring) -> Bool {
    word.first?.isUppercase == true && !Parser.constants.contains(word.lowercased())
  }

  /// Numbers or variables with a sign between them, as in `1+2` and `a+b`, but not `50%`, `24/7` or `10/12/2025`.
  private func isArithmetic(_ word: Substring) -> Bool {
    let terms = word.split(omittingEmptySubsequences: false) { "+*/%".contains($0) }
    guard terms.count > 1, let first = terms.first, let last = terms.last, !first.isEmpty, !last.isEmpty else {
      return false
    }
    if word.allSatisfy({ $0.isNumber || "+-*/%.()".contains($0) }) {
      return word.contains(where: \.isNumber) && !isFractionOrDate(word)
    }
    let isSum = word.contains { "+*".contains($0) } && !word.contains { "/%".contains($0) }
    return isSum && terms.allSatisfy { !isProper($0) && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }
  }

  private func isFractionOrDate(_ word: Substring) -> Bool {
    let numbers = word.split(separator: "/")
    return numbers.allSatisfy { $0.allSatisfy(\.isNumber) }
      && (numbers.count > 2 || numbers.allSatisfy { $0.count < 3 })
  }

  /// A name with a bracket directly after it, as in `f(1)` and `l[0]`.
  private func isCall(_ word: Substring) -> Bool {
    let name = word.drop { $0 == "$" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    guard !name.isEmpty, let bracket = word.drop(while: { $0 == "$" }).dropFirst(name.count).first else { return false }
    return bracket == "(" || bracket == "["
  }
}
