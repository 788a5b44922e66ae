package import JSONValue
import XCallbackURL

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
    guard !stages.isEmpty || !programs.isEmpty || output != nil else { return first.json }
    let steps = [first.json] + stages.map(\.json) + programs.map { ["exec": .array($0.words.map(\.json))] }
    return .members([("pipe", .array(steps)), ("to", output?.json)])
  }
}

extension Pipeline.Step {
  fileprivate var json: JSON {
    switch self {
    case .command(let command): command.json
    case .run(let program): ["run": .array(program.words.map(\.json))]
    case .attempt(let program): ["attempt": .array(program.words.map(\.json))]
    }
  }
}

extension Pipeline.Output {
  fileprivate var json: JSON {
    .members([("file", file.json), ("append", isAppending ? true : nil)])
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
    return .members([("cmd", .string(verb.value)), ("args", values.json), ("params", settings.json)])
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
    case .arithmetic(let arithmetic):
      ["op": .string(arithmetic.sign.value.rawValue), "l": arithmetic.left.json, "r": arithmetic.right.json]
    case .range(let range): ["from": range.first.json, "to": range.last.json]
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
    return .members([
      ("var", .string(isOptional ? "\(name)?" : name)), ("path", fields.isEmpty ? nil : .array(fields)),
    ])
  }
}

extension JSON {
  /// An object of the members that have a value.
  static func members(_ members: [(name: String, value: JSON?)]) -> JSON {
    .object(
      JSON.Object(
        members.compactMap { member in
          member.value.map { (name: member.name, value: $0) }
        }))
  }
}

extension [Setting] {
  /// The parameters as pairs; `nil` if there are none.
  var json: JSON? { isEmpty ? nil : .array(map(\.json)) }
}

extension [Value] {
  /// The values; `nil` if there are none.
  var json: JSON? { isEmpty ? nil : .array(map(\.json)) }
}
