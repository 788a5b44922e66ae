/// A verb and its words.
package struct Command: Sendable, Hashable {
  /// The first word of the verb; further words of it stand among the arguments until the verb is looked up.
  package var verb: Spanned<String>
  /// What follows, in the order of the source.
  package var arguments: [Argument]
  package var span: Span

  package init(verb: Spanned<String>, arguments: [Argument], span: Span) {
    self.verb = verb
    self.arguments = arguments
    self.span = span
  }
}

/// One thing after a verb.
package enum Argument: Sendable, Hashable {
  case value(Value)
  case setting(Setting)

  package var span: Span {
    switch self {
    case .value(let value): value.span
    case .setting(let setting): setting.span
    }
  }
}

/// A parameter given by its name: `key=value`, `--key` or `--no-key`.
package struct Setting: Sendable, Hashable {
  package var key: Spanned<String>
  package var content: Content
  package var span: Span

  package init(key: Spanned<String>, content: Content, span: Span) {
    self.key = key
    self.content = content
    self.span = span
  }

  /// What the parameter is set to.
  package enum Content: Sendable, Hashable {
    case value(Value)
    case flag(Bool)
  }
}

/// A program of the machine and its plain words.
package struct Program: Sendable, Hashable {
  /// The program first.
  package var words: [Value]
  package var span: Span

  package init(words: [Value], span: Span) {
    self.words = words
    self.span = span
  }
}

/// A command, the programs that its results go through, and the file where they end.
package struct Pipeline: Sendable, Hashable {
  package var first: Step
  package var programs: [Program]
  package var output: Output?
  package var span: Span

  package init(first: Step, programs: [Program] = [], output: Output? = nil, span: Span) {
    self.first = first
    self.programs = programs
    self.output = output
    self.span = span
  }

  /// What the pipeline starts with.
  package enum Step: Sendable, Hashable {
    case command(Command)
    /// `run PROGRAM …`
    case run(Program)
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
