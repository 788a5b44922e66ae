import XCallbackURL

/// The names that may have values at a place in a script.
struct Names {
  /// The static properties of a named value.
  struct Entry: Hashable {
    var staticType: StaticType
    /// Whether it certainly came from a server, a file or a program.
    var isForeign = false
    /// Whether the access token is certainly in it.
    var isSecret = false
    /// The argument of the script that it is, if that is known.
    var argument: String?
    /// The line of its definition; `nil` for a verb's inputs and if the source text is unknown.
    var line: Int?

    /// The entry of a value that is one of the two.
    fileprivate func joined(with other: Entry) -> Entry {
      Entry(
        staticType: staticType.joined(with: other.staticType), isForeign: isForeign && other.isForeign,
        isSecret: isSecret && other.isSecret, line: line ?? other.line)
    }
  }

  private var entries: [String: Entry] = [:]
  /// The changes since the outermost block began, so that several branches can start from the same names.
  private var trail: [(name: String, before: Entry?)] = []
  private var depth = 0

  subscript(_ name: String) -> Entry? { entries[name] }

  /// The names that the script gave, sorted.
  var all: [String] { entries.keys.filter { $0 != "_" }.sorted() }

  mutating func set(_ name: String, _ entry: Entry) {
    if depth > 0 { trail.append((name, entries[name])) }
    entries[name] = entry
  }

  /// Resets a name to an earlier entry, or removes it.
  mutating func restore(_ name: String, _ entry: Entry?) {
    if depth > 0 { trail.append((name, entries[name])) }
    entries[name] = entry
  }

  /// Starts a branch; ``rewind(to:)`` returns to this state.
  mutating func fork() -> Int {
    depth += 1
    return trail.count
  }

  /// Undoes the changes since the fork.
  ///
  /// - Returns: the entries that the branch had set.
  mutating func rewind(to fork: Int) -> [String: Entry] {
    depth -= 1
    var reached: [String: Entry] = [:]
    while trail.count > fork, let change = trail.popLast() {
      if reached[change.name] == nil { reached[change.name] = entries[change.name] }
      entries[change.name] = change.before
    }
    return reached
  }

  /// Merges the entries of several branches, of which a run takes one.
  ///
  /// A name that any branch gives counts as defined, because the branch taken is unknown before the run.
  mutating func join(_ branches: [[String: Entry]]) {
    var names: Set<String> = []
    for branch in branches { names.formUnion(branch.keys) }
    for name in names {
      let met = branches.compactMap { $0[name] ?? entries[name] }
      guard let first = met.first else { continue }
      set(name, met.dropFirst().reduce(first) { $0.joined(with: $1) })
    }
  }
}

extension [Statement] {
  /// The names that these lines may give values to, including those in their blocks but not in definitions.
  var givenNames: Set<String> {
    var collector = NameCollector()
    collector.visit(self)
    return collector.names
  }
}

private struct NameCollector: SyntaxVisitor {
  var names: Set<String> = []

  mutating func visit(_ statement: Statement) {
    switch statement.form {
    // The name of a loop and the inputs of a verb are undefined after their blocks.
    case .loop(let loop): visit(loop.body)
    // A parameter has its value before all other lines run.
    case .definition, .meta, .parameter: break
    default: statement.walk(with: &self)
    }
  }

  mutating func visit(_ name: Spanned<String>) { names.insert(name.value) }

  // Only statements give names.
  mutating func visit(_ condition: Condition) {}
  mutating func visit(_ pipeline: Pipeline) {}
  mutating func visit(_ setting: Setting) {}
  mutating func visit(_ value: Value) {}
}
