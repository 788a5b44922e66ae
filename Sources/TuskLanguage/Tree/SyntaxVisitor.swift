/// A walk over the tree in source order.
///
/// A visitor implements only the visits it needs. Every other visit goes on to the parts of the node; an implementation
/// that wants the parts too calls `walk(with:)` on the node.
protocol SyntaxVisitor {
  mutating func visit(_ statement: Statement)
  /// A name that a statement gives: to a value, a verb, an input or an error.
  mutating func visit(_ name: Spanned<String>)
  mutating func visit(_ input: Definition.Input)
  mutating func visit(_ condition: Condition)
  mutating func visit(_ comparator: Spanned<Condition.Comparator>)
  mutating func visit(_ pipeline: Pipeline)
  mutating func visit(_ stage: RowStage)
  mutating func visit(_ program: Program)
  mutating func visit(_ command: Command)
  mutating func visit(_ setting: Setting)
  mutating func visit(_ value: Value)
}

extension SyntaxVisitor {
  mutating func visit(_ statement: Statement) { statement.walk(with: &self) }
  mutating func visit(_ name: Spanned<String>) {}
  mutating func visit(_ input: Definition.Input) { input.walk(with: &self) }
  mutating func visit(_ condition: Condition) { condition.walk(with: &self) }
  mutating func visit(_ comparator: Spanned<Condition.Comparator>) {}
  mutating func visit(_ pipeline: Pipeline) { pipeline.walk(with: &self) }
  mutating func visit(_ stage: RowStage) { stage.walk(with: &self) }
  mutating func visit(_ program: Program) { visit(program.words) }
  mutating func visit(_ command: Command) { command.walk(with: &self) }
  mutating func visit(_ setting: Setting) { setting.walk(with: &self) }
  mutating func visit(_ value: Value) { value.walk(with: &self) }

  mutating func visit(_ statements: [Statement]) {
    for statement in statements { visit(statement) }
  }

  mutating func visit(_ settings: [Setting]) {
    for setting in settings { visit(setting) }
  }

  mutating func visit(_ values: [Value]) {
    for value in values { visit(value) }
  }
}
