package import XCallbackURL

/// What may stand at the cursor of an unfinished line.
package struct Completion: Sendable, Hashable {
  /// The bytes of the line that a candidate replaces; they end at the cursor.
  package var span: Span
  package var candidates: [Candidate]
  /// The kind of thing that a reference here would name, for whoever knows some.
  package var kind: ReferenceKind?

  /// One thing that may stand there.
  package struct Candidate: Sendable, Hashable {
    package var text: String
    /// Half a sentence about it.
    package var summary: String

    package init(_ text: String, _ summary: String) {
      self.text = text
      self.summary = summary
    }
  }

  /// What may stand at this byte of a line, given the actions and options of a resolver.
  ///
  /// - Parameter keywords: whether the words that begin other statements than commands are candidates too.
  package init(of line: String, at cursor: Int, resolver: Resolver, keywords: Bool = true) {
    self.init(Draft(Array(line.utf8.prefix(cursor))), resolver, keywords ? Keyword.allCases : [])
  }

  private init(_ draft: Draft, _ resolver: Resolver, _ keywords: [Keyword]) {
    let end = draft.bytes.count
    span = Span(end, end)
    candidates = []
    guard draft.isOpen else { return }
    span = Span(draft.word.start, end)
    if draft.words.first?.value == Resolver.callVerb, draft.words.count < 3 {
      addCall(draft, resolver.apps)
      return
    }
    addVerbs(draft, resolver.catalogue, keywords)
    guard let verb = resolver.ownVerb(of: draft.command) ?? resolver.verb(of: draft.command) else { return }
    guard let equals = draft.partial.firstIndex(of: "=") else {
      kind = verb.signature.subject?.kind
      addChoices(draft, verb)
      candidates += parameters(draft, verb.signature, resolver.options(of: verb.signature))
      return
    }
    addValues(
      of: String(draft.partial[..<equals]), draft, verb.signature.parameters + resolver.options(of: verb.signature))
  }

  private mutating func addVerbs(_ draft: Draft, _ catalogue: Catalogue, _ keywords: [Keyword]) {
    guard let words = draft.verbWords else { return }
    let typed = words.map { $0.value + " " }.joined()
    let verbs = catalogue.signatures.flatMap { signature in signature.verbs.map { ($0, signature.summary) } }
    let others = draft.isStatement ? keywords.map { ($0.rawValue, $0.summary) } : []
    for (text, summary) in verbs + others where text.hasPrefix(typed + draft.partial) {
      let rest = String(text.dropFirst(typed.count))
      guard rest != draft.partial else { continue }
      candidates.append(Candidate(rest, summary))
    }
  }

  /// The apps, or what the one that is named can be asked for.
  private mutating func addCall(_ draft: Draft, _ apps: Resolver.Apps) {
    guard draft.words.count == 2 else { return addCandidates(apps.names(), draft.partial[...], "an app") }
    let catalogue = (try? apps.catalogue(draft.words[1].value)) ?? nil
    for signature in catalogue?.signatures ?? [] where signature.action.hasPrefix(draft.partial) {
      candidates.append(Candidate(signature.action, signature.summary))
    }
  }

  private mutating func addValues(of key: String, _ draft: Draft, _ parameters: [Parameter]) {
    guard let parameter = parameters.first(where: { $0.name == key || $0.synonyms.contains(key) }) else { return }
    span.start += key.utf8.count + 1
    let typed = draft.partial.dropFirst(key.count + 1)
    switch parameter.demand {
    case .choice(let spellings): addCandidates(spellings, typed, parameter.summary)
    case .boolean: addCandidates(["true", "false"], typed, parameter.summary)
    case .identifier(let kind), .reference(let kind): self.kind = kind
    case .acct: kind = .account
    case .attachment, .file: kind = .file
    case .text, .integer, .duration, .time, .url, .anything: break
    }
  }

  /// The words that the first operand may be, where there are only so many and none stands there yet.
  private mutating func addChoices(_ draft: Draft, _ verb: Resolver.Verb) {
    guard let operand = verb.signature.parameters.first(where: { $0.place == .operand }),
      !draft.names.contains(operand.name), draft.hasNoOperand(after: verb.length + 1)
    else { return }
    addCandidates(operand.demand.spellings.filter { $0 != draft.partial }, draft.partial[...], operand.summary)
  }

  private mutating func addCandidates(_ texts: [String], _ typed: Substring, _ summary: String) {
    candidates += texts.filter { $0.hasPrefix(typed) }.map { Candidate($0, summary) }
  }

  private func parameters(_ draft: Draft, _ signature: Signature, _ options: [Parameter]) -> [Candidate] {
    var found: [Candidate] = []
    if let subject = signature.subject, !draft.partial.hasPrefix("--") {
      found.append(Candidate("\(subject.kind.rawValue):", "which \(subject.kind.rawValue)"))
    }
    for parameter in signature.parameters + options where !draft.names.contains(parameter.name) {
      // What a reference says better is offered only to those who start to write it.
      guard parameter.place != .subject || isLonger(draft.partial, than: signature.subject) else { continue }
      // What stands without its name is offered by its values, if at all.
      guard parameter.place != .operand || parameter.demand.goesByName else { continue }
      found.append(Candidate(Completion.spelling(of: parameter, draft.partial), parameter.summary))
    }
    return found.filter { $0.text.hasPrefix(draft.partial) && $0.text != draft.partial }
  }

  private func isLonger(_ partial: String, than subject: Signature.Subject?) -> Bool {
    !partial.isEmpty && !(subject.map { "\($0.kind.rawValue):".hasPrefix(partial) } ?? false)
  }

  private static func spelling(of parameter: Parameter, _ partial: String) -> String {
    guard case .boolean = parameter.demand else { return "\(parameter.name)=" }
    return partial.hasPrefix("--no-") ? "--no-\(parameter.name)" : "--\(parameter.name)"
  }
}

extension Demand {
  /// Whether nothing but the parameter's name can be offered for such a value.
  fileprivate var goesByName: Bool {
    switch self {
    case .choice, .anything: false
    default: true
    }
  }
}

extension Keyword {
  /// What the word does, for whoever looks for it.
  fileprivate var summary: String {
    switch self {
    case .assignment: "gives a value a name"
    case .loop: "goes through a list"
    case .branch: "runs lines where a condition holds"
    case .attempt: "goes on after an error"
    case .definition: "makes a verb"
    case .once: "runs its lines once, ever"
    case .every: "runs its lines again and again"
    case .at: "runs its lines at a time of day"
    case .account: "runs its lines as another account"
    case .expectation: "stops the script where a condition does not hold"
    case .answer: "ends a verb with a value"
    case .run: "runs a program"
    case .end: "closes a block"
    case .otherwise: "opens the other half of an 'if'"
    case .handler: "opens what runs after an error"
    }
  }
}
