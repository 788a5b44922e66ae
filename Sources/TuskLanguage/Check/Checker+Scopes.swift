package import TuskCommon
import XCallbackURL

extension Checker {
  mutating func check(_ scope: Scope, at span: Span) {
    let keyword = scope.kind.keyword
    let word = keyword.span(at: span.start)
    line { checker in
      checker.checkPlace(of: scope.kind, at: word)
      checker.visit(scope.value)
      if !checker.reportSecret(in: scope.value) { checker.checkHead(scope) }
      checker.check(scope.settings, of: keyword, at: word)
      checker.checkZone(scope.settings)
    }
    var place = inner
    if scope.kind == .account, self.place.level == .top { place.level = .account }
    guard scope.kind == .every || scope.kind == .at else {
      if scope.kind == .once, self.place.isLoop { warnOfCounters(in: scope.body) }
      let reached = branch(scope.body, as: place)
      return names.join(scope.isLine ? [reached] : [reached, [:]])
    }
    place.isLoop = false
    let fork = names.fork()
    forget(givenAnywhere)
    // A stream may give names after the schedule, which starts when the stream ends.
    let wasOpen = isOpen
    isOpen = isOpen || mode == .stream
    let reached = branch(scope.body, as: place)
    isOpen = wasOpen
    _ = names.rewind(to: fork)
    names.join([reached, [:]])
  }

  /// Warns of names that count the runs of a `once` block.
  ///
  /// - Parameter given: the name of the loop, if it is one.
  mutating func warnOfCounters(in body: [Statement], given: Set<String> = []) {
    var finder = CounterFinder(given: given)
    finder.visit(body)
    warnings += finder.counters.map { Diagnostic.counter($0.value, $0.span) }
  }

  /// Checks that no block waits for a schedule, which runs until the script ends.
  private mutating func checkPlace(of kind: Scope.Kind, at span: Span) {
    switch kind {
    case .once, .account: return
    case .every, .at:
      guard place.level == .inner || place.isDefinition else { return }
      found.append(
        .misplaced(kind.keyword.word, span, "is allowed only at the top level, or directly in an 'as' at the top level")
      )
    }
  }

  private mutating func checkHead(_ scope: Scope) {
    switch scope.kind {
    case .once:
      checkKey(scope.value)
      if let colon = scope.value.colonAtEnd { warnings.append(.colonInKey(colon)) }
      let effect = scope.settings.first { $0.key.value == "effect" }
      if let effect, !scope.isLine {
        found.append(.misplaced("effect", effect.span, "is for a 'once' with a URL on its line"))
      } else if let value = effect?.value {
        checkEffect(value)
      }
    case .every: checkSpelling(of: scope.value, "every", .duration)
    case .at: checkClock(scope.value)
    case .account:
      if let colon = scope.value.colonAtEnd { return found.append(.blockColon(colon)) }
      checkAccount(scope.value)
    }
  }

  private mutating func checkKey(_ value: Value) {
    guard case .list(let values) = value.form else {
      let key = staticType(of: value)
      if !key.hasSpelling { found.append(.noKey(key, value.span)) }
      return
    }
    found.append(.noKey(.list(values.isEmpty ? .anything : staticType(of: values[0])), value.span))
  }

  private mutating func checkEffect(_ value: Value) {
    guard let text = staticType(of: value).spelling ?? argumentText(value), !EffectPlace.isWellFormed(text) else {
      return
    }
    let exitCode: ExitCode = value.isLiteral ? .usage : .data
    found.append(.mismatch("effect", EffectPlace.requirement, "'\(text)'", value.span, exitCode))
  }

  /// Checks the spelling of a value, if it is known before the run.
  private mutating func checkSpelling(of value: Value, _ word: String, _ type: ParameterType) {
    let given = staticType(of: value)
    guard let text = given.spelling ?? argumentText(value) else {
      if !given.couldSpell { found.append(.mismatch(word, type.description, given.description, value.span, .data)) }
      return
    }
    let exitCode: ExitCode = value.isLiteral ? .usage : .data
    guard (try? type.accepting(text)) != nil else {
      if case .duration = type, Duration.isTooLong(text) {
        return found.append(.tooLong(text, value.span, exitCode))
      }
      let mistake = Diagnostic.mismatch(word, type.description, "'\(text)'", value.span, exitCode)
      return found.append(mistake.replacing(value.span, by: Duration.written(from: text) ?? text.withoutColon))
    }
    if case .duration = type, text.isZeroDuration { found.append(.notPositive("the interval", value.span)) }
  }

