import TuskCommon
import XCallbackURL

extension Checker: SyntaxVisitor {
  mutating func visit(_ statement: Statement) {
    defer { noteEnd(statement) }
    defer { hasBegun = hasBegun || !statement.isBeforeLines }
    known = nil
    switch statement.form {
    case .parameter(let parameter): check(parameter, at: statement.span)
    case .assignment(let name, let operation): check(name, operation)
    case .loop(let loop): check(loop)
    case .repetition(let repetition): check(repetition, at: statement.span)
    case .branch(let branch): check(branch)
    case .attempt(let attempt): check(attempt)
    case .definition(let definition): check(definition, at: statement.span)
    case .scope(let scope): check(scope, at: statement.span)
    case .test(let test): check(test, at: statement.span)
    case .answer(let operation): check(answer: operation, at: statement.span)
    case .pipeline(let pipeline):
      line { $0.check(pipeline, isValue: false) }
      remember(pipeline)
    case .meta(let meta): check(meta, at: statement.span)
    case .expectation, .show: line { statement.walk(with: &$0) }
    }
  }

  private mutating func check(_ meta: Meta, at span: Span) {
    guard mode == .prompt else { return found.append(.promptCommandInScript("\\\(meta.name)", span)) }
    guard let command = PromptCommand.named(meta.name) else {
      return found.append(.unknownPromptCommand(meta.name, span))
    }
    switch command.operands {
    case .line: if meta.line.isEmpty { found.append(.promptCommand(command, needs: "a line", span)) }
    case .someWords:
      if meta.words.isEmpty { found.append(.promptCommand(command, needs: "a word", span)) }
    case .nothing:
      if let word = meta.words.first { found.append(.promptCommandTakesNothing(command, word.span)) }
    case .words: break
    }
  }

  private mutating func check(_ name: Spanned<String>, _ operation: Operation) {
    let isRight = line { $0.check(unquoted: operation) }
    let entry = isRight ? self.entry(of: operation, at: name.span) : Names.Entry(staticType: .anything)
    names.set(name.value, entry)
  }

  private mutating func check(answer operation: Operation?, at span: Span) {
    line { checker in
      if !checker.place.isDefinition { checker.found.append(.misplacedAnswer(operation, at: span)) }
      operation?.walk(with: &checker)
    }
  }

  /// Checks the right side of an assignment; words that start with no verb may have been meant as text.
  private mutating func check(unquoted operation: Operation) {
    let before = found.count
    operation.walk(with: &self)
    if case .value(let value) = operation { refuseGluedSign(in: value) }
    guard found.count == before + 1, found[before].kind == .unknownVerb, let command = operation.plainWords else {
      return
    }
    guard names[command.source] == nil else {
      found[before] = .withoutSigil(command.verb)
      return
    }
    // The words are a text rather than a change under a similar name.
    let isRead = found[before].near.first.flatMap { resolver.catalog.signature(verb: $0) }?.effect == .read
    guard !isRead, WordOfLanguage.named(command.verb.value) == nil else { return }
    found[before] = found[before].taking(command.source, command.span)
  }

  private mutating func entry(of operation: Operation, at span: Span) -> Names.Entry {
    let line = lines.number(at: span.start)
    switch operation {
    case .value(let value):
      return Names.Entry(
        staticType: staticType(of: value), isForeign: isForeign(value),
        isSecret: value.variables.contains(where: isSecret), argument: argumentText(value), line: line)
    case .pipeline(let pipeline):
      return Names.Entry(staticType: staticType(of: pipeline), isForeign: isForeign(pipeline), line: line)
    }
  }

  /// Sets `$_` to the result of a command; a built-in verb without a result leaves it unchanged.
  private mutating func remember(_ pipeline: Pipeline) {
    if case .command(let command) = pipeline.first, pipeline.isPlain {
      let verb = definitions[command.verb.value] == nil ? verb(of: command) : nil
      guard verb?.isOwn != true || verb?.signature.action == "open" else { return }
    }
    names.set("_", Names.Entry(staticType: staticType(of: pipeline), isForeign: isForeign(pipeline)))
  }
}

extension Checker {
  private mutating func check(_ loop: Loop) {
    let before = names[loop.name.value]
    line { checker in
      checker.visit(loop.items)
      checker.names.set(loop.name.value, checker.item(of: loop.items, at: loop.name.span))
      checker.check(loop.settings, of: .loop, at: loop.name.span)
    }
    // A name given later in the body has a value from the second iteration on, but of an unknown type.
    let later = loop.body.givenNames
    if loop.isOnce { warnOfCounters(in: loop.body, given: [loop.name.value]) }
    let fork = names.fork()
    forget(later.subtracting([loop.name.value]))
    var place = inner
    place.isLoop = true
    let reached = branch(loop.body, as: place)
    _ = names.rewind(to: fork)
    names.join([reached, [:]])
    names.restore(loop.name.value, before)
  }

