import XCallbackURL

/// A reader of scripts that finds every mistake which a run could know of before it begins.
///
/// It may be given further statements later, as they are typed or arrive; the names and verbs of those before stay.
package struct Checker: Sendable {
  let resolver: Resolver
  /// How many arguments the script has; `nil` where that is not known.
  let arguments: Int?
  let mode: Mode
  var names = Names()
  /// The verbs that the script makes.
  var definitions: [String: Definition] = [:]
  /// Those of them that stand before what is being checked.
  var made: Set<String> = []
  /// The names that any of the statements give, which the blocks of a schedule know: these run after the last line.
  var givenAnywhere: Set<String> = []
  var place = Place()
  var found: [Diagnostic] = []
  /// The commands of the last statements that were checked, resolved.
  package var resolutions = Resolutions()
  /// Whether another script was run, which may have given names and made verbs.
  var isOpen = false
  /// The text that the statements were read from, where it is known.
  var source: Source?
  var lines = LineNumbers(nil)
  /// Why a time zone of this name cannot be used; `nil` where it can, or where that is not known.
  package var zoneFault: @Sendable (_ name: String) -> String? = { _ in nil }
  /// The first words of all verbs.
  let firstWords: Set<String>
  /// How many more misspelt names of these statements are compared with all others; of thousands nobody reads the last.
  var suggestions = 0

  /// Where the statements come from.
  package enum Mode: Sendable, Hashable {
    /// A whole script.
    case script
    /// The prompt, where a line may also talk to the client.
    case prompt
    /// Standard input, of which there may be more.
    case stream
  }

  /// - Parameter arguments: how many arguments the script has; `nil` where that is not known.
  package init(resolver: Resolver, arguments: Int? = nil, mode: Mode = .script) {
    self.resolver = resolver
    self.arguments = arguments
    self.mode = mode
    let verbs = resolver.catalog.verbs + Catalog.own.verbs
    firstWords = Set(verbs.map { verb in String(verb.prefix { $0 != " " }) })
  }

  /// Every mistake of these statements, in their order.
  ///
  /// - Parameter source: the text that they were read from, for the numbers of its lines.
  package mutating func check(_ statements: [Statement], in source: Source? = nil) -> [Diagnostic] {
    self.source = source
    lines = LineNumbers(source)
    suggestions = Checker.mostSuggestions
    resolutions = Resolutions()
    collectDefinitions(statements)
    givenAnywhere = [Statement].namesGiven(in: statements)
    check(block: statements)
    findRecursion(statements)
    defer { found = [] }
    return found.sorted { $0.span.start < $1.span.start }
  }

  private static let mostSuggestions = 64

  /// Where a statement stands.
  struct Place {
    /// Whether a loop is open, which `next` and `stop` speak of.
    var isLoop = false
    /// Whether a verb is being made.
    var isDefinition = false
    var level = Level.top

    /// How deep within blocks a statement stands.
    enum Level {
      case top
      /// Directly in an `as` of the top level.
      case account
      case inner
    }
  }

  /// Checks statements one after another.
  mutating func check(block statements: [Statement]) {
    for statement in statements { check(statement) }
    guard place.level != .top || mode == .script else { return }
    let end = statements.dropLast().firstIndex { $0.ending != nil }
    guard let end, let word = statements[end].ending else { return }
    found.append(.unreachable(statements[end + 1].span, after: word))
  }

  /// Checks the lines of a block that may run or not; the names stay as they were before it.
  ///
  /// - Returns: what the block gave its names.
  mutating func way(_ statements: [Statement], as place: Place) -> [String: Names.Entry] {
    let outer = self.place
    let fork = names.fork()
    self.place = place
    check(block: statements)
    self.place = outer
    return names.leadBack(to: fork)
  }

  /// The place within one more block.
  var inner: Place {
    var inner = place
    inner.level = .inner
    return inner
  }

  /// Checks one line; where it has several mistakes none of them says how the line would be right, because that line
  /// would still be wrong.
  ///
  /// - Returns: whether the line is right.
  @discardableResult
  mutating func line(_ check: (inout Checker) -> Void) -> Bool {
    let count = found.count
    check(&self)
    guard found.count > count + 1 else { return found.count == count }
    for index in count..<found.count { found[index].edits = [] }
    return false
  }
}

