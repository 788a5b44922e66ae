import XCallbackURL

/// The values of a command and their parameters, as far as they are known without resolving it.
struct ArgumentPlaces {
  private(set) var given: [(Parameter, Value)] = []
  /// The values of the subject.
  private(set) var subjects: [Value] = []

  init(of command: Command, _ verb: Resolver.Verb, _ options: [Parameter]) {
    let signature = verb.signature
    var operands = signature.parameters.filter { $0.place == .operand }[...]
    for argument in command.arguments.dropFirst(verb.length) {
      switch argument {
      case .setting(let setting):
        guard case .value(let value) = setting.content else { continue }
        let parameters = signature.parameters + options
        let parameter = parameters.first { $0.name == setting.key.value || $0.synonyms.contains(setting.key.value) }
        if let parameter { given.append((parameter, value)) }
      case .value(let value) where signature.subject != nil: subjects.append(value)
      case .value(let value):
        guard let operand = operands.first else { continue }
        given.append((operand, value))
        if !operand.isRepeatable { operands.removeFirst() }
      }
    }
  }
}
