package import XCallbackURL

/// The completions at the cursor of an unfinished line.
package struct Completion: Sendable, Hashable {
  /// The span that a candidate replaces; it ends at the cursor.
  package var span: Span
  package var candidates: [Candidate]
  /// The kind of reference expected here, so that the caller can add identifiers.
  package var kind: ReferenceKind?

  /// A completion and its description.
  package struct Candidate: Sendable, Hashable {
    package var text: String
    package var summary: String

    package init(_ text: String, _ summary: String) {
      self.text = text
      self.summary = summary
    }
  }

  /// The completions at a byte offset of a line.
  ///
  /// - Parameter keywords: whether keywords are candidates too.
  package init(of line: String, at cursor: Int, resolver: Resolver, keywords: Bool = true) {
    self.init(CompletionContext(Array(line.utf8.prefix(cursor))), resolver, keywords ? Keyword.all : [])
  }

  private init(_ context: CompletionContext, _ resolver: Resolver, _ keywords: [Keyword]) {
    let end = context.bytes.count
    span = Span(end, end)
    candidates = []
    guard context.isOpen else { return }
    span = Span(context.word.start, end)
    if let source = context.source {
      addSteps(context, of: resolver.verb(of: CompletionContext.command(of: source)), resolver.catalog)
      return
    }
    if context.words.first?.value == Resolver.callVerb, context.words.count < 3 {
      addCall(context, resolver.apps)
      return
    }
    addVerbs(context, resolver.catalog, keywords)
    guard let verb = resolver.ownVerb(of: context.command) ?? resolver.verb(of: context.command) else { return }
    guard let equals = context.partial.firstIndex(of: "=") else {
      kind = verb.signature.subject?.kind
      addChoices(context, verb)
      for signature in verb.candidates {
        add(parameters(context, signature, resolver.options(of: signature)))
      }
      return
    }
    addValues(
      of: String(context.partial[..<equals]), context,
      verb.candidates.flatMap(\.parameters) + resolver.options(of: verb.signature))
  }

  /// Adds the steps on rows, and then the verbs that take such rows, those that destroy last.
  private mutating func addSteps(_ context: CompletionContext, of source: Resolver.Verb?, _ catalog: Catalog) {
    guard context.words.isEmpty else { return }
    let steps = RowStage.documented.map { Candidate($0.words, $0.summary) }
    let kind = source?.signature.items?.record.kind
    let takers = catalog.signatures.filter { kind != nil && $0.subject?.kind == kind }
    let ordered = takers.filter { !$0.effect.isDestructive } + takers.filter(\.effect.isDestructive)
    let verbs = ordered.map { Candidate($0.preferredVerb, $0.summary) }
    candidates += (steps + verbs).filter { $0.text.hasPrefix(context.partial) && $0.text != context.partial }
  }

  private mutating func addVerbs(_ context: CompletionContext, _ catalog: Catalog, _ keywords: [Keyword]) {
    guard let words = context.verbWords else { return }
    let typed = words.map { $0.value + " " }.joined()
    let verbs = catalog.verbs.map { verb in
      (verb, catalog.signatures(verb: verb).map(\.summary).joined(separator: " "))
    }
    let others = context.isStatement ? keywords.map { ($0.word, $0.summary) } : []
    for (text, summary) in verbs + others where text.hasPrefix(typed + context.partial) {
      let rest = String(text.dropFirst(typed.count))
      guard rest != context.partial else { continue }
      candidates.append(Candidate(rest, summary))
    }
  }

  /// Adds candidates that are new. Where a word continues the verb, `status` stands for `status:` too.
  private mutating func add(_ new: [Candidate]) {
    let words = Set(candidates.map(\.text))
    for candidate in new where !candidates.contains(candidate) {
      guard !candidate.text.hasSuffix(":") || !words.contains(String(candidate.text.dropLast())) else { continue }
      candidates.append(candidate)
    }
  }

  /// Completes the app or the action of a `call`.
  private mutating func addCall(_ context: CompletionContext, _ apps: Resolver.Apps) {
    guard context.words.count == 2 else { return addCandidates(apps.names(), context.partial[...], "an app") }
    let catalog = (try? apps.catalog(context.words[1].value)) ?? nil
    for signature in catalog?.signatures ?? [] where signature.action.hasPrefix(context.partial) {
      candidates.append(Candidate(signature.action, signature.summary))
    }
  }

  private mutating func addValues(of key: String, _ context: CompletionContext, _ parameters: [Parameter]) {
    guard let parameter = parameters.named(key) else { return }
    span.start += key.utf8.count + 1
    let typed = context.partial.dropFirst(key.count + 1)
    switch parameter.type {
    case .choice(let choices):
      let prefix = choices.reference.map { ["\($0.rawValue):"] } ?? []
      addCandidates(choices.values + prefix, typed, parameter.summary)
    case .boolean: addCandidates(["true", "false"], typed, parameter.summary)
    case .identifier(let kind), .reference(let kind): self.kind = kind
    case .acct: kind = .account
    case .attachment, .file: kind = .file
    case .text, .integer, .duration, .time, .url, .anything: break
    }
  }

  /// Adds the choices of the first operand, unless an operand is already given.
  private mutating func addChoices(_ context: CompletionContext, _ verb: Resolver.Verb) {
    guard let operand = verb.signature.parameters.first(where: { $0.place == .operand }),
      !context.names.contains(operand.name), context.hasNoOperand(after: verb.length + 1)
    else { return }
    addCandidates(operand.type.choiceValues.filter { $0 != context.partial }, context.partial[...], operand.summary)
  }

  private mutating func addCandidates(_ texts: [String], _ typed: Substring, _ summary: String) {
    candidates += texts.filter { $0.hasPrefix(typed) }.map { Candidate($0, summary) }
  }

  private func parameters(_ context: CompletionContext, _ signature: Signature, _ options: [Parameter]) -> [Candidate] {
    var found: [Candidate] = []
    if let subject = signature.subject, !context.partial.hasPrefix("--") {
      found.append(Candidate("\(subject.kind.rawValue):", "a reference to \(subject.kind.withArticle)"))
    }
    for parameter in signature.parameters + options where !context.names.contains(parameter.name) {
      // A reference is shorter than a subject parameter, which is offered only once it is begun.
      guard parameter.place != .subject || isLonger(context.partial, than: signature.subject) else { continue }
      // An operand with choices is completed by them, without its name.
      guard parameter.place != .operand || parameter.type.needsName else { continue }
      found.append(Candidate(Completion.spelling(of: parameter, context.partial), parameter.summary))
    }
    return found.filter { $0.text.hasPrefix(context.partial) && $0.text != context.partial }
  }

  private func isLonger(_ partial: String, than subject: Signature.Subject?) -> Bool {
    !partial.isEmpty && !(subject.map { "\($0.kind.rawValue):".hasPrefix(partial) } ?? false)
  }

  private static func spelling(of parameter: Parameter, _ partial: String) -> String {
    let isFlag = parameter.type == .boolean || (parameter.negative != nil && partial.hasPrefix("--no-"))
    guard isFlag else { return "\(parameter.name)=" }
    return partial.hasPrefix("--no-") ? "--no-\(parameter.name)" : "--\(parameter.name)"
  }
}

extension Signature.Effect {
  fileprivate var isDestructive: Bool {
    switch self {
    case .destructive, .mass: true
    case .read, .present, .reversible, .file: false
    }
  }
}

extension ParameterType {
  /// Whether the parameter's name is the only possible completion.
  fileprivate var needsName: Bool {
    switch self {
    case .choice, .anything: false
    default: true
    }
  }
}