  private mutating func checkClock(_ value: Value) {
    let given = staticType(of: value)
    guard let text = given.spelling ?? argumentText(value) else {
      if !given.couldSpell { found.append(.mismatch("at", "a time of day", given.description, value.span, .data)) }
      return
    }
    guard TimeOfDay(text) == nil else { return }
    let exitCode: ExitCode = value.isLiteral ? .usage : .data
    let mistake = Diagnostic.mismatch("at", "a time of day as HH:MM", "'\(text)'", value.span, exitCode)
    found.append(mistake.replacing(value.span, by: TimeOfDay("0\(text)").map { _ in "0\(text)" } ?? text.withoutColon))
  }

  /// The acting account is named in full, because several servers may have an account of that name.
  private mutating func checkAccount(_ value: Value) {
    let given = staticType(of: value)
    switch given {
    case .reference(.account, let id?):
      let name = id.hasPrefix("@") ? String(id.dropFirst()) : id
      if !name.contains("@") { return found.append(.incompleteAccount(id, value.span)) }
      if !id.hasPrefix("@") { found.append(.noAccount("'\(id)'", value.span, edit: "@\(id)")) }
    case .reference(.account, nil), .anything, .spelled, .written(nil, _): return
    case .declared(.acct):
      var edit: String?
      if case .variable(let variable) = value.form { edit = "@" + Value(.variable(variable), value.span).source }
      found.append(.noAccount(given.description, value.span, edit: edit))
    case .written(let text?, _):
      guard !text.isAccountName else { return }
      let isUnmarked = "@\(text)".isAccountName
      found.append(.noAccount("'\(text)'", value.span, edit: isUnmarked ? "@\(text)" : nil))
    case .record(let shape) where shape.kind == .account: return
    case .nothing, .truth, .number, .declared, .reference, .record, .list:
      found.append(.noAccount(given.description, value.span, edit: nil))
    }
  }

  /// Checks the pattern and the zone of a time, if they are known before the run.
  mutating func checkTime(_ invocation: Invocation, _ command: Command) {
    let pattern = invocation.arguments.given.first { $0.parameter.name == "as" }?.value
    if let pattern, let text = pattern.plainWord {
      guard let known = TimePattern(text) else { return found.append(.badTimePattern(pattern.span, .usage)) }
      if invocation.signature.action == "parse", !known.saysDay {
        found.append(.patternWithoutDay(pattern.span, .usage))
      }
    }
    checkZone(command.settings(named: "zone"))
  }

  private mutating func checkZone(_ settings: [Setting]) {
    for setting in settings where setting.key.value == "zone" {
      guard case .value(let value) = setting.content, let text = staticType(of: value).spelling else { continue }
      if !text.isZoneName {
        found.append(.mismatch("zone", "a time zone such as Europe/Berlin", "'\(text)'", value.span, .usage))
      } else if let fault = zoneFault(text) {
        found.append(Diagnostic(.typeMismatch, at: value.span, fault))
      }
    }
  }
}

/// Finds the names in a block that are computed from the values that they had before it.
private struct CounterFinder: SyntaxVisitor {
  /// The names that the block itself gave so far.
  var given: Set<String>
  var counters: [Spanned<String>] = []

  mutating func visit(_ statement: Statement) {
    switch statement.form {
    case .assignment(let name, let operation) where !given.contains(name.value):
      if operation.computes(from: name.value) { counters.append(name) } else { given.insert(name.value) }
    // These are looked at by themselves.
    case .scope(let scope) where scope.kind == .once: break
    case .loop(let loop) where loop.isOnce: break
    case .definition: break
    case .loop(let loop):
      given.insert(loop.name.value)
      visit(loop.body)
    default: statement.walk(with: &self)
    }
  }
}

