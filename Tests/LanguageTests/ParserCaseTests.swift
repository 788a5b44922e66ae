import JSONValue
import Testing
import TuskCommon
import TuskLanguage

@Suite struct ParserCaseTests {
  @Test(arguments: try LanguageCase.all("parse"))
  func everyRowParsesAsItSays(_ row: LanguageCase) {
    let mode: Parser.Mode = row.row["mode"]?.string == "repl" ? .repl : .script
    let result = Result { () throws(Diagnostic) in try Parser.parse(Source(row.input), mode: mode) }
    switch result {
    case .success(let statements):
      #expect(row.error == nil, "parsed as \(statements.json.text)")
      #expect(statements.json == row.row["ast"])
    case .failure(let diagnostic):
      #expect(diagnostic.kind.rawValue == row.error, "\(diagnostic.message)")
      #expect([diagnostic.span.start, diagnostic.span.end] == row.span)
      #expect(diagnostic.isIncomplete == (row.row["incomplete"]?.bool ?? false))
      #expect(diagnostic.exitCode == .usage)
    }
  }
}
