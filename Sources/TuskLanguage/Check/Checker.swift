import XCallbackURL

/// A static checker that finds every mistake that can be known before a run.
///
/// More statements may follow, as they are typed or arrive; the names and verbs of earlier ones stay defined.
package struct Checker: Sendable {
  let resolver: Resolver
  /// The arguments of the script; `nil` if unknown.
  let arguments: [String]?
  /// Whether the next statement runs if the script does: none before it may end the script.
  var isReached = true
  let mode: Mode
  var names = Names()
  /// The parameters of the script so far.
  var parameters: [String] = []
  /// Whether a line other than a parameter came before.
  var hasBegun = false
  /// The verbs that the script defines.
  var definitions: [String: Definition] = [:]
  /// The verbs defined before the statement being checked.
  var made: Set<String> = []
  /// The names that any of the statements give; the blocks of schedules know them all, because they run last.
  var givenAnywhere: Set<String> = []
  var place = Place()
  /// The verb of the last command that was checked in this statement.
  var known: (command: Spanned<String>, span: Span, verb: Resolver.Verb)?
  var found: [Diagnostic] = []
  /// Warnings of correct lines, such as odd comparisons.
  package internal(set) var warnings: [Diagnostic] = []
  /// Warnings of words in the last statements that name a program of this machine as well as a step or a verb.
  package internal(set) var programChoices: [Diagnostic] = []
  /// The programs in the last statements that are not on this machine, at the prompt.
  package internal(set) var absentPrograms: [Diagnostic] = []
  /// The resolved commands of the last statements that were checked.
  package var resolutions = Resolutions()
  /// Whether another script was run, which may have defined names and verbs.
  var isOpen = false
  /// The verbs that the scripts which it sources define.
  package var sourcedVerbs: Set<String> = []
  /// Whether names may have values that are unknown here.
  package var allowsUnknownNames = false
  /// The text of the statements, if known.
  private(set) var source: Source?
  var lines = LineNumbers(nil)
  /// Why the time zone of this name cannot be used; `nil` if it can, or if that is unknown.
  package var zoneFault: @Sendable (_ name: String) -> String? = { _ in nil }
  /// Whether a program of this name is on the machine; `nil` if that is unknown.
  package var isProgram: @Sendable (_ name: String) -> Bool? = { _ in nil }
  /// How many more unknown names of these statements get suggestions, which are too slow for thousands of them.
  var suggestions = 0

  /// Where the statements come from.
  package enum Mode: Sendable, Hashable {
    /// A whole script.
    case script
    /// The prompt, where a line may also control the shell.
    case prompt
    /// Standard input, which may go on.
    case stream
  }

  /// - Parameter arguments: the arguments of the script; `nil` if unknown.
  package init(resolver: Resolver, arguments: [String]? = nil, mode: Mode = .script) {
    self.resolver = resolver
    self.arguments = arguments
    self.mode = mode
  }

  /// Whether a word is a verb of the script, or of one that it has sourced.
  func isScripts(_ verb: String) -> Bool { definitions[verb] != nil || isOpen && sourcedVerbs.contains(verb) }

  /// Whether the statements so far define a verb of this name.
  package func defines(_ verb: String) -> Bool { definitions[verb] != nil }

  /// Defines names and verbs that earlier statements have given.
  package mutating func know(names known: some Sequence<String>, verbs: some Sequence<Definition>) {
    for name in known { names.set(name, Names.Entry(staticType: .anything)) }
    for definition in verbs {
      definitions[definition.verb.value] = definition
      made.insert(definition.verb.value)
    }
  }

  /// The mistakes of these statements, in source order.
  ///
  /// - Parameter source: the text of the statements, for line numbers and tried corrections.
  package mutating func check(_ statements: [Statement], in source: Source? = nil) -> [Diagnostic] {
    // The state of a stream grows with each statement, and copying it each time would take ever longer.
    let before = mode == .stream ? nil : self
    let found = findMistakes(in: statements, of: source)
    guard let source, !found.isEmpty else { return found }
    return (before ?? self).tried(found, in: source)
  }

  /// The mistakes, with corrections that were not tried.
  mutating func findMistakes(in statements: [Statement], of source: Source?) -> [Diagnostic] {
    self.source = source
    lines = LineNumbers(source)
    suggestions = Checker.maxSuggestions
    resolutions = Resolutions()
    programChoices = []
    absentPrograms = []
    collectDefinitions(statements)
    givenAnywhere = statements.givenNames
    check(block: statements)
    checkArguments(of: statements)
    findRecursion(statements)
    guard !found.isEmpty else { return [] }
    defer { found = [] }
    return found.sorted { $0.span.start < $1.span.start }
  }

  static let maxSuggestions = 64

  /// The context of a statement.
  struct Place {
    /// Whether it is in a loop, as `next` and `stop` require.
    var isLoop = false
    /// Whether it is in the body of a verb.
    var isDefinition = false
    /// Whether it is in a test.
    var isTest = false
    var level = Level.top

    /// The block nesting of a statement.
    enum Level {
      case top
      /// Directly in an `as` at the top level.
      case account
      case inner
    }
  }

  /// Checks statements in order.
  mutating func check(block statements: [Statement]) {
    visit(statements)
    guard place.level != .top || mode == .script else { return }
    guard let end = statements.firstIndex(where: { $0.ending != nil }), let word = statements[end].ending,
      let next = statements[(end + 1)...].first(where: { !$0.isTest })
    else { return }
    found.append(.unreachable(next.span, after: word))
  }

  /// Checks a block that may or may not run, and restores the names of before.
  ///
  /// - Returns: the names that the block gave.
  mutating func branch(_ statements: [Statement], as place: Place) -> [String: Names.Entry] {
    let outer = self.place
    let fork = names.fork()
    self.place = place
    check(block: statements)
    self.place = outer
    return names.rewind(to: fork)
  }

  /// The context one block deeper.
  var inner: Place {
    var inner = place
    inner.level = .inner
    return inner
  }

  /// Checks one line.
  ///
  /// - Returns: whether the line is correct.
  @discardableResult
  mutating func line(_ check: (inout Checker) -> Void) -> Bool {
    let count = found.count
    check(&self)
    return found.count == count
  }
}

