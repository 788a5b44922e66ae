package import JSONValue

extension Statement {
  /// The syntax tree as `tusk check --ast` prints it.
  package var json: JSON {
    switch form {
    case .parameter(let parameter):
      .members([
        ("param", .string(parameter.name.value)), ("kind", .string(parameter.kind.word)),
        ("value", parameter.fallback?.json), ("text", parameter.summary?.json),
      ])
    case .assignment(let name, let operation): ["let": .string(name.value), "value": operation.json]
    case .loop(let loop): loop.json
    case .repetition(let repetition):
      .members([
        ("while", repetition.condition.json), ("params", repetition.settings.json), ("body", repetition.body.json),
      ])
    case .branch(let branch): branch.json
    case .attempt(let attempt): attempt.json
    case .definition(let definition): definition.json
    case .scope(let scope): scope.json
    case .expectation(let condition, let message):
      .members([("expect", condition.json), ("message", message?.json)])
    case .test(let test):
      .members([("test", test.name.json), ("params", test.settings.json), ("body", test.body.json)])
    case .answer(let operation): ["return": operation?.json ?? .null]
    case .show(let variable): ["show": variable.json]
    case .pipeline(let pipeline): pipeline.json
    case .meta(let meta):
      .members([("meta", .string(meta.name)), ("args", meta.words.json), ("line", meta.line.first?.json)])
    }
  }
}

extension Loop {
  fileprivate var json: JSON {
    .members([
      ("for", .string(name.value)), ("in", items.json), ("params", settings.json), ("body", body.json),
    ])
  }
}

extension Branch {
  /// An `else if` becomes a nested `if` within `else`.
  fileprivate var json: JSON {
    var rest = otherwise?.json
    for arm in arms.reversed() {
      let branch = JSON.members([("if", arm.condition.json), ("then", arm.body.json), ("else", rest)])
      rest = .array([branch])
    }
    return rest?[0] ?? .null
  }
}

extension Attempt {
  fileprivate var json: JSON {
    .members([
      ("try", body.json), ("as", handler?.name.map { .string($0.value) }), ("catch", handler?.body.json),
    ])
  }
}

extension Definition {
  fileprivate var json: JSON {
    let names = inputs.map { input in
      JSON.array([.string(input.name.value)] + (input.fallback.map { [$0.json] } ?? []))
    }
    return .members([
      ("def", .string(verb.value)), ("of", names.isEmpty ? nil : .array(names)), ("body", body.json),
    ])
  }
}

extension Scope {
  fileprivate var json: JSON {
    .members([
      (kind.keyword.word, value.json), ("params", settings.json), ("line", isLine ? true : nil), ("body", body.json),
    ])
  }
}

extension Operation {
  fileprivate var json: JSON {
    switch self {
    case .value(let value): value.json
    case .pipeline(let pipeline): pipeline.json
    }
  }
}

extension [Statement] {
  /// The syntax tree as `tusk check --ast` prints it.
  package var json: JSON { .array(map(\.json)) }
}
