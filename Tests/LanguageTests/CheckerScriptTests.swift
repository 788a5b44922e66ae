import Testing
import TuskLanguage

/// Scripts that run are right before they run, too.
@Suite struct CheckerScriptTests {
  @Test(arguments: ScriptTests.names)
  func realScriptsHaveNoMistake(_ name: String) throws {
    let source = Source(name: "\(name).tsk", bytes: try CaseFile.bytes("scripts/\(name).tsk"))
    var checker = Checker(resolver: .checked)
    let found = checker.check(try Parser.parse(source), in: source).map { $0.rendered(in: source) }
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }
}
