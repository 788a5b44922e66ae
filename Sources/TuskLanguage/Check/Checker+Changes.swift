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

  /// Notes what a list did otherwise in earlier versions.
  mutating func noteListChange(of command: Command, _ verb: Resolver.Verb) {
    guard let items = verb.signature.items, !items.isEndless else { return }
    let counts = command.settings(named: "count").compactMap { $0.value?.word.flatMap { Int($0) } }
    let isLong = counts.contains { $0 > Self.usualPage }
    if isLong {
      note("as many rows as 'count' says are listed now; earlier versions listed whole pages", of: verb)
    }
    if isLong || !command.settings(named: "all").isEmpty || !command.settings(named: "limit").isEmpty,
      !command.settings(named: "timeout").isEmpty
    {
      note("'timeout' limits the whole list now; earlier versions limited each page", of: verb)
    }
  }

  /// Notes a field that has another name now.
  mutating func noteFormerField(of variable: Variable) {
    for index in variable.path.indices {
      var owner = variable
      owner.path = Array(variable.path[..<index])
      guard case .record(let shape) = staticType(of: owner), let field = shape.field(variable.path[index].name),
        let replacement = field.replacement
      else { continue }
      changes.append(.formerField(field.name, now: replacement, at: variable.span(ofField: index)))
    }
  }

  /// Notes what a program got in earlier versions.
  mutating func noteChange(of program: Program) {
    guard let first = program.words.first, let name = first.word, name == "tusk" || name.hasSuffix("/tusk") else {
      return
    }
    let sentence =
      "programs no longer get TUSK_TOKEN, so this tusk acts as the current account; earlier versions passed the token on: "
      + "sign in, or set TUSK_TOKEN_COMMAND"
    changes.append(.warning(.changedMeaning, at: first.span, sentence))
  }

  /// The number of rows that a page of most lists has at most.
  private static var usualPage: Int { 40 }

  /// Notes what a line did otherwise in earlier versions, if its result is only shown or passed on.
  mutating func noteChange(ofLine pipeline: Pipeline) {
    guard case .command(let command) = pipeline.first, definitions[command.verb.value] == nil,
      let verb = resolver.verb(of: command), let change = verb.signature.change
    else { return }
    let isPassedOn = !pipeline.programs.isEmpty || pipeline.output != nil
    if change.condition == (isPassedOn ? .passingOn : .showing) { note(change, of: verb) }
  }

  private mutating func note(_ change: Signature.Change, of verb: Resolver.Verb) {
    note(change.sentence, of: verb)
  }

  private mutating func note(_ sentence: String, of verb: Resolver.Verb) {
    changes.append(.warning(.changedMeaning, at: verb.spelling.span, sentence))
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

extension Value {
  /// The value as written, if it is a word without a variable.
  fileprivate var word: String? {
    guard case .word(let text) = form else { return nil }
    return text.literal
  }
}

extension Diagnostic {
  fileprivate static func formerField(_ name: String, now replacement: String, at span: Span) -> Diagnostic {
    var diagnostic = Diagnostic.warning(.changedMeaning, at: span, "'.\(name)' is called '.\(replacement)' now")
    diagnostic.edits = [Edit(span, replacement)]
    return diagnostic
  }
}
