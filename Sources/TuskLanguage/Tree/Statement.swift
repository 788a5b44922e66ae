/// One statement of a script: a line, or a block with its lines.
package struct Statement: Sendable, Hashable {
  package var form: Form
  package var span: Span

  package init(_ form: Form, _ span: Span) {
    self.form = form
    self.span = span
  }

  /// What a statement does.
  package enum Form: Sendable, Hashable {
    case assignment(name: Spanned<String>, Operation)
    case loop(Loop)
    case branch(Branch)
    case attempt(Attempt)
    case definition(Definition)
    case scope(Scope)
    case expectation(Condition, message: Value?)
    /// `return`
    case answer(Operation?)
    /// A variable alone on its line is shown.
    case show(Variable)
    case pipeline(Pipeline)
    case meta(Meta)
  }
}

/// What stands after `let x =` and `return`.
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

/// `if … else if … else … end`
package struct Branch: Sendable, Hashable {
  /// At least one; the first whose condition holds runs.
  package var arms: [Arm]
  package var otherwise: [Statement]?

  /// A condition and what runs where it holds.
  package struct Arm: Sendable, Hashable {
    package var condition: Condition
    package var body: [Statement]
  }
}

/// `try … catch … end`
package struct Attempt: Sendable, Hashable {
  package var body: [Statement]
  package var handler: Handler?

  /// What runs after an error, and the name of the error in it.
  package struct Handler: Sendable, Hashable {
    package var name: Spanned<String>?
    package var body: [Statement]
  }
}

/// `def VERB … end`
package struct Definition: Sendable, Hashable {
  package var verb: Spanned<String>
  package var inputs: [Input]
  package var body: [Statement]

  /// A name that the definition's body knows, and its value where the caller gives none.
  package struct Input: Sendable, Hashable {
    package var name: Spanned<String>
    package var fallback: Value?
  }
}

/// A block that runs once, on a schedule or as somebody.
package struct Scope: Sendable, Hashable {
  package var keyword: Keyword
  package var value: Value
  package var settings: [Setting]
  package var body: [Statement]

  /// Which of the four it is.
  package enum Keyword: String, Sendable, Hashable, CaseIterable {
    case once, every, at
    case account = "as"
  }
}

/// A command of the prompt, known or not: `\url fav status:1`.
package struct Meta: Sendable, Hashable {
  package var name: String
  package var words: [Value]
  /// The statement that the command is about, if it takes one.
  package var line: [Statement] = []
}

/// What `if` and `expect` ask.
package indirect enum Condition: Sendable, Hashable {
  /// Two or more, all of which must hold.
  case all([Condition])
  /// Two or more, one of which must hold.
  case any([Condition])
  case not(Condition)
  /// The value is `true`.
  case holds(Value)
  case comparison(Value, Spanned<Comparator>, Value)

  /// How two values are compared.
  package enum Comparator: String, Sendable, Hashable, CaseIterable {
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case isIn = "in"
    case contains
    case matches
  }
}
