extension [Statement] {
  /// Every command in these lines and their blocks, verbs that are made there left out.
  var commands: [Command] {
    flatMap { statement -> [Command] in
      switch statement.form {
      case .assignment(_, let operation): operation.commands
      case .loop(let loop): loop.items.commands + loop.settings.flatMap(\.commands) + loop.body.commands
      case .branch(let branch):
        branch.arms.flatMap { $0.condition.commands + $0.body.commands } + (branch.otherwise?.commands ?? [])
      case .attempt(let attempt): attempt.body.commands + (attempt.handler?.body.commands ?? [])
      case .definition: []
      case .scope(let scope): scope.value.commands + scope.settings.flatMap(\.commands) + scope.body.commands
      case .expectation(let condition, let message): condition.commands + (message?.commands ?? [])
      case .answer(let operation): operation?.commands ?? []
      case .pipeline(let pipeline): pipeline.commands
      case .show, .meta: []
      }
    }
  }
}

extension Operation {
  fileprivate var commands: [Command] {
    switch self {
    case .value(let value): value.commands
    case .pipeline(let pipeline): pipeline.commands
    }
  }
}

extension Condition {
  fileprivate var commands: [Command] {
    switch self {
    case .all(let terms), .any(let terms): terms.flatMap(\.commands)
    case .not(let term): term.commands
    case .holds(let value): value.commands
    case .comparison(let left, _, let right): left.commands + right.commands
    }
  }
}

extension Pipeline {
  fileprivate var commands: [Command] {
    let words = programs.flatMap(\.words) + (output.map { [$0.file] } ?? [])
    let rest = words.flatMap(\.commands)
    switch first {
    case .run(let program): return program.words.flatMap(\.commands) + rest
    case .command(let command):
      let inner = command.arguments.flatMap { argument in
        switch argument {
        case .value(let value): value.commands
        case .setting(let setting): setting.commands
        }
      }
      return [command] + inner + rest
    }
  }
}

extension Setting {
  fileprivate var commands: [Command] {
    guard case .value(let value) = content else { return [] }
    return value.commands
  }
}

extension Value {
  fileprivate var commands: [Command] {
    switch form {
    case .list(let values): values.flatMap(\.commands)
    case .result(let pipeline): pipeline.commands
    case .word, .string, .reference, .url, .variable: []
    }
  }
}
