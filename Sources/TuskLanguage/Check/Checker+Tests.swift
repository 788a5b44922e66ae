import XCallbackURL

extension Checker {
  /// Checks a test, whose lines see only the verbs of its script.
  mutating func check(_ test: ScriptTest, at span: Span) {
    let word = Keyword.test.span(at: span.start)
    if mode == .prompt {
      found.append(.misplaced("test", word, "at the prompt; write it in a file and run: tusk test FILE"))
    } else if place.level != .top || place.isDefinition {
      found.append(.misplaced("test", word, "inside a block; write tests at the top level"))
    }
    line { checker in
      checker.visit(test.name)
      checker.check(test.settings, of: .test, at: word)
      let name = test.name.literalText ?? ""
      if name.isEmpty || !test.name.isQuoted { checker.found.append(.unnamedTest(test.name.span)) }
      for setting in test.settings {
        guard let text = setting.value?.literalText else {
          checker.found.append(.computedSetting(setting))
          continue
        }
        // Other times than dates are near now.
        let year = text.split(separator: "-").count > 2 ? Int(text.prefix { $0 != "-" }) : nil
        if let year, !(2000..<2100).contains(year) { checker.found.append(.clockOutOfRange(setting)) }
      }
    }
    let outer = (names, place, isOpen, isReached)
    names = Names()
    place = Place(isTest: true, level: .inner)
    check(block: test.body)
    (names, place, isOpen, isReached) = outer
  }

  /// Checks that a test contains the command; a verb of the script may be for tests.
  mutating func checkIsInTest(_ command: Command) {
    guard !place.isTest, !place.isDefinition else { return }
    found.append(.misplaced(command.verb.value, command.verb.span, "outside of a test; see: help test"))
  }
}

extension Value {
  fileprivate var isQuoted: Bool {
    guard case .string = form else { return false }
    return true
  }
}

extension Diagnostic {
  fileprivate static func unnamedTest(_ span: Span) -> Diagnostic {
    Diagnostic(.typeMismatch, at: span, "a test needs a name in quotes, such as \"posts once a day\"")
  }

  fileprivate static func clockOutOfRange(_ setting: Setting) -> Diagnostic {
    Diagnostic(.outOfRange, at: setting.span, "the clock of a test begins between 2000 and 2099")
  }

  fileprivate static func computedSetting(_ setting: Setting) -> Diagnostic {
    Diagnostic(
      .typeMismatch, at: setting.span,
      "'\(setting.key.value)' of a test needs a constant, because nothing runs before it")
  }
}
