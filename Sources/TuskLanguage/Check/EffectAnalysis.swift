import XCallbackURL

/// Collects what statements would do.
struct EffectAnalysis: SyntaxVisitor {
  private(set) var effects = Effects()
  private let resolver: Resolver
  private let definitions: [String: Definition]
  /// The effects of the script's verbs as far as analyzed; empty for a verb under analysis.
  private var verbs: [String: Effects] = [:]
  /// How often the current place is reached.
  private var count = Effects.Count.times(1)

  init(resolver: Resolver, definitions: [String: Definition]) {
    self.resolver = resolver
    self.definitions = definitions
  }

  mutating func visit(_ statement: Statement) {
    switch statement.form {
    case .loop(let loop):
      visit(loop.items)
      repeated(loop.items.repetition) { analysis in
        analysis.visit(loop.settings)
        analysis.visit(loop.body)
      }
    case .scope(let scope): visit(scope)
    // The effects of a verb count where it is called; a command of the prompt has none.
    case .definition, .meta: break
    default: statement.walk(with: &self)
    }
  }

  private mutating func repeated(_ count: Effects.Count, _ visit: (inout EffectAnalysis) -> Void) {
    let outer = self.count
    self.count = outer.repeated(count)
    visit(&self)
    self.count = outer
  }

  private mutating func visit(_ scope: Scope) {
    visit(scope.value)
    visit(scope.settings)
    switch scope.kind {
    case .once: visit(scope.body)
    case .account:
      effects.add(scope.value.account, to: .accounts)
      visit(scope.body)
    case .every, .at:
      effects.add("\(scope.kind.keyword.word) \(scope.value.source)", to: .schedules)
      repeated(.many) { $0.visit(scope.body) }
    }
  }

  mutating func visit(_ pipeline: Pipeline) {
    pipeline.walk(with: &self)
    if let output = pipeline.output { effects.add(output.file.name, to: .writes) }
  }

  mutating func visit(_ program: Program) {
    visit(program.words)
    guard let name = program.words.first else { return }
    effects.add(name.name, to: .programs)
  }

  mutating func visit(_ command: Command) {
    command.walk(with: &self)
    guard definitions[command.verb.value] == nil else { return call(command.verb.value) }
    guard let verb = resolver.ownVerb(of: command) ?? resolver.verb(of: command) else { return }
    let places = ArgumentPlaces(of: command, verb, resolver.options(of: verb.signature))
    note(places, of: verb.signature)
    if verb.signature.action == "open" {
      guard let opened = signature(opening: command) else { return }
      return effects.add(opened, count)
    }
    guard !Catalog.isOwn(verb.signature) else { return }
    effects.add(verb.signature, count.repeated(places.repetition))
  }

  /// Adds the effects of a call of a verb of the script.
  private mutating func call(_ verb: String) {
    guard verbs[verb] == nil, let definition = definitions[verb] else {
      return effects.add(verbs[verb] ?? Effects(), count)
    }
    verbs[verb] = Effects()
    let outer = (effects, count)
    (effects, count) = (Effects(), .times(1))
    visit(definition.body)
    let done = effects
    (effects, count) = outer
    verbs[verb] = done
    effects.add(done, count)
  }

  private mutating func note(_ places: ArgumentPlaces, of signature: Signature) {
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

  /// The action of a literal URL, alone on its line or after `open`.
  private func signature(opening command: Command) -> Signature? {
    for case .value(let value) in command.arguments {
      guard case .url(let text) = value.form, let literal = text.literal else { continue }
      return (try? CallbackURL(parsing: literal)).flatMap { resolver.catalog.signature(action: $0.action) }
    }
    return nil
  }
}

extension ArgumentPlaces {
  /// How often one command runs its action.
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
  /// How often a loop over these items runs.
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

  /// The name of a file or program as written, without `file:`.
  fileprivate var name: String {
    guard case .reference(let reference) = form, reference.kind == .file else { return source }
    return String(source.dropFirst(ReferenceKind.file.rawValue.utf8.count + 1))
  }

  /// The account as written.
  fileprivate var account: String {
    switch form {
    case .variable, .result: "\(source) (known only when it runs)"
    case .word, .string, .reference, .url, .list: source
    }
  }

  /// The files that the value refers to.
  fileprivate var files: [String] {
    switch form {
    case .reference(let reference) where reference.kind == .file: [name]
    case .list(let values): values.flatMap(\.files)
    default: []
    }
  }
}
