package import XCallbackURL

/// The completions at the cursor of an unfinished line.
package struct Completion: Sendable, Hashable {
  /// The span that a candidate replaces; it ends at the cursor.
  package internal(set) var span: Span
  package internal(set) var candidates: [Candidate]
  /// The kind of reference expected here, so that the caller can add identifiers.
  package internal(set) var kind: ReferenceKind?

  /// The flags that agree to what would be asked otherwise.
  package static let consent: Set<String> = ["--yes", "--again"]

  /// A completion and its description.
  package struct Candidate: Sendable, Hashable {
    package var text: String
    package var summary: String
    /// The handle of its author, which a list shows before the summary; empty if it has none.
    package var author = ""
    /// Whether the word ends with it; otherwise more of the word may follow.
    package var isWhole: Bool
    /// Whether it is listed; the others only count for what all candidates have in common.
    package var isListed = true

    package init(_ text: String, _ summary: String, isWhole: Bool = true) {
      self.text = text
      self.summary = summary
      self.isWhole = isWhole && text.last != "=" && text.last != ":"
    }
  }

  /// The completions at a byte offset of a line.
  ///
  /// - Parameters:
  ///   - keywords: whether keywords are candidates too.
  ///   - surroundings: what is known around the line.
  ///   - isFurther: whether it is asked again: for the options of every action, too, and the programs of this machine.
  package init(
    of line: String, at cursor: Int, resolver: Resolver, keywords: Bool = true,
    surroundings: Surroundings = Surroundings(), isFurther: Bool = false
  ) {
    self.init(
      CompletionQuestion(
        context: CompletionContext(Array(line.utf8.prefix(cursor))), resolver: resolver, surroundings: surroundings,
        keywords: keywords ? Keyword.all : [], isFurther: isFurther))
  }

  private init(_ question: CompletionQuestion) {
    let context = question.context
    let end = context.bytes.count
    span = Span(end, end)
    candidates = []
    guard !context.isLost, !addVariable(question) else { return }
    if let quote = context.openQuote {
      addQuoted(from: quote, question)
      return
    }
    if let keyword = question.keywordWithParameters {
      addParameters(of: keyword, question)
      return
    }
    if context.openList != nil {
      addElement(question)
      return
    }
    guard context.isOpen || context.isOutput || context.isAtAccount else { return }
    span = Span(context.word.start, end)
    if context.isOutput {
      addFiles(from: context.word.start, question)
    } else if context.isAtAccount {
      addWords(question.surroundings.accounts(), question)
    } else if context.source != nil {
      addStep(question)
    } else {
      addCommand(question)
    }
  }

  /// Completes a command: its verb, or what follows it.
  private mutating func addCommand(_ question: CompletionQuestion) {
    let (context, resolver) = (question.context, question.resolver)
    switch context.words.first?.value {
    case Resolver.callVerb? where context.words.count < 3: return addCall(context, resolver.apps)
    case "help"?: return addTopics(question)
    default: break
    }
    addVerbs(question)
    guard let verb = resolver.ownVerb(of: context.command) ?? resolver.verb(of: context.command) else { return }
    if let equals = context.partial.firstIndex(of: "=") {
      addValue(of: String(context.partial[..<equals]), of: verb, question)
    } else {
      addArguments(of: verb, question)
    }
  }

  /// Adds the subjects and the verb's own parameters; the options of every action only where they are asked for.
  private mutating func addArguments(of verb: Resolver.Verb, _ question: CompletionQuestion) {
    let context = question.context
    kind = verb.signature.subject?.kind
    let isGiven = question.rowsAreSubject(of: verb)
    let subjects = isGiven ? [] : subjects(of: verb, question)
    add(subjects)
    addOperand(of: verb, question)
    let takesReference = !isGiven && canTakeSubject(verb, context)
    let references = takesReference ? verb.candidates.flatMap { reference(to: $0.subject, context) } : []
    let operands = Set(openOperands(of: verb, question).map(\.name))
    let own = verb.candidates.flatMap { signature in
      let ungiven = signature.parameters.filter { $0.place != .operand || operands.contains($0.name) }
      return parameters(question.distinctiveFirst(ungiven, of: signature), of: signature, context)
    }
    add(subjects.isEmpty ? references + own : own + references)
    guard candidates.isEmpty || question.isFurther || context.partial.hasPrefix("-") else { return }
    for signature in verb.candidates {
      add(parameters(question.resolver.options(of: signature), of: signature, context))
    }
  }

  /// Adds the steps on rows, and then the verbs that take such rows, those that destroy last.
  mutating func addSteps(_ question: CompletionQuestion) {
    let steps = RowStage.documented.map { Candidate($0.words, $0.summary) }
    addNames(steps + question.verbsOnRows.map { Candidate($0.preferredVerb, $0.summary) }, question)
    if question.isFurther { addWords(question.surroundings.programs(question.context.partial), question) }
  }

  /// Completes a verb that acts on rows: its further words, and what follows it.
  mutating func addVerbOnRows(_ question: CompletionQuestion) {
    let context = question.context
    guard let first = context.words.first?.value, question.surroundings.checker?.definitions[first] == nil else {
      return
    }
    let typed = context.words.map { $0.value + " " }.joined()
    let longer = question.verbsOnRows.filter { $0.preferredVerb.hasPrefix(typed) }
    addNames(longer.map { Candidate(String($0.preferredVerb.dropFirst(typed.count)), $0.summary) }, question)
    guard let verb = question.resolver.verb(of: context.command), verb.signature.app == nil,
      verb.candidates.contains(where: { $0.subject != nil && $0.effect != .present })
    else { return }
    if let equals = context.partial.firstIndex(of: "=") {
      addValue(of: String(context.partial[..<equals]), of: verb, question)
    } else {
      addArguments(of: verb, question)
    }
  }

  private mutating func addVerbs(_ question: CompletionQuestion) {
    let (context, catalog) = (question.context, question.resolver.catalog)
    guard let words = context.verbWords else { return }
    let typed = words.map { $0.value + " " }.joined()
    let start = typed + context.partial
    let fitting = catalog.verbs.filter { $0.hasPrefix(start) }
    let preferred = fitting.filter { $0 == start || !catalog.isAlias($0) }
    let verbs = (preferred.isEmpty ? fitting : preferred).map { verb in
      (verb, catalog.signatures(verb: verb).map(\.summary).joined(separator: " "))
    }
    let keywords = context.isStatement ? question.keywords.filter { !$0.isForScripts } : []
    let all = verbs + question.definitions + keywords.map { ($0.word, $0.summary) }
    let names = all.filter { $0.0.hasPrefix(start) }
    for (text, summary) in names.filter({ $0.0 == start }) + names.filter({ $0.0 != start }) {
      candidates.append(Candidate(String(text.dropFirst(typed.count)), summary))
    }
  }

  /// Adds candidates that are new. Where a word continues the verb, `status` stands for `status:` too.
  private mutating func add(_ new: [Candidate]) {
    var words = Set(candidates.map(\.text))
    let verbs = words
    for candidate in new where words.insert(candidate.text).inserted {
      guard !candidate.text.hasSuffix(":") || !verbs.contains(String(candidate.text.dropLast())) else { continue }
      candidates.append(candidate)
    }
  }

  /// Adds the candidates that continue the word at the cursor and are new.
  mutating func addWords(_ new: [Candidate], _ question: CompletionQuestion) {
    let typed = question.context.partial
    add(new.filter { $0.text.hasPrefix(typed) && $0.text != typed })
  }

  /// Adds the names that continue the word at the cursor. A whole one comes first, because more may be meant by it than
  /// the beginning of another.
  private mutating func addNames(_ new: [Candidate], _ question: CompletionQuestion) {
    let typed = question.context.partial
    add(new.filter { $0.text == typed })
    addWords(new, question)
  }

  /// Completes the app or the action of a `call`.
  private mutating func addCall(_ context: CompletionContext, _ apps: Resolver.Apps) {
    guard context.words.count == 2 else {
      candidates += apps.names().filter { $0.hasPrefix(context.partial) }.map { Candidate($0, "an app") }
      return
    }
    let catalog = (try? apps.catalog(context.words[1].value)) ?? nil
    for signature in catalog?.signatures ?? [] where signature.action.hasPrefix(context.partial) {
      candidates.append(Candidate(signature.action, signature.summary))
    }
  }

  /// Completes what help describes.
  private mutating func addTopics(_ question: CompletionQuestion) {
    let (context, catalog) = (question.context, question.resolver.catalog)
    let typed = context.words.dropFirst().map { $0.value + " " }.joined()
    let signatures = Catalog.own.signatures.map { Candidate($0.action, $0.summary) }
    let verbs = catalog.verbs.map { Candidate($0, catalog.signature(verb: $0)?.summary ?? "") }
    let topics = (question.surroundings.topics() + verbs + signatures).filter { $0.text.hasPrefix(typed) }
    addNames(topics.map { Candidate(String($0.text.dropFirst(typed.count)), $0.summary) }, question)
  }

  private func reference(to subject: Signature.Subject?, _ context: CompletionContext) -> [Candidate] {
    guard let subject, !context.partial.hasPrefix("--") else { return [] }
    let mark = "\(subject.kind.rawValue):"
    guard mark.hasPrefix(context.partial), mark != context.partial else { return [] }
    return [Candidate(mark, "a reference to \(subject.kind.withArticle)")]
  }

  private func parameters(
    _ parameters: [Parameter], of signature: Signature, _ context: CompletionContext
  ) -> [Candidate] {
    var found: [Candidate] = []
    for parameter in parameters where !context.names.contains(parameter.name) {
      // A reference is shorter than a subject parameter, which is offered only once it is begun.
      guard parameter.place != .subject || isLonger(context.partial, than: signature.subject) else { continue }
      // An operand with choices is completed by them, without its name.
      guard parameter.place != .operand || parameter.type.needsName else { continue }
      // Consent is never proposed, only spelled out.
      guard !parameter.isConsent || context.partial.hasPrefix("--") else { continue }
      found += Completion.spellings(of: parameter, context.partial).map { Candidate($0, parameter.summary) }
    }
    return found.filter { $0.text.hasPrefix(context.partial) && $0.text != context.partial }
  }

  private func isLonger(_ partial: String, than subject: Signature.Subject?) -> Bool {
    !partial.isEmpty && !(subject.map { "\($0.kind.rawValue):".hasPrefix(partial) } ?? false)
  }

  /// How a parameter is written; from `--no` on, also so that it takes something back.
  private static func spellings(of parameter: Parameter, _ partial: String) -> [String] {
    let isFlag = parameter.type == .boolean
    let isRemovable = (isFlag || parameter.negative != nil) && !parameter.isConsent
    let negative = isRemovable && partial.hasPrefix("--no") ? ["--no-\(parameter.name)"] : []
    return [isFlag ? "--\(parameter.name)" : "\(parameter.name)="] + negative
  }
}

