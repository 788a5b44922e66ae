import XCallbackURL

/// The commands that a checker resolved, for the run that follows.
///
/// Only commands that are written out in full are kept: one with a variable, a command in parentheses or the text of a
/// file can mean something else each time it runs.
package struct Resolutions: Sendable {
  private var entries: [Span: (command: Command, invocation: Invocation)] = [:]

  package init() {}

  /// The most commands that are kept, so that a long script does not fill the memory; the rest are resolved as they run.
  private static let limit = 10_000

  /// What the command was resolved to; `nil` if it has to be resolved again.
  package subscript(command: Command) -> Invocation? {
    // Another source may have another command in the same place.
    guard let entry = entries[command.span], entry.command == command else { return nil }
    return entry.invocation
  }

  mutating func add(_ invocation: Invocation, for command: Command) {
    guard entries.count < Self.limit, command.arguments.allSatisfy({ $0.value?.isConstant ?? true }) else { return }
    entries[command.span] = (command, invocation)
  }
}

extension Value {
  /// Whether the value is the same each time the line runs.
  fileprivate var isConstant: Bool {
    switch form {
    case .word(let text), .string(let text), .url(let text): text.literal != nil
    case .reference(let reference): reference.kind != .file && reference.id.literal != nil
    case .list(let values): values.allSatisfy(\.isConstant)
    case .variable, .result, .arithmetic, .range: false
    }
  }
}
