/// The words that a field has as its values, for finding comparisons that are never true.
package struct FieldWords: Sendable, Hashable {
  /// The words, and other names that people use for them.
  package let choices: Choices
  /// Whether servers may send further words.
  package let isOpen: Bool

  package init(_ choices: Choices, isOpen: Bool = true) {
    self.choices = choices
    self.isOpen = isOpen
  }

  /// The words of a field that has no others.
  package static func only(_ words: String...) -> FieldWords { FieldWords(Choices(words), isOpen: false) }
}
