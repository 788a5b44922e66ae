import XCallbackURL

/// The values of parameters and operands.
extension Completion {
  /// Completes the value behind the name of a parameter.
  mutating func addValue(of key: String, of verb: Resolver.Verb, _ question: CompletionQuestion) {
    guard let parameter = question.parameter(named: key, of: verb) else { return }
    span.start += key.utf8.count + 1
    guard case .choice(let choices) = parameter.type, parameter.isRepeatable else {
      return addValue(of: parameter, of: verb, question)
    }
    // More values may follow after a comma.
    let parts = question.context.text(from: span.start).split(separator: ",", omittingEmptySubsequences: false)
    let typed = String(parts.last ?? "")
    span.start = span.end - typed.utf8.count
    add(choices, continuing: typed, besides: parts.dropLast().map(String.init), isWhole: false)
  }

  /// Completes an element of the list that is open at the cursor.
  mutating func addElement(_ question: CompletionQuestion) {
    guard let list = question.context.openList else { return }
    let command = CompletionContext.command(of: list.words)
    guard let verb = question.resolver.ownVerb(of: command) ?? question.resolver.verb(of: command),
      let parameter = question.parameter(named: list.key, of: verb)
    else { return }
    span.start = question.context.word.start
    addValue(of: parameter, of: verb, question)
    let given = Set(question.context.words.map(\.value))
    candidates.removeAll { given.contains($0.text) }
  }

  /// Completes a value of a parameter, which begins at the start of the span.
  private mutating func addValue(of parameter: Parameter, of verb: Resolver.Verb, _ question: CompletionQuestion) {
    let typed = question.context.text(from: span.start)
    switch parameter.type {
    case .choice(let choices): add(choices, continuing: typed)
    case .boolean:
      let words = [Candidate("true", parameter.summary), Candidate("false", "not so")]
      candidates += words.filter { $0.text.hasPrefix(typed) }
    case .identifier(let kind), .reference(let kind): addThings(of: kind, continuing: typed, for: verb, question)
    case .acct where parameter.place == .shell:
      kind = .account
      candidates += question.surroundings.accounts().filter { $0.text.hasPrefix(typed) && $0.text != typed }
    case .acct:
      kind = .account
      candidates += known(of: [.account], continuing: typed, for: verb, question).filter { $0.text != typed }
    case .attachment, .file:
      kind = .file
      addFile(of: parameter.type, from: span.start, question)
    case .text where parameter.isColumns: addColumns(of: verb, from: span.start, question)
    case .text, .integer, .duration, .time, .url, .anything: break
    }
  }

  /// Completes a value whose quotes are still open.
  mutating func addQuoted(from quote: Int, _ question: CompletionQuestion) {
    let context = question.context
    guard !context.isOutput || quote != context.word.start else { return addFiles(from: quote, question) }
    guard context.isOpen,
      let verb = question.resolver.ownVerb(of: context.command) ?? question.resolver.verb(of: context.command)
    else { return }
    let before = String(decoding: context.bytes[context.word.start..<quote], as: UTF8.self)
    if before.hasSuffix("file:") {
      addFiles(from: quote, question)
    } else if before.isEmpty {
      if operand(of: verb, question)?.type == .file { addFiles(from: quote, question) }
    } else if before.hasSuffix(":") {
      addTitled(before.split(separator: "=", maxSplits: 1).last ?? "", for: verb, question)
    } else if before.hasSuffix("="), let parameter = question.parameter(named: String(before.dropLast()), of: verb) {
      if parameter.type == .file { addFiles(from: quote, question) }
      if parameter.isColumns { addColumns(of: verb, from: quote + 1, question) }
      if parameter.isTemplate { addTemplateFields(of: verb, from: quote, question) }
    }
  }

  /// Adds the things whose titles continue the text in open quotes.
  ///
  /// - Parameter mark: what is before the quote, such as `list:`.
  private mutating func addTitled(_ mark: Substring, for verb: Resolver.Verb, _ question: CompletionQuestion) {
    guard let quote = question.context.openQuote, let kind = ReferenceKind(rawValue: String(mark.dropLast())),
      NumberedCommand.titled.contains(kind)
    else { return }
    self.kind = kind
    span.start = quote - mark.utf8.count
    let found = things(of: [kind], continuing: question.context.text(from: span.start), for: verb, question)
    candidates += found
  }

