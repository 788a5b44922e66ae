import TuskLanguage

/// The texts that stand for answers which a rehearsal does not have.
///
/// Each consists of characters that stay as they are within a URL, so that it is found again in what is planned.
package struct Placeholders: Sendable {
  /// What stands for events that are yet to come.
  static let event = "event"

  private static let opening = "tusk-answer-"
  private static let separator = "~"
  private let mark: String

  package init() {
    var random = SystemRandomNumberGenerator()
    mark = String(random.next(), radix: 36)
  }

  /// The answer of a planned URL: its name in the plan, and the line of the script that made it.
  func text(named name: String, line: Int) -> String {
    "\(Self.opening)\(mark)\(Self.separator)\(line)\(Self.separator)\(name)\(Self.separator)"
  }

  /// A field of such an answer.
  static func text(_ text: String, field: String) -> String {
    "\(text.dropLast(separator.count)).\(field)\(separator)"
  }

  /// The text as a person reads it: `<statusURL of line 4>`.
  package func shown(_ text: String) -> String {
    replacing(in: text) { line, path in
      let fields = path.dropFirst(path.first == Self.event ? 2 : 1)
      return fields.isEmpty ? "<answer of line \(line)>" : "<\(fields.joined(separator: ".")) of line \(line)>"
    }
  }

  /// Whether the text depends on events that are yet to come, or on what else no plan can hold.
  func isOpen(_ text: String) -> Bool {
    var isOpen = false
    _ = replacing(in: text) { _, path in
      isOpen = isOpen || path.first == Self.event
      return ""
    }
    return isOpen
  }

  /// The URL as the plan has it: `${r4.statusURL}`.
  package func planned(_ text: String) -> String {
    replacing(in: text) { _, path in "${\(path.joined(separator: "."))}" }
  }

  /// Whether such a text stands in the text.
  func stands(in text: String) -> Bool { text.contains(Self.opening + mark) }

  private func replacing(in text: String, by written: (_ line: String, _ path: [String]) -> String) -> String {
    let opening = Self.opening + mark + Self.separator
    guard text.contains(opening) else { return text }
    let parts = text.split(separator: opening, omittingEmptySubsequences: false)
    return String(parts[0]) + parts.dropFirst().map { Self.replaced(in: $0, by: written) }.joined()
  }

  /// - Parameter text: a line, the path of the answer, and whatever follows.
  private static func replaced(
    in text: Substring, by written: (_ line: String, _ path: [String]) -> String
  ) -> String {
    let parts = text.split(separator: separator, maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3 else { return String(text) }
    return written(parts[0], parts[1].split(separator: ".").map(String.init)) + parts[2]
  }
}
