import XCallbackURL

extension Resolver {
  /// The diagnostic of a command whose verb other programs have for an action, corrected to the action's verb.
  func otherName(of command: Command) -> Diagnostic? {
    for signature in catalog.signatures {
      guard let other = signature.elsewhere.first(where: { $0.word == command.verb.value }),
        let verb = signature.verbs.first
      else { continue }
      var diagnostic = Diagnostic(
        .unknownVerb, at: command.verb.span, "unknown verb '\(command.verb.value)'", label: "did you mean '\(verb)'?",
        near: [verb])
      // Other programs have subcommands, such as 'toot timeline'.
      let next = command.arguments.first?.value?.literalWord
      let isSubcommand = next.map { word in catalog.verbs.contains { $0 == word || $0.hasPrefix(word + " ") } } ?? false
      if !isSubcommand { diagnostic.edits = other.edits(of: command, to: verb) }
      return diagnostic
    }
    return nil
  }

  /// The mistake; if a parameter belongs to a verb that begins with this one, such as `push set` to `push`, with that verb
  /// as its correction.
  func proposingLongerVerb(_ mistake: Diagnostic, for command: Command, as verb: Verb) -> Diagnostic {
    if let misspelled = misspelledVerb(behind: mistake, of: command, as: verb) { return misspelled }
    guard mistake.kind == .unknownParam, mistake.edits.isEmpty else { return mistake }
    let keys = command.arguments.compactMap { if case .setting(let setting) = $0 { setting.key.value } else { nil } }
    let longer = catalog.verbs.first { name in
      guard name.hasPrefix(verb.spelling.value + " "), let signature = catalog.signature(verb: name) else {
        return false
      }
      return keys.allSatisfy { signature.parameter(named: $0) != nil }
    }
    guard let longer else { return mistake }
    var mistake = mistake
    mistake.edits = [Diagnostic.Edit(verb.spelling.span, longer)]
    return mistake
  }
}

extension Resolver {
  /// A verb of two words whose second is misspelled, such as `get acount`, where the first alone is a verb too.
  private func misspelledVerb(behind mistake: Diagnostic, of command: Command, as verb: Verb) -> Diagnostic? {
    guard mistake.kind == .typeMismatch, verb.length == 0, case .value(let value)? = command.arguments.first,
      value.span == mistake.span, let word = value.literalWord, word.utf8.count > 2
    else { return nil }
    let spelling = Resolver.joined([command.verb, Spanned(word, value.span)])
    let longer = catalog.verbs.first { name in
      name.hasPrefix("\(command.verb.value) ") && DidYouMean.isSlip(spelling.value, of: name)
    }
    guard let longer, let effect = catalog.signature(verb: longer)?.effect else { return nil }
    return Diagnostic(
      .unknownVerb, at: spelling.span, "unknown verb '\(spelling.value)'", label: "did you mean '\(longer)'?",
      edits: effect.needsConfirmation ? [] : [Diagnostic.Edit(spelling.span, longer)], near: [longer])
  }
}

extension Signature.OtherName {
  fileprivate func edits(of command: Command, to verb: String) -> [Diagnostic.Edit] {
    var end = addition.map { " \($0)" } ?? ""
    var edits = [Diagnostic.Edit(command.verb.span, verb)]
    if let parameter {
      guard case .value(let value)? = command.arguments.first, case .reference = value.form else { return [] }
      edits.append(Diagnostic.Edit(Span(command.verb.span.end, value.span.end), ""))
      end = " \(parameter)=\(value.source)" + end
    }
    if !end.isEmpty { edits.append(Diagnostic.Edit(Span(command.span.end, command.span.end), end)) }
    return edits
  }
}
