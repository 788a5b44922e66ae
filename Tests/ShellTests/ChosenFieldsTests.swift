import JSONValue
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

@testable import TuskShell

/// Fields that a command chooses, templates, and CSV.
struct ChosenFieldsTests {
  private static let rows: [JSON.Object] = [
    [
      "id": "1", "account": ["id": "2", "username": "a@b.example", "acct": "a@b.example"],
      "text": "One, \"two\"\nthree",
    ],
    ["id": "2", "text": "=1+1", "favorites": 3, "tags": ["x", "y"], "pinned": true],
  ]

  private func shown(
    _ format: Renderer.Format, columns: String? = nil, template: String? = nil, isContinued: Bool = false
  ) throws -> String {
    var renderer = Renderer(format: format, width: 80)
    renderer.columns = columns.flatMap { FieldPath.all(in: $0) }
    renderer.template = try template.map { try #require(RecordTemplate($0)) }
    return renderer.text(of: try Rendering.result("getStatuses", items: Self.rows), isContinued: isContinued)
  }

  @Test func csvIsQuotedWhereItHasTo() throws {
    let text = try shown(.csv, columns: "id,account,text,tags,pinned,favorites")
    #expect(
      text == """
        id,account,text,tags,pinned,favorites
        1,a@b.example,"One, ""two""
        three",,,
        2,,=1+1,"x, y",true,3

        """)
    #expect(try shown(.csv, columns: "id", isContinued: true) == "1\n2\n")
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+49 30", "'+49 30"), ("-5", "'-5"), ("@SUM(A1)", "'@SUM(A1)"), (" =1", "' =1"), ("＝1", "'＝1"),
    ("\n=1", "\"'\n=1\""), ("=a,b", "\"'=a,b\""),
    ("a;=1", "\"a;=1\""), ("a\t=1", "\"a\t=1\""), ("=1;2", "\"'=1;2\""),
    ("plain", "plain"), ("a=1", "a=1"), ("'x", "'x"), ("", ""),
  ])
  func safeCSVHasNoFormulas(text: String, field: String) throws {
    #expect(CommaSeparated.field(text, isSafe: true) == field)
    let records = try #require(CSVField.records(in: field + ",b\n"))
    #expect(records == [[text, "b"]] || records == [["'" + text, "b"]])
  }

  @Test func safeCSVKeepsNumbers() throws {
    #expect(try shown(.safeCSV, columns: "id,text,favorites").contains("2,'=1+1,3\n"))
  }

  @Test(arguments: [
    (Renderer.Format.tabs, "1\ta@b.example\n2\t\n"), (.csv, "id,account.acct\n1,a@b.example\n2,\n"),
    (.json, "{\"id\":\"1\",\"account.acct\":\"a@b.example\"}\n{\"id\":\"2\"}\n"),
    (.human, "id  account.acct\n1   a@b.example\n2\n"),
  ])
  func columnsAreTheChosenFields(format: Renderer.Format, text: String) throws {
    #expect(try shown(format, columns: "id,account.acct") == text)
  }

  @Test(arguments: [
    ("{id}: {account.acct}", "1: a@b.example\n2: \n"), ("{{{id}}}", "{1}\n{2}\n"), ("x", "x\nx\n"),
    ("{tags}{pinned}", "\nx, ytrue\n"), ("{none}{text.x}", "\n\n"),
  ])
  func aTemplateIsALineForEachRecord(template: String, text: String) throws {
    #expect(try shown(.tabs, template: template) == text)
  }

  @Test(arguments: ["{", "}", "{id", "id}", "{}", "{a..b}", "{a.}", "{{id}", "{id}}"])
  func bracesThatDoNotMatchAreNoTemplate(text: String) {
    #expect(RecordTemplate(text) == nil)
  }

  @Test(arguments: [
    ("id", ["id"]), ("id, account.acct", ["id", "account.acct"]), ("", nil), ("id,", nil), (".", nil), ("a..b", nil),
  ])
  func columnsAreNamesWithCommas(list: String, paths: [String]?) {
    #expect(FieldPath.all(in: list)?.map(\.text) == paths)
  }

  @Test(arguments: [
    ("me columns=id", nil), ("me columns=[id acct]", nil), ("timeline home columns=account.acct", nil),
    ("timeline home columns=boost.boost.id", nil), ("me columns=nmae", "an account has no field 'nmae'"),
    ("timeline home columns=account.x", "a status has no field 'account.x'"),
    ("timeline home columns=id.x", "a status has no field 'id.x'"),
    ("timeline home template=\"{x}\"", "a status has no field 'x'"),
    ("timeline home template=\"{x\"", "the braces in 'template' do not match"),
    ("me columns=\",\"", "'columns' must be names of fields"), ("dismiss all columns=id", nil),
  ])
  func unknownFieldsAreFoundByTheCheck(line: String, message: String?) throws {
    let source = Source(line)
    var checker = Checker(resolver: Shell.resolver(), mode: .prompt)
    let found = checker.check(try Parser.parse(source, mode: .repl), in: source).first?.message
    #expect(message.map { found?.hasPrefix($0) ?? false } ?? (found == nil), "\(found ?? "")")
  }
}