extension Checker {
  private mutating func check(_ statement: Statement) {
    switch statement.form {
    case .assignment(let name, let operation): check(name, operation)
    case .loop(let loop): check(loop)
    case .branch(let branch): check(branch)
    case .attempt(let attempt): check(attempt)
    case .definition(let definition): check(definition, at: statement.span)
    case .scope(let scope): check(scope, at: statement.span)
    case .expectation(let condition, let message):
      line { checker in
        checker.examine(condition)
        if let message { checker.examine(message) }
      }
    case .answer(let operation): check(answer: operation, at: statement.span)
    case .show(let variable): line { $0.examine(variable, isPartOfText: false) }
    case .pipeline(let pipeline): line { $0.examine(pipeline, isValue: false) }
    case .meta(let meta): check(meta, at: statement.span)
    }
    if case .pipeline(let pipeline) = statement.form { remember(pipeline) }
  }

  private mutating func check(_ meta: Meta, at span: Span) {
    guard mode == .prompt else { return found.append(.promptCommandInScript("\\\(meta.name)", span)) }
    switch PromptCommand(rawValue: meta.name) {
    case nil: found.append(.unknownPromptCommand(meta.name, span))
    case .url? where meta.line.isEmpty: found.append(.promptCommandNeedsLine(.url, span))
    case .quit?:
      if let word = meta.words.first { found.append(.promptCommandTakesNothing(.quit, word.span)) }
    case .help?, .url?: break
    }
  }

  private mutating func check(_ name: Spanned<String>, _ operation: Operation) {
    let isRight = line { $0.examine(unquoted: operation) }
    let entry = isRight ? self.entry(of: operation, at: name.span) : Names.Entry(staticType: .anything)
    names.set(name.value, entry)
  }

  private mutating func check(answer operation: Operation?, at span: Span) {
    line { checker in
      if !checker.place.isDefinition {
        checker.found.append(
          .misplaced("return", Span(span.start, span.start + 6), "ends a verb and stands in a 'def'"))
      }
      if let operation { checker.examine(operation) }
    }
  }

  /// Words that start with no verb, where a value gets its name, may be meant as a text.
  private mutating func examine(unquoted operation: Operation) {
    let before = found.count
    examine(operation)
    guard found.count == before + 1, found[before].kind == .unknownVerb, found[before].near.isEmpty,
      let command = operation.plainWords
    else { return }
    found[before].label = "a text stands in quotes"
    found[before].edits = [Diagnostic.Edit(command.span, "\"\(command.source)\"")]
  }

  mutating func examine(_ operation: Operation) {
    switch operation {
    case .value(let value): examine(value)
    case .pipeline(let pipeline): examine(pipeline, isValue: true)
    }
  }

  private mutating func entry(of operation: Operation, at span: Span) -> Names.Entry {
    let line = lines.number(at: span.start)
    switch operation {
    case .value(let value):
      return Names.Entry(staticType: staticType(of: value), isForeign: isForeign(value), line: line)
    case .pipeline(let pipeline):
      return Names.Entry(staticType: staticType(of: pipeline), isForeign: isForeign(pipeline), line: line)
    }
  }

  /// `$_` is what a command answered last; verbs that only do something leave it as it is.
  private mutating func remember(_ pipeline: Pipeline) {
    if case .command(let command) = pipeline.first, pipeline.programs.isEmpty, pipeline.output == nil {
      let own = definitions[command.verb.value] == nil ? resolver.ownVerb(of: command) : nil
      guard own == nil || own?.signature.action == "open" else { return }
    }
    names.set("_", Names.Entry(staticType: staticType(of: pipeline), isForeign: isForeign(pipeline)))
  }
}

extension Statement {
  /// The word that lets nothing after it in the same block run; `nil` for other statements.
  fileprivate var ending: String? {
    switch form {
    case .answer: return "return"
    case .pipeline(let pipeline):
      guard case .command(let command) = pipeline.first, pipeline.programs.isEmpty else { return nil }
      return ["next", "stop", "exit"].contains(command.verb.value) ? command.verb.value : nil
    case .assignment, .loop, .branch, .attempt, .definition, .scope, .expectation, .show, .meta: return nil
    }
  }
}

extension Operation {
  /// The command, where it consists of bare words and its answer goes nowhere else.
  fileprivate var plainWords: Command? {
    guard case .pipeline(let pipeline) = self, case .command(let command) = pipeline.first,
      pipeline.programs.isEmpty, pipeline.output == nil
    else { return nil }
    let isPlain = command.arguments.allSatisfy { argument in
      guard case .value(let value) = argument else { return false }
      return value.literalWord != nil
    }
    return isPlain ? command : nil
  }
}

extension Diagnostic {
  static func misplaced(_ word: String, _ span: Span, _ reason: String) -> Diagnostic {
    Diagnostic(.misplaced, at: span, "'\(word)' \(reason)")
  }

  fileprivate static func unreachable(_ span: Span, after word: String) -> Diagnostic {
    Diagnostic(.unreachable, at: span, "nothing after '\(word)' runs in its block", label: "never runs")
  }
}
