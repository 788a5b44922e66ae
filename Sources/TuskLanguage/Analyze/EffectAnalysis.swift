import XCallbackURL

/// Collects what statements would do.
struct EffectAnalysis: SyntaxVisitor {
  private(set) var effects = Effects()
  private let resolver: Resolver
  private let scripts: SourcedScripts
  private let kinds: KnownKinds
  /// Whether what runs once is left out.
  private let omitsOnce: Bool
  private let definitions: [String: [(definition: Definition, script: String)]]
  /// The script that says the current command.
  private var script: String
  /// The effects of verbs and scripts as far as analyzed; empty for those under analysis.
  private var parts: [Part: Effects] = [:]
  /// How many verbs and scripts are under analysis, each called by the one before.
  private var depth = 0
  /// As deep as a run can call.
  private static let maxDepth = 64
  /// The kind of the rows on which a verb acts; `nil` if it is not known.
  private var row: ReferenceKind?
  /// How often the current place is reached.
  private var count = Effects.Count.times(1)

  /// Statements that run wherever they are named.
  private enum Part: Hashable {
    case verb(String)
    case script(String)

    var name: String {
      switch self {
      case .verb(let name), .script(let name): name
      }
    }
  }

  init(of statements: [Statement], resolver: Resolver, scripts: SourcedScripts, omitsOnce: Bool) {
    self.resolver = resolver
    self.omitsOnce = omitsOnce
    self.scripts = scripts
    kinds = KnownKinds(in: [statements] + scripts.statements.values, resolver)
    definitions = scripts.definitions.merging(statements.definitions(in: scripts.main)) { known, _ in known }
    script = scripts.main
    if scripts.isRecursive(script) { count = .many }
    visit(statements)
  }

  mutating func visit(_ statement: Statement) {
    switch statement.form {
    case .loop(let loop):
      visit(loop.items)
      repeated(loop.items.repetition) { analysis in
        analysis.visit(loop.settings)
        if !(analysis.omitsOnce && loop.isOnce) { analysis.visit(loop.body) }
      }
    case .repetition(let repetition):
      repeated(.many) { analysis in
        analysis.visit(repetition.condition)
        analysis.visit(repetition.body)
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
    case .once:
      for setting in scope.settings where setting.key.value == "as" {
        if let account = setting.value { effects.add(account: account) }
      }
      if !omitsOnce { visit(scope.body) }
    case .account:
      effects.add(account: scope.value)
      visit(scope.body)
    case .every, .at:
      let words = [scope.kind.keyword.word, scope.value.source] + scope.settings.map(\.source)
      effects.add(words.joined(separator: " "), to: .schedules)
      repeated(.many) { $0.visit(scope.body) }
    }
  }

  mutating func visit(_ pipeline: Pipeline) {
    if let verb = resolver.verb(onRowsOf: pipeline, unless: { definitions[$0] != nil }) {
      pipeline.rows.walk(with: &self)
      row = kinds.kind(of: pipeline.rows)
      repeated(.many) { $0.visit(verb) }
      row = nil
    } else {
      pipeline.walk(with: &self)
    }
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
    let arguments = resolver.arguments(of: command, as: verb, kind: kind(of:))
    note(arguments, of: verb.signature)
    if verb.signature.action == "open" {
      switch resolver.request(opening: command) {
      case .known(let signature, _)?: effects.add(signature, count)
      case .unknown(let url)?: effects.add(url.source, to: .unknownActions)
      case nil: break
      }
      return
    }
    // What a job does is known only when it runs.
    if ["job resume", "undo"].contains(verb.signature.action) { effects.add(command.source, to: .unknownActions) }
    guard !Catalog.isOwn(verb.signature) else { return }
    let candidates = (try? verb.chosen(for: command, kind: kind(of:)))?.candidates ?? verb.candidates
    for signature in candidates { effects.add(signature, count.repeated(arguments.repetition)) }
  }

  private func kind(of value: Value) -> ReferenceKind? {
    if case .variable(let variable) = value.form, variable.name == "_", variable.path.isEmpty { return row }
    return kinds.kind(of: value)
  }

  /// Adds the effects of a call of a verb that the scripts define; any of its definitions may be in force.
  private mutating func call(_ verb: String) {
    add(.verb(verb), count) { analysis in
      for known in analysis.definitions[verb] ?? [] {
        analysis.script = known.script
        analysis.visit(known.definition.body)
      }
    }
  }

  /// Adds the effects of another script.
  private mutating func run(_ file: Value) {
    guard let found = scripts.script(at: file, in: script) else { return effects.add(file.name, to: .unknownScripts) }
    add(.script(found.identity), count.repeated(scripts.isRecursive(found.identity) ? .many : .times(1))) { analysis in
      analysis.script = found.identity
      analysis.visit(found.statements)
    }
  }

  private mutating func add(_ part: Part, _ count: Effects.Count, _ visit: (inout EffectAnalysis) -> Void) {
    if let known = parts[part] { return effects.add(known, count) }
    // A run stops here, too. The verb may be reached by a shorter way, for which nothing may be left out.
    guard depth < Self.maxDepth else { return effects.add(part.name, to: .unknownActions) }
    depth += 1
    defer { depth -= 1 }
    parts[part] = Effects()
    let outer = (effects, self.count, script)
    (effects, self.count) = (Effects(), .times(1))
    visit(&self)
    let done = effects
    (effects, self.count, script) = outer
    parts[part] = done
    effects.add(done, count)
  }

  private mutating func note(_ arguments: Invocation.Arguments, of signature: Signature) {
    for given in arguments.given {
      let value = given.value
      switch given.parameter.type {
      case .file where signature.action == "source":
        effects.add(value.name, to: .scripts)
        run(value)
      case .file where signature.effect == .file: effects.add(value.name, to: .writes)
      case .file: effects.add(value.name, to: .reads)
      case .text, .attachment:
        for file in value.files { effects.add(file, to: .reads) }
      case .url where signature.effect == .file: effects.add(value.source, to: .downloads)
      default: if given.parameter.name == "as" { effects.add(account: value) }
      }
    }
  }
}

extension Effects {
  /// Adds an account by its name, however it is written; one with variables is known only when the script runs.
  fileprivate mutating func add(account value: Value) {
    guard let name = value.literal else { return add(value.source, to: .unknownAccounts) }
    add(name.hasPrefix("@") ? name : "@\(name)", to: .accounts)
  }
}

extension Invocation.Arguments {
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

  /// The files that the value refers to.
  fileprivate var files: [String] {
    switch form {
    case .reference(let reference) where reference.kind == .file: [name]
    case .list(let values): values.flatMap(\.files)
    default: []
    }
  }
}
