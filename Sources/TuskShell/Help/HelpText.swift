import TuskCommon
package import TuskLanguage
package import XCallbackURL

/// Help texts, generated from the declarations of the actions.
package struct HelpText: Sendable {
  let catalog: Catalog
  /// The length of lines in cells.
  let width: Int

  package init(_ catalog: Catalog, width: Int = 80) {
    self.catalog = catalog
    self.width = width
  }

  /// The overview, the page of a verb or that of a topic; `nil` if nothing has that name.
  package func text(on topic: String) -> String? {
    let text =
      topic.isEmpty
      ? overview()
      : page(for: topic).map { $0 + furtherVerbs(of: topic) } ?? page(onTopic: topic) ?? family(of: topic)
        ?? page(ofOther: topic)
    return text.map { String($0.dropLast($0.hasSuffix("\n") ? 1 : 0)) }
  }

  /// The verbs that begin with this word; `nil` if there are none.
  private func family(of word: String) -> String? {
    let verbs = (catalog.verbs + Catalog.own.verbs).filter { $0.hasPrefix(word + " ") }
    return verbs.isEmpty ? nil : "verbs that begin with '\(word)': \(verbs.joined(separator: ", "))\n"
  }

  /// The page of our verb or step for the word of another program or language; `nil` if nothing has that name.
  private func page(ofOther word: String) -> String? {
    let step = MeaningsOfOthers.step(for: word)
    if let ours = MeaningsOfOthers.verb(for: word, in: catalog) ?? step?.ours,
      let page = self.page(for: ours) ?? PromptCommand.named(ours).map({ self.page(of: $0) })
    {
      return "'\(word)' is '\(ours)' here.\n\n\(page)"
    }
    return step.map { "| \(word)\n" + paragraph("Tusk has no such step: \($0.advice).") }
  }

  /// Everything about one verb; `nil` if nothing has that name.
  package func page(for verb: String) -> String? {
    if let page = page(ofCall: verb) { return page }
    if let signature = Catalog.own.signature(verb: verb) { return page(ofOwn: signature) }
    if let keyword = Keyword.documented.first(where: { $0.word == verb }) { return page(of: keyword) }
    if let step = RowStage.documented.first(where: { $0.words == verb || $0.words == verb + " by" }) {
      return "| \(step.usage)\n"
        + paragraph(step.summary + " A step on the rows of a list; 'man tsk' has them under ROWS.")
        + (step.note.map(paragraph) ?? "") + example(step.example)
    }
    let signatures = catalog.signatures(verb: verb)
    // Each of many has a verb of its own, which leads to its page.
    if signatures.count > 1, signatures.allSatisfy({ $0.preferredVerb != verb }) {
      return columns(signatures.map { ($0.briefUsage, $0.summary) })
    }
    return signatures.isEmpty ? nil : signatures.map { page(for: $0) }.joined(separator: "\n")
  }

  /// The page of a command of the prompt.
  package func page(of command: PromptCommand) -> String {
    "\(command.usage)\n" + paragraph(command.summary)
  }

  /// The page of a keyword.
  package func page(of keyword: Keyword) -> String {
    keyword.usage.joined(separator: "\n") + "\n" + paragraph(keyword.summary)
      + section("parameters", keyword.settings.map { ($0.spelling, $0.summary) })
  }

  /// The page of a verb of the language itself.
  package func page(ofOwn signature: Signature) -> String {
    "\(usage(signature.usage))\n" + paragraph(signature.summary)
      + section("parameters", signature.parameters.map { ($0.spelling, $0.summary) })
      + example(signature.example)
  }

  /// The page of a verb that a line of the prompt defined: its inputs, and its lines.
  func page(of definition: Definition, _ resolver: Resolver, _ others: [Definition]) -> String {
    let verb = definition.verb.value
    let inputs = definition.inputs.map { input -> (String, String) in
      let kind = resolver.kind(of: input.name.value, in: definition, others)
      return (input.name.value, kind.map { "\($0.withArticle), or a row" } ?? "any value")
    }
    let usage = ([verb] + definition.inputs.map { $0.fallback == nil ? "<\($0.name.value)>" : "[\($0.name.value)]" })
    let lines = [Statement(.definition(definition), definition.verb.span)].source
    return "\(usage.joined(separator: " "))\n" + paragraph("A verb of your own.") + section("inputs", inputs)
      + "\n\(lines)"
  }

  /// The page of an action.
  package func page(for signature: Signature) -> String {
    var text = "\(usage(signature.usage))\n" + paragraph(signature.summary + signature.effect.sentence)
    if let need = signature.feature {
      text += paragraph("Needs a server that can \(need.summary) ('can \(need.name)' tells).")
    }
    text += section("verbs", signature.verbs.map { ($0, "") })
    text += section("parameters", signature.parameters.map { ($0.spelling, $0.summary) })
    for parameter in signature.parameters { text += names(for: parameter) }
    let common = Parameter.common + (signature.items == nil ? [] : Parameter.lists)
    text += section("like every action", lines(common.map(\.spelling)))
    text += section("result", signature.results.map { ($0.name + ($0.isOptional ? "?" : ""), $0.summary) })
    if signature.items == nil {
      text += section("record", signature.record?.described ?? [])
    }
    text += section("items", signature.items?.record.described ?? [])
    text += "\nURL\n  tusker://\(CallbackURL.xCallbackHost)/\(signature.action)\n"
    return text + example(signature.example)
  }

  /// The values of a parameter that has too many for one line.
  private func names(for parameter: Parameter) -> String {
    guard parameter.type.isListedApart, case .choice(let choices) = parameter.type else { return "" }
    return section("each \(parameter.name)", lines(choices.spellings))
  }
}

extension Signature {
  /// The usage of the preferred verb, on one line.
  package var usage: String {
    let named = parameters.lazy.filter { $0.place == .named }.map { $0.isRequired ? $0.spelling : "[\($0.spelling)]" }
    return ([preferredVerb] + (subject.map { [$0.usage] } ?? []) + operands + named).joined(separator: " ")
  }

  /// The verb with its required parameters.
  var briefUsage: String {
    let subject = subject.map { [$0.isRequired ? "<\($0.kind.rawValue)>" : "[\($0.kind.rawValue)]"] } ?? []
    let named = parameters.lazy.filter { $0.place == .named && $0.isRequired }.map { "\($0.name)=…" }
    return ([preferredVerb] + subject + operands + named).joined(separator: " ")
  }

  private var operands: [String] {
    parameters.filter { $0.place == .operand }.map { parameter in
      let name = parameter.noun + (parameter.isRepeatable ? " …" : "")
      return parameter.isRequired ? "<\(name)>" : "[\(name)]"
    }
  }
}

extension Signature.Subject {
  fileprivate var usage: String {
    var forms = ["\(kind.rawValue):ID"]
    if acct != nil { forms.append("@USER@HOST") }
    if url != nil { forms.append("URL") }
    let choice = forms.joined(separator: "|")
    return isRequired ? "<\(choice)>" : "[\(choice)]"
  }
}

extension Signature.Effect {
  fileprivate var sentence: String {
    switch self {
    case .read, .present: " Changes nothing."
    case .reversible: ""
    case .destructive, .mass: " Outside the sandbox, asks for confirmation unless --yes is given."
    case .file: " It writes a file on this machine."
    }
  }
}

extension RecordShape {
  /// The fields and their meaning; a question mark follows the names of those that may be missing.
  var described: [(String, String)] {
    fields.filter { $0.replacement == nil }.map { ($0.name + ($0.isOptional ? "?" : ""), $0.summary) }
  }
}
