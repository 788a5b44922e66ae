/// A verb and its arguments.
package struct Command: Sendable, Hashable {
  /// The first word of the verb; its other words are arguments until the verb is looked up.
  package var verb: Spanned<String>
  /// In source order.
  package var arguments: [Argument]
  package var span: Span

  package init(verb: Spanned<String>, arguments: [Argument], span: Span) {
    self.verb = verb
    self.arguments = arguments
    self.span = span
  }

  /// The settings of a parameter, by the name as written.
  package func settings(named name: String) -> [Setting] {
    arguments.compactMap { argument in
      guard case .setting(let setting) = argument, setting.key.value == name else { return nil }
      return setting
    }
  }
}

/// A value or a parameter after a verb.
package enum Argument: Sendable, Hashable {
  case value(Value)
  case setting(Setting)

  package var span: Span {
    switch self {
    case .value(let value): value.span
    case .setting(let setting): setting.span
    }
  }

  /// The value; a flag has none.
  package var value: Value? {
    switch self {
    case .value(let value): value
    case .setting(let setting): setting.value
    }
  }
}

/// A parameter given by name: `key=value`, `--key` or `--no-key`.
package struct Setting: Sendable, Hashable {
  package var key: Spanned<String>
  package var content: Content
  package var span: Span

  package init(key: Spanned<String>, content: Content, span: Span) {
    self.key = key
    self.content = content
    self.span = span
  }

  /// The value; a flag has none.
  package var value: Value? {
    guard case .value(let value) = content else { return nil }
    return value
  }

  /// The value of a parameter.
  package enum Content: Sendable, Hashable {
    case value(Value)
    case flag(Bool)
  }
}

/// A program on this machine and its arguments.
package struct Program: Sendable, Hashable {
  /// The program's name, then its arguments.
  package var words: [Value]
  /// The words read as a command, which they are if the first is a verb that acts on rows; `nil` if they cannot be one.
  var command: Command?
  package var span: Span

  init(words: [Value], command: Command? = nil, span: Span) {
    self.words = words
    self.command = command
    self.span = span
  }
}

/// A command, the programs its results are piped through, and the file they are written to.
package struct Pipeline: Sendable, Hashable {
  package var first: Step
  /// The steps that work on its rows.
  package var stages: [RowStage]
  package var programs: [Program]
  package var output: Output?
  package var span: Span

  package init(
    first: Step, stages: [RowStage] = [], programs: [Program] = [], output: Output? = nil, span: Span
  ) {
    self.first = first
    self.stages = stages
    self.programs = programs
    self.output = output
    self.span = span
  }

  /// Whether its result goes nowhere else.
  package var isPlain: Bool { stages.isEmpty && programs.isEmpty && output == nil }

  /// The first step of a pipeline.
  package enum Step: Sendable, Hashable {
    case command(Command)
    /// `run PROGRAM …`
    case run(Program)
    /// `attempt PROGRAM …`
    case attempt(Program)
  }

  /// `> file` or `>> file`.
  package struct Output: Sendable, Hashable {
    package var file: Value
    package var isAppending: Bool

    package init(file: Value, isAppending: Bool) {
      self.file = file
      self.isAppending = isAppending
    }
  }
}

extension Pipeline {
  /// Visits the parts of the pipeline in source order.
  func walk(with visitor: inout some SyntaxVisitor) {
    switch first {
    case .command(let command): visitor.visit(command)
    case .run(let program), .attempt(let program): visitor.visit(program)
    }
    for stage in stages { visitor.visit(stage) }
    for program in programs { visitor.visit(program) }
    if let output { visitor.visit(output.file) }
  }
}

extension Command {
  /// Visits the arguments in source order.
  func walk(with visitor: inout some SyntaxVisitor) {
    for argument in arguments {
      switch argument {
      case .value(let value): visitor.visit(value)
      case .setting(let setting): visitor.visit(setting)
      }
    }
  }
}

extension Setting {
  func walk(with visitor: inout some SyntaxVisitor) {
    if let value { visitor.visit(value) }
  }
}
