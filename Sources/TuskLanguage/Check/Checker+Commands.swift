import TuskCommon
import XCallbackURL

extension Checker {
  mutating func visit(_ pipeline: Pipeline) { check(pipeline, isValue: true) }

  /// Checks a pipeline.
  ///
  /// - Parameter isValue: whether its result is used.
  mutating func check(_ pipeline: Pipeline, isValue: Bool) {
    switch pipeline.first {
    case .command(let command): visit(command)
    case .run(let program), .attempt(let program): visit(program)
    }
    check(pipeline.stages, of: pipeline)
    if !pipeline.programs.isEmpty, let verb = resolver.verb(onRowsOf: pipeline, unless: isScripts) {
      check(verb, onRowsOf: pipeline)
    } else {
      checkVerbs(in: pipeline)
      for program in pipeline.programs { visit(program) }
      noteAbsent(pipeline.programs)
      checkOtherStep(in: pipeline)
    }
    if let output = pipeline.output { visit(output.file) }
    if let word = pipeline.keywordOfProgram, definitions[word.value] != nil { found.append(.keywordForVerb(word)) }
    if case .command(let command) = pipeline.first,
      isValue && pipeline.output == nil || !pipeline.programs.isEmpty || !pipeline.stages.isEmpty
    {
      checkResult(of: command)
    }
    if case .command(let command) = pipeline.first, !pipeline.isPlain {
      checkIsShown(command)
    }
    if let output = pipeline.output { checkName(output.file, .file) }
  }

  mutating func visit(_ program: Program) {
    visit(program.words)
    guard var name = program.words.first else { return }
    while case .list(let values) = name.form, let first = values.first { name = first }
    let isNamed = checkName(name, .program)
    for word in program.words.dropFirst(isNamed ? 0 : 1) {
      let given = staticType(of: word).inner
      if !given.hasSpelling || given == .nothing {
        found.append(.misplaced(given.description, within: .program, at: word.span))
      }
    }
  }

  /// Whether a value may name a file or a program; a value that cannot be a program's name is reported with its words.
  @discardableResult
  private mutating func checkName(_ value: Value, _ role: NameRole) -> Bool {
    guard !isForeign(value) else {
      found.append(.foreign(role, value.span))
      return false
    }
    guard !reportSecret(in: value) else { return false }
    let named = staticType(of: value)
    guard role == .file, !named.hasSpelling || named == .nothing else { return true }
    found.append(.unnamed(role.rawValue, named, value.span))
    return false
  }

  private static let verbsWithResult = ["read", "open", "ask", "posted", "accounts", "jobs", "job show"]

  /// Most built-in verbs have no result.
  private mutating func checkResult(of command: Command) {
    guard definitions[command.verb.value] == nil, let verb = verb(of: command), verb.isOwn,
      !Self.verbsWithResult.contains(verb.signature.action), !Catalog.isPure(verb.signature)
    else { return }
    found.append(.noResult(command.verb))
  }

  /// What an action shows at the terminal cannot be written to a file or a program.
  private mutating func checkIsShown(_ command: Command) {
    guard definitions[command.verb.value] == nil, let verb = resolver.verb(of: command),
      verb.signature.effect == .present
    else { return }
    found.append(.onlyShown(verb.spelling, instead: resolver.catalog.verbReturning(verb.spelling.value)))
  }

  mutating func visit(_ command: Command) {
    checkSigns(in: command)
    let count = found.count
    command.walk(with: &self)
    if let definition = definitions[command.verb.value] {
      if !place.isDefinition, !place.isTest, !made.contains(command.verb.value) {
        found.append(earlyCall(of: command, definition))
      }
      return check(call: command, of: definition)
    }
    if isScripts(command.verb.value) { return }
    guard let verb = verb(of: command) else { return report(unknown: command) }
    known = (command.verb, command.span, verb)
    do throws(Diagnostic) {
      let bindings = bindings(for: verb, command)
      let verb = try verb.chosen(for: command, with: bindings)
      let invocation = try resolver.resolve(command, as: verb, bindings: bindings)
      check(invocation, of: command, verb)
      found += mismatches(in: invocation, of: verb)
    } catch {
      guard !found[count...].contains(where: { $0.span == error.span }) else { return }
      found.append(explained(error, of: command, verb))
    }
  }

