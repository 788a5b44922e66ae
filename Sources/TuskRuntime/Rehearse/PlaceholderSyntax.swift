import TuskLanguage

/// Makes and finds the texts that a rehearsal uses in place of answers that it does not have.
///
/// Their characters need no escaping in a URL, so that they can be found in planned URLs.
package struct PlaceholderSyntax: Sendable {
  /// The name of future events.
  static let event = "event"

  private static let opening = "tusk-answer-"
  private static let separator = "~"
  private let mark: String

  package init() {
    var random = SystemRandomNumberGenerator()
    mark = String(random.next(), radix: 36)
  }

  /// The placeholder for the answer of a planned URL.
  ///
  /// - Parameters:
  ///   - name: the name of the answer in the plan.
  ///   - line: the line of the script that opens the URL.
  func text(named name: String, line: Int) -> String {
    "\(Self.opening)\(mark)\(Self.separator)\(line)\(Self.separator)\(name)\(Self.separator)"
  }

  /// The placeholder for a field of such an answer.
  static func text(_ text: String, field: String) -> String {
    "\(text.dropLast(separator.count)).\(field)\(separator)"
  }

  /// The placeholder for what is computed from such an answer, which a plan cannot contain either.
  static func computed(from text: String) -> String {
    var parts = text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 2, !parts[2].hasPrefix("\(event).") else { return text }
    parts[2] = "\(event).\(parts[2])"
    return parts.joined(separator: separator)
  }

  /// The text with placeholders as people read them: `<statusURL of line 4>`.
  package func shown(_ text: String) -> String {
    replacing(in: text) { line, path in
      let fields = path.dropFirst(path.first == Self.event ? 2 : 1)
      return fields.isEmpty ? "<result of line \(line)>" : "<\(fields.joined(separator: ".")) of line \(line)>"
    }
  }

  /// Whether the text depends on future events, which a plan cannot contain.
  func dependsOnEvents(_ text: String) -> Bool {
    var dependsOnEvents = false
    _ = replacing(in: text) { _, path in
      dependsOnEvents = dependsOnEvents || path.first == Self.event
      return ""
    }
    return dependsOnEvents
  }

  /// The text with placeholders as the plan refers to them: `${r4.statusURL}`.
  package func planned(_ text: String) -> String {
    replacing(in: text) { _, path in "${\(path.joined(separator: "."))}" }
  }

  /// Whether the text contains a placeholder.
  func occurs(in text: String) -> Bool {
    // Most texts have none, and the search for a text takes its time.
    text.utf8.contains(UInt8(ascii: "~")) && text.contains(Self.opening + mark)
  }

  private func replacing(in text: String, by written: (_ line: String, _ path: [String]) -> String) -> String {
    guard text.utf8.contains(UInt8(ascii: "~")) else { return text }
    let opening = Self.opening + mark + Self.separator
    guard text.contains(opening) else { return text }
    let parts = text.split(separator: opening, omittingEmptySubsequences: false)
    return String(parts[0]) + parts.dropFirst().map { Self.replaced(in: $0, by: written) }.joined()
  }

  /// - Parameter text: a line number, the path of the answer, and the text after the placeholder.
  private static func replaced(
    in text: Substring, by written: (_ line: String, _ path: [String]) -> String
  ) -> String {
    let parts = text.split(separator: separator, maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3 else { return String(text) }
    return written(parts[0], parts[1].split(separator: ".").map(String.init)) + parts[2]
  }
}
