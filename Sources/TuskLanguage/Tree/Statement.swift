/// One statement of a script: a line, or a block with its lines.
package struct Statement: Sendable, Hashable {
  package var form: Form
  package var span: Span

  package init(_ form: Form, _ span: Span) {
    self.form = form
    self.span = span
  }

  /// The forms of a statement. They are shared by its copies, of which a run makes several.
  package indirect enum Form: Sendable, Hashable {
    case parameter(ScriptParameter)
    case assignment(name: Spanned<String>, Operation)
    case loop(Loop)
    case repetition(Repetition)
    case branch(Branch)
    case attempt(Attempt)
    case definition(Definition)
    case scope(Scope)
    case expectation(Condition, message: Value?)
    case test(ScriptTest)
    /// `return`
    case answer(Operation?)
    /// A variable alone on its line, which prints its value.
    case show(Variable)
    case pipeline(Pipeline)
    case meta(Meta)
  }
}

/// The right side of `let x =` and `return`.
package enum Operation: Sendable, Hashable {
  case value(Value)
  case pipeline(Pipeline)
}

/// `for NAME in … end`
package struct Loop: Sendable, Hashable {
  package var name: Spanned<String>
  /// A variable, a list or the result of a command.
  package var items: Value
  package var settings: [Setting]
  package var body: [Statement]
}

/// `while CONDITION … end`
package struct Repetition: Sendable, Hashable {
  package var condition: Condition
  package var settings: [Setting]
  package var body: [Statement]
}

/// `if … else if … else … end`
package struct Branch: Sendable, Hashable {
  /// At least one; the first arm whose condition is true runs.
  package var arms: [Arm]
  package var otherwise: [Statement]?

  /// A condition and the lines it guards.
  package struct Arm: Sendable, Hashable {
    package var condition: Condition
    package var body: [Statement]
  }
}

/// `try … catch … end`
package struct Attempt: Sendable, Hashable {
  package var body: [Statement]
  package var handler: Handler?

  /// The lines after `catch`, and the name of the error in them.
  package struct Handler: Sendable, Hashable {
    package var name: Spanned<String>?
    package var body: [Statement]

    /// Whether the lines read what a failed program wrote to standard error.
    package var readsErrors: Bool {
      guard let name else { return false }
      var finder = FieldFinder(name: name.value, field: "errors")
      finder.visit(body)
      return finder.isFound
    }
  }
}

/// Finds a field of a variable.
private struct FieldFinder: SyntaxVisitor {
  let name: String
  let field: String
  var isFound = false

  mutating func visit(_ value: Value) {
    if value.variables.contains(where: { $0.name == name && $0.path.first?.name == field }) { isFound = true }
    value.walk(with: &self)
  }
}

/// `def VERB … end`
package struct Definition: Sendable, Hashable {
  package var verb: Spanned<String>
  package var inputs: [Input]
  package var body: [Statement]

  /// An input of the verb, and its value if the caller passes none.
  package struct Input: Sendable, Hashable {
    package var name: Spanned<String>
    package var fallback: Value?
  }
}

/// A block that runs once, on a schedule or as another account.
package struct Scope: Sendable, Hashable {
  package var kind: Kind
  package var value: Value
  package var settings: [Setting]
  package var body: [Statement]
  /// Whether the body is a single request on the line of the keyword.
  package var isLine = false

  /// What the block does: run once, on a schedule, or as another account.
  package enum Kind: Sendable, Hashable {
    case once, every, at, account

    package var keyword: Keyword {
      switch self {
      case .once: .once
      case .every: .every
      case .at: .at
      case .account: .account
      }
    }
  }
}

/// `test "NAME" … end`
package struct ScriptTest: Sendable, Hashable {
  package var name: Value
  package var settings: [Setting]
  package var body: [Statement]
}

/// A command of the prompt, known or not: `\url fav status:1`.
package struct Meta: Sendable, Hashable {
  package var name: String
  package var words: [Value]
  /// The statement that the command is about, if it takes one.
  package var line: [Statement] = []
  /// Whether it is written without a backslash.
  package var isBare = false
}

extension Statement {
  /// Visits the parts of the statement in source order.
  func walk(with visitor: inout some SyntaxVisitor) {
    switch form {
    case .parameter(let parameter):
      visitor.visit(parameter.name)
      if let fallback = parameter.fallback { visitor.visit(fallback) }
      if let summary = parameter.summary { visitor.visit(summary) }
    case .assignment(let name, let operation):
      visitor.visit(name)
      operation.walk(with: &visitor)
    case .loop(let loop): loop.walk(with: &visitor)
    case .repetition(let repetition): repetition.walk(with: &visitor)
    case .branch(let branch): branch.walk(with: &visitor)
    case .attempt(let attempt): attempt.walk(with: &visitor)
    case .definition(let definition): definition.walk(with: &visitor)
    case .scope(let scope): scope.walk(with: &visitor)
    case .expectation(let condition, let message):
      visitor.visit(condition)
      if let message { visitor.visit(message) }
    // A run of the script skips its tests.
    case .test: break
    case .answer(let operation): operation?.walk(with: &visitor)
    case .show(let variable): visitor.visit(Value(.variable(variable), span))
    case .pipeline(let pipeline): visitor.visit(pipeline)
    case .meta(let meta):
      visitor.visit(meta.words)
      visitor.visit(meta.line)
    }
  }
}

extension Operation {
  func walk(with visitor: inout some SyntaxVisitor) {
    switch self {
    case .value(let value): visitor.visit(value)
    case .pipeline(let pipeline): visitor.visit(pipeline)
    }
  }
}

extension Loop {
  fileprivate func walk(with visitor: inout some SyntaxVisitor) {
    visitor.visit(name)
    visitor.visit(items)
    visitor.visit(settings)
    visitor.visit(body)
  }
}

extension Repetition {
  fileprivate func walk(with visitor: inout some SyntaxVisitor) {
    visitor.visit(condition)
    visitor.visit(settings)
    visitor.visit(body)
  }
}

extension Branch {
  fileprivate func walk(with visitor: inout some SyntaxVisitor) {
    for arm in arms {
      visitor.visit(arm.condition)
      visitor.visit(arm.body)
    }
    visitor.visit(otherwise ?? [])
  }
}

extension Attempt {
  fileprivate func walk(with visitor: inout some SyntaxVisitor) {
    visitor.visit(body)
    guard let handler else { return }
    if let name = handler.name { visitor.visit(name) }
    visitor.visit(handler.body)
  }
}

extension Definition {
  fileprivate func walk(with visitor: inout some SyntaxVisitor) {
    visitor.visit(verb)
    for input in inputs { visitor.visit(input) }
    visitor.visit(body)
  }
}

extension Definition.Input {
  func walk(with visitor: inout some SyntaxVisitor) {
    visitor.visit(name)
    if let fallback { visitor.visit(fallback) }
  }
}

extension Scope {
  fileprivate func walk(with visitor: inout some SyntaxVisitor) {
    visitor.visit(value)
    visitor.visit(settings)
    visitor.visit(body)
  }
}
