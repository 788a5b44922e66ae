import JSONValue
import Synchronization
import TestSupport
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// The steps of a pipeline that work on rows.
struct RowStageTests {
  private static let rows: [JSON] = [
    [
      "id": "1", "text": "b", "count": 2, "loud": true, "date": 1_772_366_400,
      "by": ["id": "3", "acct": "ann@a.example"],
    ],
    ["id": "2", "text": "a", "count": 10, "loud": false, "by": ["id": "3", "acct": "ann@a.example"]],
    ["id": "3", "text": "c", "count": 2, "loud": true, "by": ["id": "4", "acct": "bob@a.example"]],
    ["id": "4", "text": "a", "count": 5],
  ]

  private func scene(_ script: String) async -> (printed: [String], failure: Diagnostic?) {
    let scene = Scene(["listMany": .items(Self.rows)])
    let failure = await scene.failure(script)
    return (scene.printed, failure)
  }

  @Test(arguments: [
    ("where count > 2", "2 4"), ("where count == 2 and loud", "1 3"), ("where not loud?", nil),
    ("where text == a", "2 4"),
    ("where count + 1 > 5 or text == c", "2 3 4"), ("where text in [b c]", "1 3"), ("where $_.count == 5", "4"),
    ("order by count", "1 3 4 2"), ("order by count desc", "2 4 1 3"), ("order by text", "2 4 1 3"),
    ("order by by.acct", "1 2 3 4"), ("order by by.acct desc", "3 1 2 4"), ("order by date", "1 2 3 4"),
    ("take 2", "1 2"), ("take 0", ""), ("take 9", "1 2 3 4"), ("skip 3", "4"), ("skip 9", ""),
    ("skip 1 | take 2", "2 3"),
    ("unique by text", "1 2 3"), ("unique by by.acct", "1 3 4"), ("order by count desc | take 1", "2"),
    ("take 2 | order by count desc", "2 1"), ("where count > $n | take $n", "2 4"), ("take (1 + 1)", "1 2"),
    ("order by by", "1 2 3 4"), ("take -1", nil), ("take x", nil), ("where count > a", nil),
    ("where missing == 1", nil),
    ("order by missing", nil), ("where count", nil),
  ])
  func stepsChooseRows(_ steps: String, _ ids: String?) async {
    let (printed, failure) = await scene("let n = 2\nlet l = many | \(steps)\nprint (join $l.id)\n")
    #expect((failure == nil) == (ids != nil), "\(steps): \(failure?.message ?? "")")
    if let ids { #expect(printed == [ids], "\(steps)") }
  }

  @Test(arguments: [
    ("group by text", "b 1, a 2, c 1"), ("group by count | order by count desc | take 1", "2 2"),
    ("where count > 99 | group by text", ""),
  ])
  func rowsAreGrouped(_ steps: String, _ groups: String) async {
    let field = steps.contains("by text") ? "text" : "count"
    let script = field == "text" ? "\"$g.text $g.count\"" : "\"$g.count $g.count\""
    let (printed, failure) = await scene("for g in (many | \(steps))\nprint \(script)\nend")
    #expect(failure == nil && printed.joined(separator: ", ") == groups)
  }

  @Test func theRowsOfAGroupKeepTheirKinds() async {
    let (printed, failure) = await scene(
      "let g = many | group by text\nprint (join $g.1.rows.id) $g.1.rows.first.count")
    #expect(failure == nil && printed == ["2 4 10"])
  }

  @Test(arguments: [
    ("total count", "19"), ("where count > 99 | total count", "0"), ("where loud? == true | total count", "4"),
    ("total text", nil), ("total missing", nil),
  ])
  func totalsAddNumbers(_ steps: String, _ total: String?) async {
    let (printed, failure) = await scene("let t = many | \(steps)\nprint ($t + 0)")
    #expect((failure == nil) == (total != nil) && (total == nil || printed == [total ?? ""]))
  }

  @Test func newRowsHaveThePickedFields() async {
    let (printed, failure) = await scene("let l = many | pick id by.acct date\nprint $l.0 $l.0.date.hour $l.0.acct")
    let row = "{\"id\":\"1\",\"acct\":\"ann@a.example\",\"date\":1772366400,\"dateAt\":\"2026-03-01T12:00:00Z\"}"
    #expect(failure == nil && printed == ["\(row) 12 ann@a.example"])
  }

  @Test(arguments: [
    "let l = many\n$l | take 1 | total count", "let l = many\nlet t = $l | take 1 | total count\nprint $t",
    "print (many | take 1 | total count)",
  ])
  func rowsOfVariablesAndResultsAreTaken(_ script: String) async {
    let (printed, failure) = await scene(script)
    #expect(failure == nil && printed.suffix(1) == ["2"] || printed.isEmpty && failure == nil)
  }

  @Test func takingStopsTheReading() async {
    let pages = Mutex(0)
    let scene = Scene { url in
      pages.withLock { $0 += 1 }
      return .page(of: url, count: 1000)
    }
    let failure = await scene.failure("let l = many --all | where count > 4 | take 10\nprint $l.count")
    #expect(failure == nil && scene.printed == ["10"] && pages.withLock { $0 } == 2)
  }

  @Test func manyRowsAreOrderedWithALimit() async throws {
    var lines = "id,n\n"
    for number in 0..<100_000 { lines += "\(number),\(number * 7919 % 100_003)\n" }
    let folder = try TemporaryFolder()
    let path = folder.path + "/rows.csv"
    try write(lines, toFile: path)
    let (printed, failure) = await scene(
      "let l = read csv file:\(path) | where n > 10 | order by n desc | take 3\nprint (join $l.n)")
    #expect(failure == nil && printed == ["100002 100001 100000"])
  }

  @Test(arguments: ["n", "n desc"])
  func takingKeepsTheOrderOfEqualRows(_ order: String) async throws {
    let lines = "id,n\n" + (0..<9_000).map { "\($0),\($0 % 3)\n" }.joined()
    let folder = try TemporaryFolder()
    let path = folder.path + "/rows.csv"
    try write(lines, toFile: path)
    let read = "read csv file:\(path) | order by \(order)"
    let (printed, failure) = await scene(
      "let taken = \(read) | take 3\nprint (join $taken.id)\nlet all = \(read)\nprint $all.0.id $all.1.id $all.2.id")
    #expect(failure == nil && printed.count == 2 && printed.first == printed.last)
  }

  @Test(arguments: ["", " | take 2"])
  func mixedValuesAfterAMissingOneAreRefused(_ end: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/rows.csv"
    try write("id,n\n1,\n2,5\n3,b\n", toFile: path)
    let (_, failure) = await scene("let l = read csv file:\(path) | order by n\(end)\nprint (join $l.id)")
    #expect(
      failure?.message
        == "rows cannot be ordered by numbers and texts at once: the first of the texts is in row 3")
  }