extension Operation {
  /// Whether it is arithmetic with this name.
  fileprivate func computes(from name: String) -> Bool {
    guard case .value(let value) = self, case .arithmetic = value.form else { return false }
    return value.variables.contains { $0.name == name && $0.path.isEmpty }
  }
}

extension Loop {
  /// Whether it skips the items that were completed before.
  var isOnce: Bool { settings.contains { $0.key.value == "once" } }
}

extension StaticType {
  /// The text, if it is known.
  fileprivate var spelling: String? {
    switch self {
    case .written(let text, _): text
    default: nil
    }
  }

  /// Whether the value may be a text.
  fileprivate var couldSpell: Bool {
    switch self {
    case .anything, .spelled, .written, .declared(.text), .declared(.prose): true
    case .nothing, .truth, .number, .declared, .reference, .record, .list: false
    }
  }
}

extension Value {
  /// Whether the value is literal.
  fileprivate var isLiteral: Bool {
    switch form {
    case .word, .string, .url, .reference, .list: true
    case .variable, .result, .arithmetic, .range: false
    }
  }
}

extension String {
  var isZeroDuration: Bool { Duration(written: self) == .zero }

  /// The text without the `:` with which other languages start a block.
  fileprivate var withoutColon: String? { hasSuffix(":") ? String(dropLast()) : nil }

  /// Whether this is `@user@host`.
  fileprivate var isAccountName: Bool {
    hasPrefix("@") && (try? ParameterType.acct.accepting(self)) != nil && dropFirst().contains("@")
  }

  /// Whether this can be the name of a time zone: parts of letters, digits, `_`, `+` and `-`, with `/` between them.
  fileprivate var isZoneName: Bool {
    split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
      guard let first = part.utf8.first, Lexer.isLetter(first) else { return false }
      return part.utf8.allSatisfy { Lexer.isLetter($0) || Lexer.isDigit($0) || "_+-".utf8.contains($0) }
    }
  }
}

extension Diagnostic {
  fileprivate static func noKey(_ found: StaticType, _ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "'once' needs text, not \(found.description)",
      label: "name one of its fields", exitCode: .data)
  }

  /// The `:` with which other languages start a block.
  fileprivate static func blockColon(_ colon: Span) -> Diagnostic {
    Diagnostic(.typeMismatch, at: colon, "no ':' follows the account of 'as'", edits: [Edit(colon, "")])
  }

  fileprivate static func counter(_ name: String, _ span: Span) -> Diagnostic {
    var warning = warning(
      .changedMeaning, at: span,
      "'\(name)' counts wrongly in a later run, which skips completed blocks and sets it to the values of then")
    warning.label = "'limit=' of 'for' counts the items that run"
    return warning
  }

  fileprivate static func colonInKey(_ colon: Span) -> Diagnostic {
    .warning(.typeMismatch, at: colon, "the ':' is a part of the key; a block has none before its lines")
  }

  fileprivate static func mismatch(
    _ word: String, _ required: String, _ found: String, _ span: Span, _ exitCode: ExitCode
  ) -> Diagnostic {
    Diagnostic(.typeMismatch, at: span, "'\(word)' needs \(required), not \(found)", exitCode: exitCode)
  }

  /// The mistake, with this text as the correction of its value.
  fileprivate func replacing(_ span: Span, by text: String?) -> Diagnostic {
    var mistake = self
    mistake.edits = text.map { [Edit(span, $0)] } ?? []
    return mistake
  }

  /// An interval that no clock can count.
  package static func tooLong(_ text: String, _ span: Span, _ exitCode: ExitCode) -> Diagnostic {
    Diagnostic(
      .outOfRange, at: span, "the interval must be at most \(Duration.longestWritten), not '\(text)'",
      exitCode: exitCode)
  }

  fileprivate static func noAccount(_ found: String, _ span: Span, edit: String?) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "'as' needs an account name such as @USER@HOST, not \(found)",
      edits: edit.map { [Edit(span, $0)] } ?? [], exitCode: .data)
  }

  fileprivate static func incompleteAccount(_ name: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "'as' needs an account name such as @USER@HOST, not '\(name)'",
      label: "without its server")
  }
}