  /// Completes the parameters at the end of a keyword's line, and their values.
  mutating func addParameters(of keyword: Keyword, _ question: CompletionQuestion) {
    let context = question.context
    span.start = context.word.start
    guard let equals = context.partial.firstIndex(of: "=") else {
      let missing = keyword.settings.filter { !context.names.contains($0.name) }
      return addWords(missing.map { Candidate("\($0.name)=", $0.summary) }, question)
    }
    guard case .choice(let choices)? = keyword.settings.named(String(context.partial[..<equals]))?.type else { return }
    span.start += context.partial[...equals].utf8.count
    add(choices, continuing: context.text(from: span.start))
  }

  /// Completes the operand at the cursor: one of its choices, a file or a job.
  mutating func addOperand(of verb: Resolver.Verb, _ question: CompletionQuestion) {
    let context = question.context
    guard !context.partial.hasPrefix("-") else { return }
    guard let operand = operand(of: verb, question) else {
      if context.partial.hasPrefix("file:") { addFile(of: .file, from: context.word.start, question) }
      return
    }
    switch operand.type {
    case .choice(let choices):
      let typed = context.partial
      candidates += choices.values.filter { $0.hasPrefix(typed) && $0 != typed }
        .map { Candidate($0, choices.meaning(of: $0)) }
    case .file, .attachment:
      addFile(of: operand.type, from: context.word.start, question)
    case .text where context.partial.hasPrefix("file:"):
      addFile(of: .file, from: context.word.start, question)
    case .reference(let kind), .identifier(let kind): addOperand(of: kind, for: verb, question)
    case .acct: addOperand(of: .account, for: verb, question)
    case .anything where operand.name == "job" || context.words.map(\.value) == ["undo", "job"]:
      addWords(question.surroundings.jobs(), question)
    case .anything where context.words.map(\.value) == ["undo"]:
      addWords(question.surroundings.changes, question)
    default: break
    }
  }

  /// Adds the things that an operand may name, once the subject before it is given.
  ///
  /// A number is no row there. Rows before a `|` fill such an operand.
  private mutating func addOperand(of kind: ReferenceKind, for verb: Resolver.Verb, _ question: CompletionQuestion) {
    let context = question.context
    guard context.source == nil, verb.signature.subject == nil || isSubjectGiven(to: verb, context) else { return }
    let given = Set(context.words.map(\.value))
    let found = known(of: [kind], continuing: context.partial, for: verb, question)
    candidates += found.filter { $0.text != context.partial && !given.contains($0.text) }
  }

  /// The operand at the cursor; `nil` if all are given.
  private func operand(of verb: Resolver.Verb, _ question: CompletionQuestion) -> Parameter? {
    let last = verb.signature.parameters.last { $0.place == .operand }
    let operand = openOperands(of: verb, question).first ?? last.flatMap { $0.isRepeatable ? $0 : nil }
    return operand.flatMap { question.context.names.contains($0.name) ? nil : $0 }
  }

  /// The operands that are not given yet.
  func openOperands(of verb: Resolver.Verb, _ question: CompletionQuestion) -> ArraySlice<Parameter> {
    let context = question.context
    let operands = verb.signature.parameters.filter { $0.place == .operand }
    let subject = verb.signature.subject
    let isSubjectBefore =
      !question.rowsAreSubject(of: verb) && subject.map { context.names.isDisjoint(with: $0.alternatives) } ?? false
    let index = max(0, context.operandCount(after: verb.length + 1) - (isSubjectBefore ? 1 : 0))
    return operands.dropFirst(index)
  }

  private mutating func add(
    _ choices: Choices, continuing typed: String, besides given: [String] = [], isWhole: Bool = true
  ) {
    let values = choices.values.filter { !given.contains($0) }
      .map { Candidate($0, choices.meaning(of: $0), isWhole: isWhole) }
    let reference = choices.reference.map { Candidate("\($0.rawValue):", "a reference to \($0.withArticle)") }
    candidates += (values + [reference].compactMap(\.self)).filter { $0.text.hasPrefix(typed) }
  }

  private mutating func addThings(
    of kind: ReferenceKind, continuing typed: String, for verb: Resolver.Verb, _ question: CompletionQuestion
  ) {
    self.kind = kind
    let found = things(of: [kind], continuing: typed, for: verb, question)
    candidates += found.filter { !NumberedCommand.titled.contains(kind) || $0.text != "it" && Int($0.text) == nil }
  }
}

extension CompletionQuestion {
  /// The parameter or option of a verb with this name.
  fileprivate func parameter(named key: String, of verb: Resolver.Verb) -> Parameter? {
    (verb.candidates.flatMap(\.parameters) + resolver.options(of: verb.signature)).named(key)
  }
}

extension Parameter {
  /// Whether it names the fields to print.
  fileprivate var isColumns: Bool { place == .shell && name == "columns" }

  /// Whether it is a line to print, with fields in braces.
  fileprivate var isTemplate: Bool { place == .shell && name == "template" }
}
