import XCallbackURL

extension Checker {
  /// Learns which verbs the statements make, because a verb may use one that is made after it.
  mutating func collectDefinitions(_ statements: [Statement]) {
    for statement in statements {
      guard case .definition(let definition) = statement.form, !isVerb(definition.verb.value) else { continue }
      // In a script a verb is made once; at the prompt it may be made anew.
      if mode == .script, definitions[definition.verb.value] != nil { continue }
      definitions[definition.verb.value] = definition
    }
  }

  mutating func check(_ definition: Definition, at span: Span) {
    line { checker in
      checker.checkHead(of: definition, at: span)
      for input in definition.inputs {
        if let fallback = input.fallback { checker.examine(fallback) }
      }
    }
    made.insert(definition.verb.value)
    let outer = (names, place)
    names = Names()
    for input in definition.inputs {
      names.set(
        input.name.value,
        Names.Entry(staticType: .anything, line: lines.number(at: input.name.span.start)))
    }
    place = Place(isLoop: false, isDefinition: true, level: .inner)
    check(block: definition.body)
    (names, place) = outer
  }

  /// A verb exists from where it is made; within other verbs it may be used before, because they run later.
  mutating func earlyUse(of command: Command, _ definition: Definition) -> Diagnostic {
    .unmade(command.verb, line: lines.number(at: definition.verb.span.start))
  }

  private mutating func checkHead(of definition: Definition, at span: Span) {
    let verb = definition.verb
    if place.level != .top || place.isDefinition {
      found.append(.misplaced("def", Span(span.start, span.start + 3), "stands in no block"))
    } else if isVerb(verb.value) {
      found.append(.takenVerb(verb))
    } else if mode == .script, let first = definitions[verb.value], first.verb.span != verb.span {
      found.append(.definedTwice(verb, line: lines.number(at: first.verb.span.start)))
    }
  }

  /// Whether a word is a verb or begins one.
  func isVerb(_ word: String) -> Bool {
    firstWords.contains(word) || resolver.catalog.signature(verb: word) != nil
  }

  /// Checks that a verb of the script is given what it takes: its inputs in their order, or by their names.
  mutating func check(call command: Command, of definition: Definition) {
    var given: Set<String> = []
    var unnamed = definition.inputs[...]
    for argument in command.arguments {
      switch argument {
      case .value(let value):
        while let next = unnamed.first, given.contains(next.name.value) { unnamed.removeFirst() }
        guard let input = unnamed.popFirst() else {
          return found.append(.tooMany(definition, value.span))
        }
        given.insert(input.name.value)
      case .setting(let setting):
        guard definition.inputs.contains(where: { $0.name.value == setting.key.value }) else {
          return found.append(.unknownInput(setting, of: definition))
        }
        guard given.insert(setting.key.value).inserted else { return found.append(.inputTwice(setting)) }
      }
    }
    guard let missing = definition.inputs.first(where: { $0.fallback == nil && !given.contains($0.name.value) }) else {
      return
    }
    found.append(.missingInput(missing.name.value, of: definition, command.span))
  }
}

extension Checker {
  /// Finds the verbs that use themselves, by others too: a verb has no end if it does.
  mutating func findRecursion(_ statements: [Statement]) {
    var callers: [String: [Command]] = [:]
    for statement in statements {
      guard case .definition(let definition) = statement.form,
        definitions[definition.verb.value]?.verb.span == definition.verb.span
      else { continue }
      callers[definition.verb.value] = definition.body.commands.filter { definitions[$0.verb.value] != nil }
    }
    var settled: Set<String> = []
    for statement in statements {
      guard case .definition(let definition) = statement.form else { continue }
      var path: [String] = []
      search(definition.verb.value, callers, &path, &settled)
    }
  }

  private mutating func search(
    _ verb: String, _ callers: [String: [Command]], _ path: inout [String], _ settled: inout Set<String>
  ) {
    // A chain of verbs that is deeper than a run may go is no recursion, and is not looked at further.
    guard !settled.contains(verb), path.count < Parser.maxDepth else { return }
    path.append(verb)
    for call in callers[verb] ?? [] {
      guard let start = path.firstIndex(of: call.verb.value) else {
        search(call.verb.value, callers, &path, &settled)
        continue
      }
      found.append(.endless(call.verb, by: Array(path[start...].dropFirst())))
    }
    path.removeLast()
    settled.insert(verb)
  }
}

extension Diagnostic {
  fileprivate static func takenVerb(_ verb: Spanned<String>) -> Diagnostic {
    Diagnostic(.reservedName, at: verb.span, "'\(verb.value)' is a verb already, or begins one")
  }

  fileprivate static func unmade(_ verb: Spanned<String>, line: Int?) -> Diagnostic {
    Diagnostic(
      .unknownVerb, at: verb.span, "'\(verb.value)' is used before it is made",
      label: line.map { "made in line \($0)" })
  }

  fileprivate static func definedTwice(_ verb: Spanned<String>, line: Int?) -> Diagnostic {
    Diagnostic(
      .reservedName, at: verb.span, "'\(verb.value)' is made twice",
      label: line.map { "made in line \($0) already" })
  }

  fileprivate static func tooMany(_ definition: Definition, _ span: Span) -> Diagnostic {
    let count = definition.inputs.count
    let limit = count == 0 ? "nothing" : count == 1 ? "one value" : "\(count) values"
    return Diagnostic(
      .tooManyArgs, at: span, "'\(definition.verb.value)' takes \(limit)", label: "one too many")
  }

  fileprivate static func unknownInput(_ setting: Setting, of definition: Definition) -> Diagnostic {
    let near = DidYouMean.near(setting.key.value, among: definition.inputs.map(\.name.value))
    let span = if case .flag = setting.content { setting.span } else { setting.key.span }
    return Diagnostic(
      .unknownParam, at: span, "'\(definition.verb.value)' has no parameter '\(setting.key.value)'",
      edits: near.first.map { [Edit(setting.key.span, $0)] } ?? [], near: near)
  }

  fileprivate static func inputTwice(_ setting: Setting) -> Diagnostic {
    Diagnostic(.duplicateParam, at: setting.span, "'\(setting.key.value)' is given twice")
  }

  fileprivate static func missingInput(_ name: String, of definition: Definition, _ span: Span) -> Diagnostic {
    Diagnostic(
      .missingArg, at: Span(span.end, span.end), "'\(definition.verb.value)' wants \(name)", label: "\(name)=…")
  }

  fileprivate static func endless(_ verb: Spanned<String>, by others: [String]) -> Diagnostic {
    let way = others.isEmpty ? "" : " by '\(others[0])'"
    return Diagnostic(
      .endless, at: verb.span, "'\(verb.value)' uses itself\(way), and nothing would end that",
      label: "repeat with 'for'")
  }
}
