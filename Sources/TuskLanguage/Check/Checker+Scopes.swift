import TuskCommon
import XCallbackURL

extension Checker {
  mutating func check(_ scope: Scope, at span: Span) {
    let word = Span(span.start, span.start + scope.keyword.rawValue.utf8.count)
    line { checker in
      checker.checkPlace(of: scope.keyword, at: word)
      checker.examine(scope.value)
      checker.checkHead(scope)
      checker.examine(scope.settings, of: scope.keyword.rawValue, at: word)
      checker.checkZone(scope.settings)
    }
    var place = inner
    if scope.keyword == .account, self.place.level == .top { place.level = .account }
    guard scope.keyword == .every || scope.keyword == .at else {
      return names.join([way(scope.body, as: place), [:]])
    }
    place.isLoop = false
    let fork = names.fork()
    forget(givenAnywhere)
    // A stream may still give names after the schedule, which begins when there is no more of it.
    let wasOpen = isOpen
    isOpen = isOpen || mode == .stream
    let reached = way(scope.body, as: place)
    isOpen = wasOpen
    _ = names.leadBack(to: fork)
    names.join([reached, [:]])
  }

  /// A schedule goes on for as long as the script runs, so that nothing may wait for its end.
  private mutating func checkPlace(of keyword: Scope.Keyword, at span: Span) {
    switch keyword {
    case .once, .account: return
    case .every, .at:
      guard place.level == .inner || place.isDefinition else { return }
      found.append(
        .misplaced(keyword.rawValue, span, "stands in no block, or directly in an 'as' that stands in none"))
    }
  }

  private mutating func checkHead(_ scope: Scope) {
    switch scope.keyword {
    case .once: checkKey(scope.value)
    case .every: checkSpelling(of: scope.value, "every", .duration)
    case .at: checkClock(scope.value)
    case .account: checkAccount(scope.value)
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

  /// Checks what is written for a demand; what is known only later is checked then.
  private mutating func checkSpelling(of value: Value, _ word: String, _ type: ParameterType) {
    let wanted = staticType(of: value)
    guard let text = wanted.spelling else {
      if !wanted.couldSpell { found.append(.mismatch(word, type.description, wanted.description, value.span, .data)) }
      return
    }
    let exitCode: ExitCode = value.isWritten ? .usage : .data
    guard (try? type.accepting(text)) != nil else {
      return found.append(.mismatch(word, type.description, "'\(text)'", value.span, exitCode))
    }
    if case .duration = type, text.isZeroDuration { found.append(.noTime(word, value.span)) }
  }

  private mutating func checkClock(_ value: Value) {
    let wanted = staticType(of: value)
    guard let text = wanted.spelling else {
      if !wanted.couldSpell { found.append(.mismatch("at", "a time of day", wanted.description, value.span, .data)) }
      return
    }
    guard TimeOfDay(text) == nil else { return }
    found.append(.mismatch("at", "a time of day as HH:MM", "'\(text)'", value.span, value.isWritten ? .usage : .data))
  }

  /// An account that acts is named in full, because one name may be signed in at several servers.
  private mutating func checkAccount(_ value: Value) {
    let wanted = staticType(of: value)
    switch wanted {
    case .reference(.account, let id?):
      let name = id.hasPrefix("@") ? String(id.dropFirst()) : id
      if !name.contains("@") { return found.append(.incompleteAccount(id, value.span)) }
      if !id.hasPrefix("@") { found.append(.noAccount("'\(id)'", value.span, edit: "@\(id)")) }
    case .reference(.account, nil), .anything, .spelled, .written(nil, _): return
    case .declared(.acct):
      var edit: String?
      if case .variable(let variable) = value.form { edit = "@" + Value(.variable(variable), value.span).source }
      found.append(.noAccount(wanted.description, value.span, edit: edit))
    case .written(let text?, _):
      guard !text.isAccountName else { return }
      let isUnmarked = "@\(text)".isAccountName
      found.append(.noAccount("'\(text)'", value.span, edit: isUnmarked ? "@\(text)" : nil))
    case .record(let shape) where shape.kind == .account: return
    case .nothing, .truth, .number, .declared, .reference, .record, .list:
      found.append(.noAccount(wanted.description, value.span, edit: nil))
    }
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

extension StaticType {
  /// The text, where it is known.
  fileprivate var spelling: String? {
    switch self {
    case .written(let text, _): text
    default: nil
    }
  }

  /// Whether the value may turn out to be a text.
  fileprivate var couldSpell: Bool {
    switch self {
    case .anything, .spelled, .written, .declared(.text), .declared(.prose): true
    case .nothing, .truth, .number, .declared, .reference, .record, .list: false
    }
  }
}

extension Value {
  /// Whether the value stands in the script as it is.
  fileprivate var isWritten: Bool {
    switch form {
    case .word, .string, .url, .reference, .list: true
    case .variable, .result: false
    }
  }
}

extension String {
  var isZeroDuration: Bool { Duration(written: self) == .zero }

  /// Whether this is `@user@host`.
  fileprivate var isAccountName: Bool {
    hasPrefix("@") && (try? ParameterType.acct.accepting(self)) != nil && dropFirst().contains("@")
  }

  /// Whether a zone could be called so: parts of letters, digits, `_`, `+` and `-`, with `/` between them.
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
      .typeMismatch, at: span, "'once' wants a text, not \(found.description)",
      label: "name one of its fields", exitCode: .data)
  }

  fileprivate static func mismatch(
    _ word: String, _ wanted: String, _ found: String, _ span: Span, _ exitCode: ExitCode
  ) -> Diagnostic {
    Diagnostic(.typeMismatch, at: span, "'\(word)' wants \(wanted), not \(found)", exitCode: exitCode)
  }

  static func noTime(_ word: String, _ span: Span) -> Diagnostic {
    Diagnostic(.outOfRange, at: span, "\(word) wants a duration longer than 0")
  }

  fileprivate static func noAccount(_ found: String, _ span: Span, edit: String?) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: span, "'as' wants an account as @user@host, not \(found)",
      edits: edit.map { [Edit(span, $0)] } ?? [], exitCode: .data)
  }

  fileprivate static func incompleteAccount(_ name: String, _ span: Span) -> Diagnostic {
    Diagnostic(.typeMismatch, at: span, "'as' wants an account as @user@host, not '\(name)'", label: "at which server?")
  }
}
