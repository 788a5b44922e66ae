import Testing
import TuskLanguage

/// What the `#:` comments at the start of a script state.
struct ScriptHeaderTests {
  @Test(arguments: [
    ("#: name welcome\nme\n", "welcome"), ("#!/usr/bin/env tusk\n\n# words\n#: name a.b_c-9", "a.b_c-9"),
    ("#:name x\r\nme", "x"), ("me\n#: name late", nil), ("# name x", nil), ("#: nickname x", nil), ("", nil),
    ("#:", nil),
    ("  #: name indented", nil),
  ])
  func aScriptStatesItsName(text: String, name: String?) throws {
    #expect(try ScriptHeader(of: Source(text)).name == name)
  }

  @Test(arguments: [
    "", "a b", "9a", "-c", "a/b", "commands", "ä", String(repeating: "a", count: 65), "\u{7}", "a\u{301}",
  ])
  func aBadNameIsRefused(name: String) {
    #expect(throws: Diagnostic.self) { try ScriptHeader(of: Source("#: name \(name)")) }
  }

  @Test(arguments: [("/a/b.tsk", "@a@b.example"), ("/a b/c  d.tsk", "sandbox"), ("-c", "@a@b.example")])
  func aPlanIsReadAsItIsWritten(script: String, account: String) throws {
    let plan = try #require(ScriptHeader.Plan(of: script, as: account))
    let read = try #require(try ScriptHeader(of: Source(plan.line + "\nme\n")).plan)
    #expect(read.account == account && read.line.split(separator: " ") == plan.line.split(separator: " "))
  }

  private static let pieces = [
    "@", "a", "b.example", ":3000", " ", "\n", "\r", "\r\n", "\t", "#", "#: plan 1 x y", "run touch pwned", "\0",
    "\u{1B}[2J",
    "\u{7}", "\u{85}", "\u{A0}", "\u{2028}", "\u{2029}", "\u{202E}", "\u{200B}", "\u{FEFF}", "\u{E0041}", "é",
    "\u{301}", "\\",
    "\"",
  ]

  @Test func aPlanOfAnyAccountIsOneLine() throws {
    var random = SeededGenerator(seed: 41)
    var written = 0
    for _ in 0..<4000 {
      let text = {
        (0..<Int.random(in: 0..<5, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }
          .joined()
      }
      let (script, account) = ("/" + text(), text())
      guard let plan = ScriptHeader.Plan(of: script, as: account) else { continue }
      written += 1
      #expect(!plan.line.unicodeScalars.contains { $0.value < 0x20 || $0.properties.generalCategory == .control })
      #expect(!plan.line.contains { $0.isNewline }, "\(plan.line.debugDescription)")
      let read = try ScriptHeader(of: Source(plan.line + "\nme\n"))
      #expect(read.plan?.account == account, "\(plan.line.debugDescription)")
    }
    #expect(written > 200)
  }

  @Test(
    arguments: [
      ("#: plan 1 x y", true), ("#:plan 1 x y", true), ("#: plan", true), ("#: plan 9 x y", true),
      ("# c\n\n#: plan 1 x y", true), ("\u{FEFF}#: plan 1 x y", true), ("\u{FEFF}\n#: plan 1 x y", true),
      ("#!/usr/bin/env tusk\r\n#: plan 1 x y\r\n", true), ("  \t#: plan 1 x y", true),
      ("#\u{301}\n#\u{FE0F}\u{20E3}\n#: plan 1 x y", true), ("  # c\n#: plan 1 x y", true), ("", false),
      ("# plan 1 x y", false), ("#: planned", false), ("me\n#: plan 1 x y", false), ("\u{A0}\n#: plan 1 x y", false),
    ] as [(String, Bool)])
  func aPlanIsOneAfterAnyComments(text: String, isPlan: Bool) {
    #expect(ScriptHeader.isPlan(Source(text)) == isPlan)
  }

  @Test func plansOfSeveralAccountsAreRefused() throws {
    let first = "#: plan 1 x @a@b.example\n"
    #expect(try ScriptHeader(of: Source(first + "#: plan 1 y @a@b.example\n")).plan?.account == "@a@b.example")
    #expect(throws: Diagnostic.self) { try ScriptHeader(of: Source(first + "# c\n#: plan 1 x @b@b.example\n")) }
  }

  @Test(arguments: ["plan", "plan 1", "plan 1 x", "plan 2 x y", "plan one x y"])
  func anUnknownPlanIsRefused(text: String) {
    #expect(throws: Diagnostic.self) { try ScriptHeader(of: Source("#: \(text)")) }
  }
}