extension Parameter {
  /// Whether it agrees to what would be asked otherwise.
  fileprivate var isConsent: Bool { Completion.consent.contains("--\(name)") }
}

extension CompletionQuestion {
  /// The verbs that earlier lines defined, with the names of their inputs.
  fileprivate var definitions: [(String, String)] {
    let definitions = surroundings.checker?.definitions ?? [:]
    return definitions.sorted { $0.key < $1.key }.map { verb, definition in
      let inputs = definition.inputs.map(\.name.value)
      return (verb, inputs.isEmpty ? "your own verb" : "your own verb, with \(inputs.joined(separator: ", "))")
    }
  }
}

extension CompletionQuestion {
  /// The kind of the rows before the `|`; `nil` in a command, and if it is not known.
  private var rowKind: ReferenceKind? {
    guard let source = context.source else { return nil }
    return resolver.verb(of: CompletionContext.command(of: source))?.signature.items?.record.kind
  }

  /// Whether the rows before the `|` are the subject of a verb after it.
  func rowsAreSubject(of verb: Resolver.Verb) -> Bool {
    guard let rowKind else { return false }
    return verb.candidates.contains { $0.subject?.kind == rowKind }
  }

  /// The parameters, those first that must be given, then those that no verb before it has.
  fileprivate func distinctiveFirst(_ parameters: [Parameter], of signature: Signature) -> [Parameter] {
    let names = Set(parameters.map(\.name))
    let earlier = resolver.catalog.signatures.prefix { $0.action != signature.action }
    let known = earlier.flatMap { $0.parameters.filter { names.contains($0.name) } }
    let isCommon = { (parameter: Parameter) in
      known.contains { $0.name == parameter.name && $0.type == parameter.type }
    }
    let required = parameters.filter(\.isRequired)
    let others = parameters.filter { !$0.isRequired }
    return required + others.filter { !isCommon($0) } + others.filter(isCommon)
  }

