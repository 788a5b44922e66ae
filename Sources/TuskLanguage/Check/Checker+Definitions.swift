import XCallbackURL

extension Checker {
  /// Collects the verbs that the statements define, because a verb may call one that is defined after it.
  mutating func collectDefinitions(_ statements: [Statement]) {
    for statement in statements {
      guard case .definition(let definition) = statement.form, !isBuiltIn(definition.verb.value) else { continue }
      // A script defines a verb once; the prompt may redefine it.
      if mode == .script, definitions[definition.verb.value] != nil { continue }
      definitions[definition.verb.value] = definition
    }
  }

  mutating func check(_ definition: Definition, at span: Span) {
    line { checker in
      checker.checkHead(of: definition, at: span)
      for input in definition.inputs {
        if let fallback = input.fallback { checker.visit(fallback) }
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

  /// A call of a verb before its definition, which only other verbs may contain, because they run later.
  mutating func earlyCall(of command: Command, _ definition: Definition) -> Diagnostic {
    .undefined(command.verb, line: lines.number(at: definition.verb.span.start))
  }

  private mutating func checkHead(of definition: Definition, at span: Span) {
    let verb = definition.verb
    if place.level != .top || place.isDefinition {
      found.append(
        .misplaced("def", Keyword.definition.span(at: span.start), "inside a block; define verbs at the top level"))
    } else if isBuiltIn(verb.value) {
      found.append(.takenVerb(verb))
    } else if mode == .script, let first = definitions[verb.value], first.verb.span != verb.span {
      found.append(.definedTwice(verb, line: lines.number(at: first.verb.span.start)))
    } else if isVerb(verb.value) {
      warnings.append(.shadowingVerb(verb))
    }
  }

  /// Whether a word is a verb of the language itself, which a script cannot define. It can define that of an action, so
  /// that a new action does not stop an older script.
  private func isBuiltIn(_ word: String) -> Bool {
    !Catalog.definable.contains(word) && Catalog.own.verbs.contains { $0.prefix { $0 != " " } == word }
  }

  /// Whether a word is a verb or the first word of one.
  func isVerb(_ word: String) -> Bool {
    let isFirst = [resolver.catalog, Catalog.own].contains { $0.hasVerb(startingWith: word) }
    return isFirst && !Catalog.definable.contains(word) || resolver.catalog.signature(verb: word) != nil
  }

  /// Checks a call of a script's verb: its inputs are passed in order or by name.
  mutating func check(call command: Command, of definition: Definition) {
    var given: Set<String> = []
    var positional = definition.inputs[...]
    for argument in command.arguments {
      switch argument {
      case .value(let value):
        while let next = positional.first, given.contains(next.name.value) { positional.removeFirst() }
        guard let input = positional.popFirst() else {
          return found.append(.tooManyInputs(of: definition, value.span))
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
    found.append(.missingInput(missing.name.value, of: command))
  }
}

extension Checker {
  /// Finds verbs that call themselves, directly or through others: such a call would never end.
  mutating func findRecursion(_ statements: [Statement]) {
    guard !definitions.isEmpty else { return }
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
    // A run refuses a deeper chain of calls by itself.
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

extension [Statement] {
  /// The commands in these lines and their blocks, without those in definitions.
  fileprivate var commands: [Command] {
    var collector = CommandCollector()
    collector.visit(self)
    return collector.commands
  }
}

private struct CommandCollector: SyntaxVisitor {
  var commands: [Command] = []

  mutating func visit(_ statement: Statement) {
    if case .definition = statement.form { return }
    statement.walk(with: &self)
  }

  mutating func visit(_ command: Command) {
    commands.append(command)
    command.walk(with: &self)
  }
}

extension Diagnostic {
  fileprivate static func takenVerb(_ verb: Spanned<String>) -> Diagnostic {
    Diagnostic(.reservedName, at: verb.span, "'\(verb.value)' is already a verb, or the first word of one")
  }

  fileprivate static func shadowingVerb(_ verb: Spanned<String>) -> Diagnostic {
    .warning(
      .changedMeaning, at: verb.span,
      "'\(verb.value)' is a verb of Tusk, too, or the first word of one; this script uses its own")
  }

  fileprivate static func undefined(_ verb: Spanned<String>, line: Int?) -> Diagnostic {
    Diagnostic(
      .unknownVerb, at: verb.span, "'\(verb.value)' is called before its definition",
      label: line.map { "defined in line \($0)" })
  }

  fileprivate static func definedTwice(_ verb: Spanned<String>, line: Int?) -> Diagnostic {
    Diagnostic(
      .reservedName, at: verb.span, "'\(verb.value)' is defined twice",
      label: line.map { "first defined in line \($0)" })
  }

  fileprivate static func unknownInput(_ setting: Setting, of definition: Definition) -> Diagnostic {
    let near = NearWords.near(setting.key.value, among: definition.inputs.map(\.name.value))
    let span = if case .flag = setting.content { setting.span } else { setting.key.span }
    return Diagnostic(
      .unknownParam, at: span, "'\(definition.verb.value)' has no parameter '\(setting.key.value)'",
      edits: near.first.map { [Edit(setting.key.span, $0)] } ?? [], near: near)
  }

  fileprivate static func inputTwice(_ setting: Setting) -> Diagnostic {
    Diagnostic(.duplicateParam, at: setting.span, "'\(setting.key.value)' is given twice")
  }

  fileprivate static func endless(_ verb: Spanned<String>, by others: [String]) -> Diagnostic {
    let path = others.isEmpty ? "" : " through '\(others[0])'"
    return Diagnostic(
      .endless, at: verb.span, "'\(verb.value)' is recursive\(path)", label: "use 'for' to repeat")
  }
}
