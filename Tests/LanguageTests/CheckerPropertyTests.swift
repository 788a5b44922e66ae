import Testing
import TuskLanguage

/// What holds of a check whatever the script is.
@Suite struct CheckerPropertyTests {
  private func mistakes(_ text: String) throws -> [Diagnostic] {
    let source = Source(text)
    var checker = Checker(resolver: .checked, arguments: ["1", "2"])
    return checker.check(try Parser.parse(source), in: source)
  }

  @Test func theLayoutOfAScriptChangesNoMistake() throws {
    var random = ScriptGenerator(seed: 99)
    for _ in 0..<800 {
      let text = random.script()
      let before = try mistakes(text)
      let after = try mistakes(try Formatter.formatted(Source(text)))
      #expect(before.map(\.kind) == after.map(\.kind), "\(text)")
    }
  }

  @Test func everyMistakePointsIntoTheScript() throws {
    var random = ScriptGenerator(seed: 31)
    for _ in 0..<800 {
      let text = random.script()
      let found = try mistakes(text)
      #expect(found.allSatisfy { $0.span.start >= 0 && $0.span.start <= $0.span.end && $0.span.end <= text.utf8.count })
      #expect(zip(found, found.dropFirst()).allSatisfy { $0.span.start <= $1.span.start })
    }
  }

  /// Statements one after another, as they arrive, and all at once.
  @Test func aScriptIsTheSameWhetherItArrivesAtOnceOrNot() throws {
    var random = ScriptGenerator(seed: 5)
    for _ in 0..<400 {
      let source = Source(random.script())
      let statements = try Parser.parse(source)
      guard !statements.contains(where: \.isDefinition) else { continue }
      var whole = Checker(resolver: .checked, mode: .stream)
      var single = Checker(resolver: .checked, mode: .stream)
      let atOnce = whole.check(statements, in: source)
      #expect(statements.flatMap { single.check([$0], in: source) } == atOnce)
    }
  }

  /// Scripts of 32 KiB that would take for ever if anything looked at all of them for each of their parts.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "let a# = 1\n", "print $a#\n", "v#\n", "let b# = 1\nprint $c#\n", "if $a# == 1\nlet a# = 1\nend\n",
      "def d#\nd#\nend\n",
      "for x in [#]\nlet a# = $a#\nend\n", "post tezt=#\n", "# comment\n\n", "x [# # # [#]]\n",
    ])
  func aLongScriptIsCheckedInItsTime(_ part: String) throws {
    var script = ""
    var number = 0
    while script.utf8.count < 32_768 {
      script += part.hasPrefix("# ") ? part : part.replacing("#", with: String(number))
      number += 1
    }
    let once = try Formatter.formatted(Source(script))
    #expect(once == (part.hasSuffix("\n\n") ? String(script.dropLast()) : try Parser.parse(Source(script)).source))
    #expect(try mistakes(script).count == mistakes(once).count)
  }

  @Test func manyMisspeltNamesTireNobody() throws {
    let script = "let name = 1\n" + String(repeating: "print $nmae\n", count: 100)
    let found = try mistakes(script)
    #expect(found.count == 100)
    #expect(found.count { $0.near == ["name"] } == 64)
    var checker = Checker(resolver: .checked, mode: .prompt)
    let one = Source("print $nmae")
    _ = checker.check(try Parser.parse(Source("let name = 1")))
    for _ in 0..<100 { #expect(checker.check(try Parser.parse(one), in: one).first?.near == ["name"]) }
  }

  @Test(arguments: try LanguageCase.all("resolve"))
  func aLineIsCheckedAsItResolves(_ row: LanguageCase) throws {
    var checker = Checker(resolver: Sample.resolver)
    let source = Source(row.input)
    let found = checker.check(try Parser.parse(source), in: source)
    #expect(found.map(\.kind.rawValue) == (row.error.map { [$0] } ?? []))
    if row.error != nil { #expect(found.first.map { [$0.span.start, $0.span.end] } == row.span) }
  }
}

extension Statement {
  fileprivate var isDefinition: Bool {
    if case .definition = form { true } else { false }
  }
}
