import XCallbackURL

/// The commands that a checker resolved, for the run that follows.
///
/// Only commands that are written out in full are kept: one with a variable, a command in parentheses or the text of a
/// file can mean something else each time it runs.
package struct Resolutions: Sendable {
  private var entries = Dictionary<Span, Entry>()
  /// The entry, while there is only one: most lines of a stream have one command.
  private var only: Entry?

  private final class Entry: Sendable {
    let command: Command
    let invocation: Invocation

    init(_ command: Command, _ invocation: Invocation) {
      (self.command, self.invocation) = (command, invocation)
    }
  }

  package init() {}

  /// The most commands that are kept, so that a long script does not fill the memory; the rest are resolved as they run.
  private static let limit = 10_000

  /// What the command was resolved to; `nil` if it has to be resolved again.
  package subscript(command: Command) -> Invocation? {
    // Another source may have another command in the same place.
    let entry = only?.command.span == command.span ? only : entries[command.span]
    guard let entry, entry.command == command else { return nil }
    return entry.invocation
  }

  mutating func add(_ invocation: Invocation, for command: Command) {
    guard entries.count < Self.limit, command.isConstant else { return }
    let entry = Entry(command, invocation)
    guard only != nil || !entries.isEmpty else { return only = entry }
    entries[command.span] = entry
  }
}

extension Command {
  /// Whether it has neither a variable nor something to compute.
  var isWrittenOut: Bool { arguments.allSatisfy { $0.value?.isWrittenOut ?? true } }

  /// Whether it is the same each time the line runs.
  fileprivate var isConstant: Bool { arguments.allSatisfy { $0.value?.isConstant ?? true } }
}

extension Value {
  fileprivate var isWrittenOut: Bool {
    switch form {
    case .word(let text), .string(let text), .url(let text): text.literal != nil
    case .reference(let reference): reference.id.literal != nil
    case .list(let values): values.allSatisfy(\.isWrittenOut)
    case .variable, .result, .arithmetic, .range: false
    }
  }

  /// The text of a file may have changed when the line runs again.
  fileprivate var isConstant: Bool {
    switch form {
    case .reference(let reference): reference.kind != .file && isWrittenOut
    case .list(let values): values.allSatisfy(\.isConstant)
    default: isWrittenOut
    }
  }
}
