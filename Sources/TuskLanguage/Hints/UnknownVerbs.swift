import XCallbackURL

// What a command without a known verb may mean: a word of another language or program, else a similar verb.
extension Resolver {
  /// The diagnostic of a command without a known verb.
  package func unknownVerb(of command: Command, known: [String] = []) -> Diagnostic {
    if command.verb.value == Resolver.callVerb {
      do throws(Diagnostic) { _ = try call(command) } catch { return error }
    }
    if let foreign = WordOfLanguage.starting(command) { return foreign.diagnostic(of: command.verb) }
    return otherName(of: command) ?? similarVerb(to: command, known: known) ?? incompleteVerb(command)
  }

  /// The diagnostic of a command whose verb other programs have for an action, corrected to the action's verb.
  private func otherName(of command: Command) -> Diagnostic? {
    for signature in catalog.signatures {
      guard let other = signature.elsewhere.first(where: { $0.word == command.verb.value }),
        let verb = signature.verbs.first
      else { continue }
      // Other programs have subcommands, such as 'toot timeline'.
      let next = command.arguments.first?.value?.literalWord
      let isSubcommand = next.map { word in catalog.verbs.contains { $0 == word || $0.hasPrefix(word + " ") } } ?? false
      return .unknownVerb(
        command.verb, label: NearWords.question([verb]), edits: isSubcommand ? [] : other.edits(of: command, to: verb),
        near: [verb])
    }
    return nil
  }

  /// The diagnostic of a misspelled verb: as many words of the command as are like one.
  private func similarVerb(to command: Command, known: [String]) -> Diagnostic? {
    let words = leadingWords(of: command)
    let names = known + Catalog.own.verbs + catalog.verbs + catalog.signatures.map(\.action)
    for count in (1...words.count).reversed() {
      let spelling = Resolver.joined(words.prefix(count))
      // Every word of one letter is one letter away from every other.
      guard spelling.value.utf8.count > 1 else { continue }
      // `set` is the first word of `set rate`, and no misspelling of `get`.
      guard !Catalog.own.verbs.contains(where: { $0.hasPrefix(spelling.value + " ") }) else { continue }
      let near = NearWords.nearest(spelling.value, among: names, meansTheSame: catalog.areSpellingsOfOne)
        .filter { !NearWords.areOpposites(spelling.value, $0) }
      guard let nearest = near.first, !isReversal(spelling.value, of: names) else { continue }
      let others = NearWords.near(spelling.value, among: names).filter { other in
        !near.contains(other) && near.contains { $0 + "s" == other || other + "s" == $0 }
      }
      let written = safe(near, for: spelling.value).first
      return .unknownVerb(
        spelling, label: written == nil ? NearWords.question([nearest]) : nil,
        edits: written.map { [Diagnostic.Edit(spelling.span, $0)] } ?? [],
        near: near.count == 1 ? near + others : near)
    }
    return nil
  }

  /// The diagnostic of a command that starts with the first word of verbs, or with a word of none.
  private func incompleteVerb(_ command: Command) -> Diagnostic {
    let continuations = nextWords(after: command.verb.value)
    guard !continuations.isEmpty else { return .unknownVerb(command.verb) }
    return .unknownVerb(
      Resolver.joined(leadingWords(of: command).prefix(2)),
      label: "continue with \(continuations.joined(separator: ", "))")
  }

  /// The second words of the verbs that start with this word.
  private func nextWords(after first: String) -> [String] {
    var seen: Set<String> = []
    return (Catalog.own.verbs + catalog.verbs).compactMap { verb in
      let words = verb.split(separator: " ")
      guard words.count > 1, words[0] == first, seen.insert(String(words[1])).inserted else { return nil }
      return String(words[1])
    }
  }

  /// Whether the word is a verb after a prefix that reverses it, as in `unpost`, which is no misspelling of another verb.
  private func isReversal(_ word: String, of names: [String]) -> Bool {
    word.hasPrefix("un") && names.contains(String(word.dropFirst(2)))
  }

  /// The similar verbs that can be written for a person. What changes something must be one slip away and the only such
  /// verb, and is otherwise only named; what cannot be undone is always only named.
  private func safe(_ near: [String], for word: String) -> [String] {
    let safe = near.filter { verb in
      guard let effect = effect(of: verb), effect.isWrite else { return true }
      return !effect.needsConfirmation && NearWords.isSlip(word, of: verb)
    }
    guard let changing = safe.first(where: { effect(of: $0)?.isWrite ?? false }) else { return safe }
    return safe.allSatisfy { $0 == changing || catalog.areSpellingsOfOne($0, changing) } ? safe : []
  }

  private func effect(of verb: String) -> Signature.Effect? {
    (catalog.signature(verb: verb) ?? catalog.signature(action: verb))?.effect
  }
}

// What a command may mean whose first words are a verb.
extension Resolver {
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

  /// A verb of two words whose second is misspelled, such as `get acount`, where the first alone is a verb too.
  private func misspelledVerb(behind mistake: Diagnostic, of command: Command, as verb: Verb) -> Diagnostic? {
    guard mistake.kind == .typeMismatch, verb.length == 0, case .value(let value)? = command.arguments.first,
      value.span == mistake.span, let word = value.literalWord, word.utf8.count > 2
    else { return nil }
    let spelling = Resolver.joined([command.verb, Spanned(word, value.span)])
    let longer = catalog.verbs.first { name in
      name.hasPrefix("\(command.verb.value) ") && NearWords.isSlip(spelling.value, of: name)
    }
    guard let longer, let effect = catalog.signature(verb: longer)?.effect else { return nil }
    return .unknownVerb(
      spelling, label: NearWords.question([longer]),
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

extension Diagnostic {
  static func unknownVerb(
    _ verb: Spanned<String>, label: String? = nil, edits: [Edit] = [], near: [String] = []
  ) -> Diagnostic {
    Diagnostic(.unknownVerb, at: verb.span, "unknown verb '\(verb.value)'", label: label, edits: edits, near: near)
  }
}
