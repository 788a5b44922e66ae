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
    let plan = ScriptHeader.Plan(of: script, as: account)
    let read = try #require(try ScriptHeader(of: Source(plan.line + "\nme\n")).plan)
    #expect(read.account == account && read.line.split(separator: " ") == plan.line.split(separator: " "))
  }

  @Test(arguments: ["plan", "plan 1", "plan 1 x", "plan 2 x y", "plan one x y"])
  func anUnknownPlanIsRefused(text: String) {
    #expect(throws: Diagnostic.self) { try ScriptHeader(of: Source("#: \(text)")) }
  }
}