  private mutating func check(_ repetition: Repetition, at span: Span) {
    let word = Keyword.repetition.span(at: span.start)
    // A name given in the body has a value of an unknown type from the second round on.
    let before = names.fork()
    line { checker in
      checker.visit(repetition.condition)
      checker.check(repetition.settings, of: .repetition, at: word)
    }
    forget(repetition.body.givenNames.filter { names[$0] != nil })
    var place = inner
    place.isLoop = true
    let reached = branch(repetition.body, as: place)
    _ = names.rewind(to: before)
    names.join([reached, [:]])
  }

  /// Gives the names, and `$_`, values of unknown type.
  mutating func forget(_ names: Set<String>) {
    for name in names.union(["_"]) {
      self.names.set(name, Names.Entry(staticType: .anything, line: self.names[name]?.line))
    }
  }

  /// The entry of a loop's name.
  private mutating func item(of items: Value, at name: Span) -> Names.Entry {
    let list = staticType(of: items)
    let line = lines.number(at: name.start)
    switch list {
    case .list(let item): return Names.Entry(staticType: item, isForeign: isForeign(items), line: line)
    case .anything, .nothing: break
    case .truth, .number, .written, .spelled, .declared, .reference, .record:
      found.append(.noList(list, items.span))
    }
    return Names.Entry(staticType: .anything, isForeign: isForeign(items), line: line)
  }

  private mutating func check(_ branch: Branch) {
    var branches: [[String: Names.Entry]] = []
    for arm in branch.arms {
      line { $0.visit(arm.condition) }
      branches.append(self.branch(arm.body, as: inner))
    }
    branches.append(self.branch(branch.otherwise ?? [], as: inner))
    names.join(branches)
  }

  private mutating func check(_ attempt: Attempt) {
    let reached = branch(attempt.body, as: inner)
    names.join([reached, [:]])
    guard let handler = attempt.handler else { return }
    let fork = names.fork()
    if let name = handler.name {
      let line = lines.number(at: name.span.start)
      names.set(name.value, Names.Entry(staticType: .record(.caughtError), isForeign: true, line: line))
    }
    let outer = place
    place = inner
    check(block: handler.body)
    place = outer
    names.join([names.rewind(to: fork), [:]])
  }

  /// Checks the parameters of a block against those of its keyword.
  mutating func check(_ settings: [Setting], of keyword: Keyword, at head: Span) {
    visit(settings)
    guard !settings.isEmpty else { return }
    do throws(Diagnostic) {
      _ = try resolver.resolve(settings, of: keyword, at: head, bindings: bindings)
    } catch {
      found.append(error)
    }
  }
}

extension Operation {
  /// The command, if all its words are unquoted and its result is not piped or redirected.
  fileprivate var plainWords: Command? {
    guard case .pipeline(let pipeline) = self, case .command(let command) = pipeline.first,
      pipeline.isPlain
    else { return nil }
    let isPlain = command.arguments.allSatisfy { argument in
      guard case .value(let value) = argument else { return false }
      return value.literalWord != nil
    }
    return isPlain ? command : nil
  }
}

extension Diagnostic {
  /// A `return` that no verb contains; `exit` ends a script.
  fileprivate static func misplacedAnswer(_ operation: Operation?, at span: Span) -> Diagnostic {
    let word = Keyword.answer.span(at: span.start)
    var mistake = misplaced(Keyword.answer.word, word, "outside of a 'def'")
    mistake.label = "'exit' ends the script"
    switch operation {
    case nil: mistake.edits = [Edit(word, "exit")]
    case .value(let value)? where Int(value.literalWord ?? "") != nil: mistake.edits = [Edit(word, "exit")]
    default: break
    }
    return mistake
  }

  /// The name of a variable where a verb is expected.
  static func withoutSigil(_ name: Spanned<String>) -> Diagnostic {
    unknownVerb(name, label: "a variable is written $\(name.value)", edits: [Edit(name.span, "$\(name.value)")])
  }

  fileprivate static func noList(_ found: StaticType, _ span: Span) -> Diagnostic {
    Diagnostic(.typeMismatch, at: span, "'for' needs a list, not \(found.description)", exitCode: .data)
  }
}

extension Statement {
  /// Whether parameters may follow it.
  fileprivate var isBeforeLines: Bool {
    switch form {
    case .parameter, .test: true
    default: false
    }
  }
}
