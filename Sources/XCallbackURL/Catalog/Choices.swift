/// The values that a parameter accepts, and other spellings of them.
package struct Choices: Sendable, Hashable {
  /// The values as a URL carries them.
  package let values: [String]
  /// The kind of reference that is accepted besides the values: `list:5`.
  package let reference: ReferenceKind?
  /// Whether a word with a colon is taken as it is, because software adds its own values by that.
  private let isExtensible: Bool
  /// Other spellings in lower case, their words separated by one blank, and the value that each stands for.
  private let aliases: [String: String]
  /// What other programs call values, as lists separated by blanks, by value; these words are not accepted.
  private let elsewhere: [String: String]
  /// What values mean, in a few words, by value.
  private let meanings: [String: String]

  package init(
    _ values: [String], aliases: [String: String] = [:], reference: ReferenceKind? = nil,
    elsewhere: [String: String] = [:], meanings: [String: String] = [:], isExtensible: Bool = false
  ) {
    self.values = values
    self.aliases = aliases
    self.reference = reference
    self.elsewhere = elsewhere
    self.meanings = meanings
    self.isExtensible = isExtensible
  }

  /// The values and forms to list in help and errors: `public`, `list:ID`.
  package var spellings: [String] { values + (reference.map { ["\($0.rawValue):ID"] } ?? []) }

  /// The value that a text stands for; `nil` if it stands for none.
  ///
  /// Letter case, and whether `-`, `_` or a blank separates words, matter only if there are no aliases.
  package func value(for text: String) -> String? {
    if values.contains(text) || isReference(text) || isExtensible && text.isExtension { return text }
    guard !aliases.isEmpty else { return nil }
    return aliases[text.lowercased().split { "-_ ".contains($0) }.joined(separator: " ")]
  }

  /// The value that other programs call by this word.
  package func value(calledElsewhere word: String) -> String? {
    values.first { elsewhere[$0]?.split(separator: " ").contains(Substring(word)) ?? false }
  }

  /// What a value means, in a few words; empty if nothing is said of it.
  package func meaning(of value: String) -> String { meanings[value] ?? "" }

  private func isReference(_ text: String) -> Bool {
    guard let reference, text.hasPrefix("\(reference.rawValue):") else { return false }
    let id = text.dropFirst(reference.rawValue.count + 1)
    return ReferenceKind.isPlainIdentifier(id)
  }
}

extension Choices: ExpressibleByArrayLiteral {
  package init(arrayLiteral values: String...) {
    self.init(values)
  }
}

extension String {
  /// Whether this is a word of its own software, such as `pleroma:emoji_reaction`.
  fileprivate var isExtension: Bool {
    let parts = utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789_.-".utf8.contains($0) }
      }
  }
}
