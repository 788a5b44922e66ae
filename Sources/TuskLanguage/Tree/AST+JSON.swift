package import JSONValue
import XCallbackURL

extension Statement {
  /// The statement in the form of the project's cases.
  package var json: JSON {
    switch form {
    case .assignment(let name, let operation): ["let": .string(name.value), "value": operation.json]
    case .loop(let loop): loop.json
    case .branch(let branch): branch.json
    case .attempt(let attempt): attempt.json
    case .definition(let definition): definition.json
    case .scope(let scope): scope.json
    case .expectation(let condition, let message):
      object([("expect", condition.json), ("message", message?.json)])
    case .answer(let operation): ["return": operation?.json ?? .null]
    case .show(let variable): ["show": variable.json]
    case .pipeline(let pipeline): pipeline.json
    case .meta(let meta):
      object([("meta", .string(meta.name)), ("args", list(meta.words)), ("line", meta.line.first?.json)])
    }
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

extension Loop {
  fileprivate var json: JSON {
    object([
      ("for", .string(name.value)), ("in", items.json), ("params", list(settings)), ("body", body.json),
    ])
  }
}

extension Branch {
  /// An `else if` is a branch inside of `else`.
  fileprivate var json: JSON {
    var rest = otherwise?.json
    for arm in arms.reversed() {
      let branch = object([("if", arm.condition.json), ("then", arm.body.json), ("else", rest)])
      rest = .array([branch])
    }
    return rest?[0] ?? .null
  }
}

extension Attempt {
  fileprivate var json: JSON {
    object([
      ("try", body.json), ("as", handler?.name.map { .string($0.value) }), ("catch", handler?.body.json),
    ])
  }
}

extension Definition {
  fileprivate var json: JSON {
    let names = inputs.map { input in
      JSON.array([.string(input.name.value)] + (input.fallback.map { [$0.json] } ?? []))
    }
    return object([
      ("def", .string(verb.value)), ("of", names.isEmpty ? nil : .array(names)), ("body", body.json),
    ])
  }
}

extension Scope {
  fileprivate var json: JSON {
    object([(keyword.rawValue, value.json), ("params", list(settings)), ("body", body.json)])
  }
}

extension Condition {
  package var json: JSON {
    switch self {
    case .all(let terms): ["and": .array(terms.map(\.json))]
    case .any(let terms): ["or": .array(terms.map(\.json))]
    case .not(let term): ["not": term.json]
    case .holds(let value): ["is": value.json]
    case .comparison(let left, let comparator, let right):
      ["op": .string(comparator.value.rawValue), "l": left.json, "r": right.json]
    }
  }
}

extension Pipeline {
  package var json: JSON {
    guard !programs.isEmpty || output != nil else { return first.json }
    let steps = [first.json] + programs.map { ["exec": .array($0.words.map(\.json))] }
    return object([("pipe", .array(steps)), ("to", output?.json)])
  }
}

extension Pipeline.Step {
  fileprivate var json: JSON {
    switch self {
    case .command(let command): command.json
    case .run(let program): ["run": .array(program.words.map(\.json))]
    }
  }
}

extension Pipeline.Output {
  fileprivate var json: JSON {
    object([("file", file.json), ("append", isAppending ? true : nil)])
  }
}

extension Command {
  package var json: JSON {
    var values: [Value] = []
    var settings: [Setting] = []
    for argument in arguments {
      switch argument {
      case .value(let value): values.append(value)
      case .setting(let setting): settings.append(setting)
      }
    }
    return object([("cmd", .string(verb.value)), ("args", list(values)), ("params", list(settings))])
  }
}

extension Setting {
  fileprivate var json: JSON {
    switch content {
    case .value(let value): [.string(key.value), value.json]
    case .flag(let flag): [.string(key.value), .bool(flag)]
    }
  }
}

extension Value {
  package var json: JSON {
    switch form {
    case .word(let text): ["word": text.json]
    case .string(let text): ["str": text.json]
    case .reference(let reference):
      ["ref": .string(reference.kind.rawValue), "id": reference.id.json]
    case .url(let text): ["url": text.json]
    case .variable(let variable): variable.json
    case .list(let values): ["list": .array(values.map(\.json))]
    case .result(let pipeline): ["sub": pipeline.json]
    }
  }
}

extension Text {
  package var json: JSON {
    if let literal { return .string(literal) }
    return .array(
      pieces.map { piece in
        switch piece {
        case .literal(let text): .string(text)
        case .variable(let variable): variable.json
        }
      })
  }
}

extension Variable {
  package var json: JSON {
    let fields = path.map { JSON.string($0.isOptional ? "\($0.name)?" : $0.name) }
    return object([
      ("var", .string(isOptional ? "\(name)?" : name)), ("path", fields.isEmpty ? nil : .array(fields)),
    ])
  }
}

extension [Statement] {
  /// The statements in the form of the project's cases.
  package var json: JSON { .array(map(\.json)) }
}

private func object(_ members: [(name: String, value: JSON?)]) -> JSON {
  .object(
    JSON.Object(
      members.compactMap { member in
        member.value.map { (name: member.name, value: $0) }
      }))
}

private func list(_ values: [Value]) -> JSON? {
  values.isEmpty ? nil : .array(values.map(\.json))
}

private func list(_ settings: [Setting]) -> JSON? {
  settings.isEmpty ? nil : .array(settings.map(\.json))
}
