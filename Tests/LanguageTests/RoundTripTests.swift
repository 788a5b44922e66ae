import JSONValue
import Testing
import TuskLanguage

@Suite struct RoundTripTests {
  @Test(arguments: try LanguageCase.all("parse"))
  func whatACaseParsesToPrintsAndParsesToTheSame(_ row: LanguageCase) throws {
    let mode: Parser.Mode = row.row["mode"]?.string == "repl" ? .repl : .script
    guard let statements = try? Parser.parse(Source(row.input), mode: mode) else { return }
    let printed = statements.source
    #expect(try Parser.parse(Source(printed), mode: mode).json == statements.json, "\(printed)")
  }

  @Test(arguments: ScriptTests.names)
  func scriptsPrintAndParseToTheSame(_ name: String) throws {
    let statements = try Parser.parse(Source(bytes: try CaseFile.bytes("scripts/\(name).tsk")))
    let printed = statements.source
    #expect(try Parser.parse(Source(printed)).json == statements.json, "\(printed)")
  }

  @Test func randomScriptsPrintAndParseToTheSame() throws {
    var random = ScriptGenerator(seed: 42)
    for _ in 0..<1500 {
      let text = random.script()
      let source = Source(text)
      do throws(Diagnostic) {
        let statements = try Parser.parse(source)
        let printed = statements.source
        let again = try Parser.parse(Source(printed))
        #expect(again.json == statements.json, "\(text)\n became\n\(printed)")
        #expect(again.source == printed)
      } catch {
        Issue.record("\(error.rendered(in: source))\n\(text)")
      }
    }
  }
}