  /// The actions that the rows before the `|` can be the subject of, those that destroy last.
  fileprivate var verbsOnRows: [Signature] {
    guard let rowKind else { return [] }
    let takers = resolver.catalog.signatures.filter { $0.subject?.kind == rowKind }
    return takers.filter { !$0.effect.needsConfirmation } + takers.filter(\.effect.needsConfirmation)
  }

  /// The keyword whose parameters fit at the cursor; `nil` elsewhere.
  fileprivate var keywordWithParameters: Keyword? {
    guard context.source == nil, context.isStatement, let first = context.words.first?.value,
      let keyword = keywords.first(where: { $0.word == first }), !keyword.settings.isEmpty,
      // Those of 'once' belong to a request, which a rehearsal prints.
      keyword != .once
    else { return nil }
    // A loop has 'for NAME in LIST' before them.
    return context.words.count >= (keyword == .loop ? 4 : 2) ? keyword : nil
  }
}

extension Catalog {
  /// Whether a verb is only another word for the preferred one of its actions, as `favorite` is for `fav`.
  fileprivate func isAlias(_ verb: String) -> Bool {
    guard !verb.contains(" ") else { return false }
    return signatures(verb: verb).allSatisfy { $0.preferredVerb != verb && !$0.preferredVerb.contains(" ") }
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
