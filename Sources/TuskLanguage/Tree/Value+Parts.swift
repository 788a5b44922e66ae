extension Value {
  /// Every variable that stands in the value itself, in order; those of commands in ( ) belong to these.
  package var variables: [Variable] {
    switch form {
    case .word(let text), .string(let text), .url(let text): text.variables
    case .reference(let reference): reference.id.variables
    case .variable(let variable): [variable]
    case .list(let values): values.flatMap(\.variables)
    case .result: []
    }
  }

  /// Every command in ( ), in order.
  package var pipelines: [Pipeline] {
    switch form {
    case .list(let values): values.flatMap(\.pipelines)
    case .result(let pipeline): [pipeline]
    case .word, .string, .url, .reference, .variable: []
    }
  }
}

extension Argument {
  /// The value; a flag has none.
  package var value: Value? {
    switch self {
    case .value(let value): value
    case .setting(let setting): setting.value
    }
  }
}

extension Setting {
  /// The value; a flag has none.
  package var value: Value? {
    guard case .value(let value) = content else { return nil }
    return value
  }
}
