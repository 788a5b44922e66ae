package import XCallbackURL

/// What is known around a line that is being completed. The shell fills it, and everything in it answers at once.
package struct Surroundings: Sendable {
  /// The rows on the screen, which their numbers name, and what `it` names.
  package var rows = ShownRows()
  /// What earlier lines gave: the names with their types, and the verbs.
  package var checker: Checker?
  /// The things of a kind that go on from what is typed, those most likely meant first.
  ///
  /// The account is what the command names; `nil` for the usual one. A name may be found by other words of it,
  /// so that it does not begin with what is typed.
  package var things: Things = { _, _, _ in [] }
  /// The account of commands that name no other, as `@user@host`; `nil` if it is not known.
  package var usualAccount: @Sendable () -> String? = { nil }
  /// The signed-in accounts.
  package var accounts: @Sendable () -> [Completion.Candidate] = { [] }
  /// The jobs, by their numbers.
  package var jobs: @Sendable () -> [Completion.Candidate] = { [] }
  /// The posts that were begun in an editor, by their numbers.
  package var drafts: @Sendable () -> [Completion.Candidate] = { [] }
  /// The changes that can be taken back, by their numbers, the newest first.
  package var changes: [Completion.Candidate] = []
  /// The files whose paths continue what is typed; those of folders end with `/`.
  package var files: @Sendable (_ path: String) -> [Completion.Candidate] = { _ in [] }
  /// The programs of this machine whose names continue what is typed.
  package var programs: @Sendable (_ typed: String) -> [Completion.Candidate] = { _ in [] }
  /// What help describes besides verbs.
  package var topics: @Sendable () -> [Completion.Candidate] = { [] }

  /// Finds the things of a kind, for an account.
  package typealias Things =
    @Sendable (_ kind: ReferenceKind, _ typed: String, _ account: String?) -> [Completion.Candidate]

  package init() {}
}

/// What is asked of a completion: the text up to the cursor, and what is known around it.
struct CompletionQuestion {
  let context: CompletionContext
  let resolver: Resolver
  let surroundings: Surroundings
  let keywords: [Keyword]
  /// Whether it is asked again, for what is left out at first.
  let isFurther: Bool

  /// What is known of names and types.
  var checker: Checker { surroundings.checker ?? Checker(resolver: resolver, mode: .prompt) }

  /// The type of the rows that the step at the cursor gets.
  var row: StaticType {
    guard let head = context.head else { return .anything }
    let row = checker.typeOfRows(after: head)
    guard row == .anything, !head.contains("|"), let source = context.source else { return row }
    // Several subjects give the rows of each.
    let verb = resolver.verb(of: CompletionContext.command(of: source))
    return verb?.signature.items.map { StaticType.record($0.record) } ?? row
  }
}

extension Checker {
  /// The type of the rows that a pipeline leaves, as far as it is known.
  func typeOfRows(after head: String) -> StaticType {
    let whole = ParsedSource(Source("\(head) | take 1"), mode: .repl)
    guard case .success(let statements) = whole.statements, statements.count == 1,
      case .pipeline(let pipeline)? = statements.first?.form, case .list(let row) = staticType(of: pipeline)
    else { return .anything }
    return row
  }
}
