import XCallbackURL

/// A walk through statements that notes what they would do.
struct EffectAnalysis {
  private(set) var effects = Effects()
  private let resolver: Resolver
  private let definitions: [String: Definition]
  /// What the verbs of the script do, once it was found out; empty while it is.
  private var verbs: [String: Effects] = [:]
  /// How often the place is reached where the walk stands.
  private var count = Effects.Count.times(1)

  init(resolver: Resolver, definitions: [String: Definition]) {
    self.resolver = resolver
    self.definitions = definitions
  }

  mutating func read(_ statements: [Statement]) {
    for statement in statements { read(statement) }
  }

  private mutating func read(_ statement: Statement) {
    switch statement.form {
    case .assignment(_, let operation): read(operation)
    case .loop(let loop):
      read(loop.items)
      repeatedly(loop.items.repetition) { analysis in
        analysis.read(loop.settings)
        analysis.read(loop.body)
      }
    case .branch(let branch):
      for arm in branch.arms {
        read(arm.condition)
        read(arm.body)
      }
      read(branch.otherwise ?? [])
    case .attempt(let attempt):
      read(attempt.body)
      read(attempt.handler?.body ?? [])
    case .scope(let scope): read(scope)
    case .expectation(let condition, let message):
      read(condition)
      if let message { read(message) }
    case .answer(let operation):
      if let operation { read(operation) }
    case .pipeline(let pipeline): read(pipeline)
    case .definition, .show, .meta: break
    }
  }

  private mutating func repeatedly(_ count: Effects.Count, _ read: (inout EffectAnalysis) -> Void) {
    let outer = self.count
    self.count = outer.repeated(count)
    read(&self)
    self.count = outer
  }

  private mutating func read(_ scope: Scope) {
    read(scope.value)
    read(scope.settings)
    switch scope.keyword {
    case .once: read(scope.body)
    case .account:
      effects.add(scope.value.account, to: .accounts)
      read(scope.body)
    case .every, .at:
      effects.add("\(scope.keyword.rawValue) \(scope.value.source)", to: .schedules)
      repeatedly(.many) { $0.read(scope.body) }
    }
  }

  private mutating func read(_ operation: Operation) {
    switch operation {
    case .value(let value): read(value)
    case .pipeline(let pipeline): read(pipeline)
    }
  }

  private mutating func read(_ condition: Condition) {
    switch condition {
    case .all(let terms), .any(let terms):
      for term in terms { read(term) }
    case .not(let term): read(term)
    case .holds(let value): read(value)
    case .comparison(let left, _, let right):
      read(left)
      read(right)
    }
  }

  private mutating func read(_ value: Value) {
    switch value.form {
    case .list(let values):
      for value in values { read(value) }
    case .result(let pipeline): read(pipeline)
    case .word, .string, .reference, .url, .variable: break
    }
  }

  private mutating func read(_ settings: [Setting]) {
    for setting in settings {
      if case .value(let value) = setting.content { read(value) }
    }
  }

  private mutating func read(_ pipeline: Pipeline) {
    switch pipeline.first {
    case .command(let command): read(command)
    case .run(let program): read(program)
    }
    for program in pipeline.programs { read(program) }
    guard let output = pipeline.output else { return }
    read(output.file)
    effects.add(output.file.name, to: .writes)
  }

  private mutating func read(_ program: Program) {
    for word in program.words { read(word) }
    guard let name = program.words.first else { return }
    effects.add(name.name, to: .programs)
  }

  private mutating func read(_ command: Command) {
    for argument in command.arguments {
      switch argument {
      case .value(let value): read(value)
      case .setting(let setting): read([setting])
      }
    }
    guard definitions[command.verb.value] == nil else { return use(command.verb.value) }
    guard let verb = resolver.ownVerb(of: command) ?? resolver.verb(of: command) else { return }
    let places = Places(of: command, verb, resolver.options(of: verb.signature))
    note(places, of: verb.signature)
    if verb.signature.action == "open" {
      guard let opened = signature(opening: command) else { return }
      return effects.add(opened, count)
    }
    guard !Catalog.isOwn(verb.signature) else { return }
    effects.add(verb.signature, count.repeated(places.repetition))
  }

  /// Adds what a verb of the script does where it is used.
  private mutating func use(_ verb: String) {
    guard verbs[verb] == nil, let definition = definitions[verb] else {
      return effects.add(verbs[verb] ?? Effects(), count)
    }
    verbs[verb] = Effects()
    let outer = (effects, count)
    (effects, count) = (Effects(), .times(1))
    read(definition.body)
    let done = effects
    (effects, count) = outer
    verbs[verb] = done
    effects.add(done, count)
  }

  private mutating func note(_ places: Places, of signature: Signature) {
    for (parameter, value) in places.given {
      switch parameter.type {
      case .file where signature.action == "source": effects.add(value.name, to: .scripts)
      case .file where signature.effect == .file: effects.add(value.name, to: .writes)
      case .file: effects.add(value.name, to: .reads)
      case .text, .attachment:
        for file in value.files { effects.add(file, to: .reads) }
      case .url where signature.effect == .file: effects.add(value.source, to: .downloads)
      default: if parameter.name == "as" { effects.add(value.account, to: .accounts) }
      }
    }
  }

  /// What a URL would do, whether it stands behind `open` or alone.
  private func signature(opening command: Command) -> Signature? {
    for case .value(let value) in command.arguments {
      guard case .url(let text) = value.form, let literal = text.literal else { continue }
      return (try? CallbackURL(parsing: literal)).flatMap { resolver.catalog.signature(action: $0.action) }
    }
    return nil
  }
}

extension Places {
  /// How often the action is carried out for one command.
  fileprivate var repetition: Effects.Count {
    let values = subjects.flatMap { value -> [Value] in
      guard case .list(let values) = value.form else { return [value] }
      return values
    }
    guard !values.contains(where: \.isArguments) else { return .arguments }
    return .times(max(values.count, 1))
  }
}

extension Value {
  /// How often a loop through these items runs.
  fileprivate var repetition: Effects.Count {
    switch form {
    case .list(let values) where !values.contains { if case .variable = $0.form { true } else { false } }:
      .times(values.count)
    case .variable where isArguments: .arguments
    default: .many
    }
  }

  fileprivate var isArguments: Bool {
    guard case .variable(let variable) = form else { return false }
    return variable.name == "@" && variable.path.isEmpty
  }

  /// The name of a file or program as it is written, without the kind of a reference.
  fileprivate var name: String {
    guard case .reference(let reference) = form, reference.kind == .file else { return source }
    return String(source.dropFirst(ReferenceKind.file.rawValue.utf8.count + 1))
  }

  /// The account as it is written, or where it comes from.
  fileprivate var account: String {
    switch form {
    case .variable, .result: "\(source) (an account that only a run knows)"
    case .word, .string, .reference, .url, .list: source
    }
  }

  /// The files that stand in the value as references.
  fileprivate var files: [String] {
    switch form {
    case .reference(let reference) where reference.kind == .file: [name]
    case .list(let values): values.flatMap(\.files)
    default: []
    }
  }
}
