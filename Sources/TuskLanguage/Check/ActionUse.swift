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
      var collector = ActionUseCollector(resolver: resolver, source: source)
      collector.visit(statements)
      uses += collector.uses
    }
    return uses
  }
}

private struct ActionUseCollector: SyntaxVisitor {
  let resolver: Resolver
  let source: Source
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
    default: statement.walk(with: &self)
    }
  }

  mutating func visit(_ command: Command) {
    command.walk(with: &self)
    guard resolver.ownVerb(of: command) == nil, let verb = resolver.verb(of: command), verb.signature.app == nil else {
      return
    }
    let places = ArgumentPlaces(of: command, verb, [])
    var pairs: [CallbackURL.Pair] = []
    if let subject = verb.signature.subject, !places.subjects.isEmpty || subject.isRequired {
      pairs.append(CallbackURL.Pair(subject.id, places.subjects.first?.identifier ?? "1"))
    }
    for (parameter, value) in places.given {
      pairs += value.samples(of: parameter).map { CallbackURL.Pair(parameter.name, $0) }
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
  fileprivate var literal: String? {
    switch form {
    case .word(let text), .string(let text), .url(let text): text.literal
    case .reference(let reference): reference.kind == .file ? nil : reference.id.literal
    case .variable, .list, .result: nil
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