/// The line numbers of a source, counted on from the last query, because a check goes from top to bottom.
struct LineNumbers {
  private let source: Source?
  private var offset = 0
  private var ends = 0

  init(_ source: Source?) {
    self.source = source
  }

  /// The number of the line at this offset; `nil` if the text is unknown.
  mutating func number(at offset: Int) -> Int? {
    guard let source else { return nil }
    guard offset >= self.offset else { return source.line(at: offset) }
    ends += source.bytes[self.offset..<min(offset, source.bytes.count)].count { $0 == UInt8(ascii: "\n") }
    self.offset = min(offset, source.bytes.count)
    return source.line(at: 0) + ends
  }
}

extension Statement {
  fileprivate var isTest: Bool {
    if case .test = form { true } else { false }
  }

  /// The word that keeps the statements after it in its block from running; `nil` for other statements.
  fileprivate var ending: String? {
    switch form {
    case .answer: return Keyword.answer.word
    case .pipeline(let pipeline):
      guard case .command(let command) = pipeline.first, pipeline.isPlain else { return nil }
      return Catalog.leavingVerbs.contains(command.verb.value) ? command.verb.value : nil
    default: return nil
    }
  }
}

extension Diagnostic {
  static func misplaced(_ word: String, _ span: Span, _ reason: String) -> Diagnostic {
    Diagnostic(.misplaced, at: span, "'\(word)' \(reason)")
  }

  fileprivate static func unreachable(_ span: Span, after word: String) -> Diagnostic {
    Diagnostic(.unreachable, at: span, "unreachable after '\(word)'", label: "never runs")
  }
}
