/// Looks for a verb in statements.
private struct VerbSearch: SyntaxVisitor {
  let verb: String
  var isFound = false

  mutating func visit(_ command: Command) {
    if command.verb.value == verb { isFound = true }
    command.walk(with: &self)
  }
}

extension Sequence<Statement> {
  /// Whether one of the statements, or one within them, begins with this word.
  package func use(verb: String) -> Bool {
    var search = VerbSearch(verb: verb)
    for statement in self where !search.isFound { search.visit(statement) }
    return search.isFound
  }
}