  func verb(of command: Command) -> Resolver.Verb? {
    if let known, known.span == command.span, known.command == command.verb { return known.verb }
    return resolver.ownVerb(of: command) ?? resolver.verb(of: command)
  }

  private mutating func report(unknown command: Command) {
    guard !isOpen else { return }
    suggestions -= 1
    guard suggestions >= 0 else { return found.append(.unknownVerb(command.verb)) }
    let isName = names[command.verb.value] != nil && command.arguments.isEmpty
    guard !isName || WordOfLanguage.starting(command) != nil else { return found.append(.withoutSigil(command.verb)) }
    let guess = resolver.unknownVerb(of: command, known: definitions.keys.sorted())
    let ours = PromptCommand.all.first { $0.name == command.verb.value }
    let isForeign = WordOfLanguage.starting(command) != nil || !guess.edits.isEmpty
    found.append(isForeign ? guess : ours.map { .bareCommandInScript($0, command.verb) } ?? guess)
  }

  /// Checks what the types of the parameters do not express.
  private mutating func check(_ invocation: Invocation, of command: Command, _ verb: Resolver.Verb) {
    for option in invocation.options where option.name == "timeout" && option.value.isZeroDuration {
      found.append(.notPositive("'timeout'", option.span))
    }
    checkFields(of: invocation)
    guard verb.isOwn else { return resolutions.add(invocation, for: command) }
    guard verb.signature.action != "open" else { return checkURL(of: command, invocation) }
    resolutions.add(invocation, for: command)
    switch verb.signature.action {
    case "next", "stop":
      if !place.isLoop {
        found.append(.misplaced(verb.signature.action, verb.spelling.span, "outside of a 'for'"))
      }
    case "wait":
      let time = invocation.pairs.first { $0.name == "time" }?.value
      if let time, time.isZeroDuration {
        found.append(.notPositive("'time'", command.arguments.first?.span ?? command.span))
      }
    case "source": isOpen = true
    case "posted": checkIsInTest(command)
    case "round", "min", "max": checkCounted(command)
    case "record": checkFields(of: command)
    case "format", "parse": checkTime(invocation, command)
    default: return
    }
  }

  /// Checks a literal URL after `open`.
  private mutating func checkURL(of command: Command, _ invocation: Invocation) {
    for case .value(let value) in command.arguments {
      if mode == .prompt, let word = value.literalWord, word == "it" || ShownRows.numbers(in: word) != nil {
        found.append(.opensNoRow(word, value.span))
      }
      guard let literal = value.writtenURL?.literal else { continue }
      do throws(Diagnostic) {
        var opened = invocation
        let (url, signature) = try resolver.opening(literal, at: value.span)
        (opened.urls, opened.signature, opened.verb) = ([url], signature, command.verb)
        resolutions.add(opened, for: command)
      } catch {
        found.append(error)
      }
    }
  }
}

extension StaticType {
  /// The type of the items of a list, which is passed item by item; the type itself for other values.
  fileprivate var inner: StaticType {
    guard case .list(let item) = self else { return self }
    return item
  }
}

extension Diagnostic {
  fileprivate static func unnamed(_ role: String, _ found: StaticType, _ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "\(found.description) cannot name \(role.withArticle)", exitCode: .data)
  }

  fileprivate static func opensNoRow(_ word: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      .missingArg, at: span, "'open' needs an x-callback URL, not '\(word)'",
      label: "'show status' shows a row, 'thread' also its replies")
  }
}
