package import XCallbackURL

/// A command of a script that asks a server, and its parameters as far as they are known before a run.
package struct ActionUse: Sendable {
  package let signature: Signature
  /// The verb as written.
  package let verb: Span
  /// The parameters by name; those whose values are known only at run time have sample values.
  package let pairs: [CallbackURL.Pair]
  /// The source of the command.
  package let source: Source

  /// The commands of a program and of the scripts that it sources, without those whose failure the script handles: in
  /// `try`, or after asking with `can`.
  package static func all(in program: ParsedSource, _ scripts: SourcedScripts, _ resolver: Resolver) -> [ActionUse] {
    var uses: [ActionUse] = []
    for (source, statements) in scripts.parsed(with: program) {
      var known = KnownValues()
      known.visit(statements)
      var collector = ActionUseCollector(resolver: resolver, source: source, values: known.values)
      collector.visit(statements)
      uses += collector.uses
    }
    return uses
  }
}

private struct ActionUseCollector: SyntaxVisitor {
  let resolver: Resolver
  let source: Source
  var values: [String: Value]
  var uses: [ActionUse] = []

  mutating func visit(_ statement: Statement) {
    switch statement.form {
    case .attempt(let attempt): visit(attempt.handler?.body ?? [])
    case .branch(let branch):
      for arm in branch.arms {
        visit(arm.condition)
        if !arm.condition.asksForSupport { visit(arm.body) }
      }
      visit(branch.otherwise ?? [])
    case .loop(let loop) where !loop.words.isEmpty: visit(eachWordOf: loop)
    default: statement.walk(with: &self)
    }
  }

  /// Visits the body once with each of the words, because what a command needs may depend on its choice.
  private mutating func visit(eachWordOf loop: Loop) {
    for setting in loop.settings { visit(setting) }
    let outer = values[loop.name.value]
    for word in loop.words {
      values[loop.name.value] = word
      visit(loop.body)
    }
    values[loop.name.value] = outer
  }

  mutating func visit(_ pipeline: Pipeline) {
    guard let verb = resolver.verb(onRowsOf: pipeline) else { return pipeline.walk(with: &self) }
    pipeline.rows.walk(with: &self)
    visit(verb)
  }

  mutating func visit(_ command: Command) {
    command.walk(with: &self)
    let command = command.replacing(values)
    if let verb = resolver.ownVerb(of: command) { return visit(opening: command, verb) }
    // Where a run chooses among several actions, the one that the verb meant first stands for all.
    guard let verb = resolver.verb(of: command), verb.signature.app == nil else { return }
    let arguments = resolver.arguments(of: command, as: verb)
    var pairs: [CallbackURL.Pair] = []
    if let subject = verb.signature.subject, !arguments.subjects.isEmpty || subject.isRequired {
      pairs.append(CallbackURL.Pair(subject.id, arguments.subjects.first?.identifier ?? "1"))
    }
    for given in arguments.given where given.parameter.place != .shell {
      pairs += given.value.samples(of: given.parameter).map { CallbackURL.Pair(given.parameter.name, $0) }
    }
    for case .setting(let setting) in command.arguments.dropFirst(verb.length) {
      guard case .flag(true) = setting.content, let parameter = verb.signature.parameter(named: setting.key.value)
      else {
        continue
      }
      pairs.append(CallbackURL.Pair(parameter.name, "true"))
    }
    for parameter in verb.signature.parameters
    where parameter.isRequired && !pairs.contains(where: { $0.name == parameter.name }) {
      pairs.append(CallbackURL.Pair(parameter.name, parameter.type.sample))
    }
    uses.append(ActionUse(signature: verb.signature, verb: verb.spelling.span, pairs: pairs, source: source))
  }

  /// Adds the action of a known URL.
  private mutating func visit(opening command: Command, _ verb: Resolver.Verb) {
    guard verb.signature.action == "open", let value = command.arguments.first?.value, let text = value.literal,
      let (url, signature) = try? resolver.opening(text, at: value.span)
    else { return }
    uses.append(ActionUse(signature: signature, verb: value.span, pairs: url.parameters, source: source))
  }
}

/// The values of the names that are given once, by 'let' with a value that needs no run.
private struct KnownValues: SyntaxVisitor {
  private(set) var values: [String: Value] = [:]
  private var given: Set<String> = []
  private var repeated: Set<String> = []

  mutating func visit(_ statement: Statement) {
    statement.walk(with: &self)
    guard case .assignment(let name, .value(let value)) = statement.form else { return }
    if value.variables.isEmpty, value.pipelines.isEmpty, !repeated.contains(name.value) { values[name.value] = value }
  }

  mutating func visit(_ name: Spanned<String>) {
    guard !given.insert(name.value).inserted else { return }
    repeated.insert(name.value)
    values[name.value] = nil
  }
}

extension Loop {
  /// The items if they are written as words; none for other lists, such as one of statuses.
  fileprivate var words: [Value] {
    guard case .list(let items) = self.items.form else { return [] }
    return items.allSatisfy { $0.literalWord != nil } ? items : []
  }
}

extension Command {
  /// The command with these values in place of their names.
  fileprivate func replacing(_ values: [String: Value]) -> Command {
    var command = self
    command.arguments = arguments.map { argument in
      switch argument {
      case .value(let value): return .value(value.replaced(by: values))
      case .setting(var setting):
        if let value = setting.value { setting.content = .value(value.replaced(by: values)) }
        return .setting(setting)
      }
    }
    return command
  }
}

extension Condition {
  /// Whether it is about the answer of `can`.
  fileprivate var asksForSupport: Bool {
    switch self {
    case .all(let terms), .any(let terms): terms.contains(where: \.asksForSupport)
    case .not(let term): term.asksForSupport
    case .holds(let value): value.variables.contains { $0.path.last?.name == "supported" }
    case .comparison(let left, _, let right):
      (left.variables + right.variables).contains { $0.path.last?.name == "supported" }
    }
  }
}

extension Value {
  /// The value of the name, at the place of the name.
  fileprivate func replaced(by values: [String: Value]) -> Value {
    guard case .variable(let variable) = form, variable.path.isEmpty, let value = values[variable.name] else {
      return self
    }
    return Value(value.form, span)
  }

  /// The text or the identifier, if the value has no variables and is no file.
  var literal: String? {
    switch form {
    case .word(let text), .string(let text), .url(let text): text.literal
    case .reference(let reference): reference.kind == .file ? nil : reference.id.literal
    case .variable, .list, .result, .arithmetic, .range: nil
    }
  }

  /// The identifier of a literal reference.
  fileprivate var identifier: String? {
    guard case .reference(let reference) = form, reference.form == .kind else { return nil }
    return reference.id.literal
  }

  /// The values of a parameter, as the URL has them.
  fileprivate func samples(of parameter: Parameter) -> [String] {
    if case .list(let values) = form, parameter.isRepeatable { return values.flatMap { $0.samples(of: parameter) } }
    if let literal, (try? parameter.type.accepting(literal)) != nil { return [literal] }
    return [parameter.type.sample]
  }
}

extension ParameterType {
  /// A value of the type.
  fileprivate var sample: String {
    switch self {
    case .text, .anything, .file, .attachment: "x"
    case .identifier, .reference: "1"
    case .choice(let choices): choices.values.first ?? ""
    case .integer(let range): String(range.lowerBound)
    case .boolean: "true"
    case .duration, .time: "1h"
    case .acct: "a@b.example"
    case .url: "https://b.example/1"
    }
  }
}
