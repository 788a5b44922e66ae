package import XCallbackURL

extension AppDescription {
  /// The app's actions as the verbs that follow `call` and the name of the app.
  package var catalog: Catalog { Catalog(actions.map { $0.signature(of: self) }) }
}

extension AppDescription.Action {
  fileprivate func signature(of description: AppDescription) -> Signature {
    var app = description.app
    app.answers = answers
    var signature = Signature(
      action: name, verbs: [name], summary: summary, example: example.map { "call \(description.name) \($0)" } ?? "",
      effect: effect.asSignature, parameters: takes.map(\.parameter), results: gives.map(\.result),
      app: app)
    let dangers = destroys.map { condition in
      let fallback = takes.first { $0.name == condition.parameter }?.fallback
      return Signature.Danger(parameter: condition.parameter, values: condition.values, fallback: fallback)
    }
    signature.change { $0.dangers = dangers }
    return signature
  }
}

extension AppDescription.Effect {
  fileprivate var asSignature: Signature.Effect {
    switch self {
    // What the app shows is on its own screen: its answer is a result, which nothing but the command shows.
    case .read, .present: .read
    case .write: .reversible(by: nil)
    case .destructive: .destructive
    }
  }
}

extension AppDescription.Field {
  fileprivate var parameter: Parameter {
    let words = fallback.map { "\(summary); default: \($0)" } ?? summary
    return Parameter(
      name, kind.type, isRequired: !isOptional, isRepeatable: kind == .list, isSecret: kind == .secret, words)
  }

  fileprivate var result: Signature.ResultField {
    Signature.ResultField(name, kind.value, isOptional: isOptional, summary)
  }
}

extension AppDescription.Kind {
  fileprivate var type: ParameterType {
    switch self {
    case .integer: .integer(Int.min...Int.max)
    case .boolean: .boolean
    case .choice(let values): .choice(Choices(values))
    case .text, .prose, .number, .date, .list, .url, .data, .secret, .json: .text
    }
  }

  fileprivate var value: ValueKind {
    switch self {
    case .text, .data, .secret, .number, .choice: .text
    case .prose, .json: .prose
    case .integer: .integer
    case .boolean: .boolean
    case .date: .time
    case .list: .list(.text)
    case .url: .url
    }
  }
}
