import XCallbackURL

extension Checker {
  /// Notes what a command did otherwise in earlier versions.
  mutating func noteChange(of command: Command, _ verb: Resolver.Verb) {
    guard let change = verb.signature.change else { return }
    let isChanged =
      switch change.condition {
      case .postingServerText(let choice): command.settings(named: choice).isEmpty && postsServerText(command, verb)
      case .giving(let parameter, let choice):
        !command.settings(named: parameter).isEmpty && command.settings(named: choice).isEmpty
      case .showing, .passingOn: false
      }
    if isChanged { note(change, of: verb) }
  }

  /// Notes what a line did otherwise in earlier versions, if its result is only shown or passed on.
  mutating func noteChange(ofLine pipeline: Pipeline) {
    guard case .command(let command) = pipeline.first, definitions[command.verb.value] == nil,
      let verb = resolver.verb(of: command), let change = verb.signature.change
    else { return }
    let isPassedOn = !pipeline.programs.isEmpty || pipeline.output != nil
    if change.condition == (isPassedOn ? .passingOn : .showing) { note(change, of: verb) }
  }

  private mutating func note(_ change: Signature.Change, of verb: Resolver.Verb) {
    changes.append(.warning(.changedMeaning, at: verb.spelling.span, change.sentence))
  }

  private func postsServerText(_ command: Command, _ verb: Resolver.Verb) -> Bool {
    ArgumentPlaces(of: command, verb, []).given.contains { parameter, value in
      parameter.type == .text && containsServerText(value)
    }
  }

  /// Whether a text has a part that other people wrote on a server.
  private func containsServerText(_ value: Value) -> Bool {
    value.variables.contains { variable in
      staticType(of: Value(.variable(variable), variable.span)) == .declared(.prose)
    }
  }
}