  @Test(arguments: [
    ("order by n", "2 4 1 3"), ("order by n desc", "1 4 2 3"), ("where n > 9", "1 4"), ("where n in 1..10", "2 4"),
    ("order by word", "3 4 2 1"), ("order by word desc", "1 2 4 3"), ("pick id n | order by n", "2 4 1 3"),
  ])
  func cellsAreReadAsTheirFileMeans(_ steps: String, _ ids: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/rows.csv"
    try write("id,n,word\n1,20,cats\n2,9,2024\n3,,1\n4,10,123\n", toFile: path)
    let (printed, failure) = await scene(
      "let l = read csv file:\(path) | \(steps)\nprint (join $l.id)\nlet t = read csv file:\(path) | total n\nprint $t")
    #expect(failure == nil && printed == [ids, "39"], "\(failure?.message ?? "")")
  }

  @Test func aDeclaredTextIsOrderedAsText() async {
    let rows: [JSON] = [["id": "1", "text": "5"], ["id": "2", "text": "b"], ["id": "3", "text": "10"]]
    let scene = Scene(["listMany": .items(rows)])
    let failure = await scene.failure("let l = many | order by text\nprint (join $l.id)")
    #expect(failure == nil && scene.printed == ["3 1 2"])
  }

  @Test func theCountAfterAnOrderRunsOnce() async {
    let (printed, failure) = await scene(
      "def two\nprint counted\nreturn 2\nend\nlet l = many | order by count | take (two)\nprint (join $l.id)")
    #expect(failure == nil && printed == ["counted", "1 3"])
  }
}
