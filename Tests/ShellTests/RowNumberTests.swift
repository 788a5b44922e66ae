import JSONValue
import Testing
import TuskLanguage
import XCallbackURL

@testable import TuskShell

/// The numbers of rows at the prompt name what the rows stand for.
struct RowNumberTests {
  private static let status = ShownRows.Row([.init(.status, "status:9"), .init(.account, "@bob@b.example")])
  private static let rows: ShownRows = {
    var rows = ShownRows()
    let poll = ShownRows.Row([.init(.status, "status:8"), .init(.account, "@eve@b.example"), .init(.poll, "poll:4")])
    rows.rows = [status, ShownRows.Row([.init(.account, "@carol@c.example")]), poll]
    rows.last = status
    return rows
  }()

  private static func named(_ line: String, _ rows: ShownRows = rows) throws -> String {
    try Shell.resolver().naming(rows, in: ParsedSource(Source(line), mode: .repl)).text
  }

  @Test(arguments: [
    ("fav 1", "fav status:9"), ("reply 1 \"Thanks!\"", "reply status:9 \"Thanks!\""),
    ("follow 1", "follow @bob@b.example"), ("profile 2", "profile @carol@c.example"), ("thread 3", "thread status:8"),
    ("fav 1 3", "fav status:9 status:8"), ("follow 1-3", "follow @bob@b.example @carol@c.example @eve@b.example"),
    ("fav [1 3]", "fav [status:9 status:8]"), ("vote 3 1 2", "vote poll:4 1 2"), ("fav it", "fav status:9"),
    ("follow it", "follow @bob@b.example"), ("statuses of=2", "statuses of=@carol@c.example"),
    ("list add list:1 2", "list add list:1 @carol@c.example"), ("get 1", "get status:9"),
    ("mute 2 for=7d", "mute @carol@c.example for=7d"), ("  fav 1 | cat", "  fav status:9 | cat"),
    // What is no number of a row stays.
    ("post 3", "post 3"), ("post it", "post it"), ("search 1", "search 1"), ("wait 1", "wait 1"),
    ("fav '1'", "fav '1'"),
    ("fav status:1", "fav status:1"), ("print 1", "print 1"), ("home count=1", "home count=1"), ("zz 1", "zz 1"),
    ("edit 1 2", "edit status:9 2"),
  ])
  func aNumberBecomesAReference(line: String, result: String) throws {
    #expect(try Self.named(line) == result)
  }

  @Test(arguments: [
    ("fav 4", "the last list has 3 rows, not 4"), ("fav 0", "not 0"), ("fav 2", "needs a status; row 2 is an account"),
    ("mute 1", "row 1 can be @bob@b.example or status:9"), ("fav 2-9", "not 2-9"),
    ("fav 1-2", "row 2 is an account"),
  ])
  func aNumberThatNamesNothingIsRefused(line: String, words: String) {
    let mistake = #expect(throws: Diagnostic.self) { try Self.named(line) }
    let said = mistake?.message ?? ""
    #expect(said.contains(words) || said.contains("row 1 can be status:9 or @bob@b.example"), "\(said)")
  }

  @Test func beforeAnythingIsShownNothingIsNamed() {
    for line in ["fav 1", "fav it"] {
      #expect(throws: Diagnostic.self) { try Self.named(line, ShownRows()) }
    }
  }

  /// A boost stands for what it boosts, a notification for its status and who caused it.
  @Test(arguments: [
    (
      "status", #"{"id":"1","account":{"id":"2","username":"a@b"},"boost":{"id":"9","author":{"id":"3"}}}"#,
      "status:9 account:3"
    ),
    (
      "notification", #"{"id":"7","account":{"id":"2","username":"eve@b"},"status":{"id":"9"}}"#,
      "notification:7 status:9 @eve@b"
    ),
    ("result", #"{"type":"account","id":"2","account":{"id":"2","username":"eve@b"}}"#, "account:2"),
    ("list", #"{"id":"3"}"#, "list:3"), ("link", #"{"statusID":"9","poll":"4"}"#, "status:9 poll:4"),
    ("account", "{}", ""),
  ])
  func aRecordStandsForWhatItIsAbout(name: String, record: String, references: String) throws {
    let (shape, object) = (try #require(Shell.catalog.records[name]), try #require(try JSON(parsing: record).object))
    #expect(ShownRows.Row(object, shape).references.map(\.text).joined(separator: " ") == references)
  }
}
