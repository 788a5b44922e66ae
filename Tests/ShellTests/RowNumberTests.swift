import JSONValue
import Testing
import TuskLanguage
import XCallbackURL

@testable import TuskShell

/// The numbers of rows at the prompt name what the rows stand for.
struct RowNumberTests {
  private static let status = row((.status, "status:9"), (.account, "@bob@b.example"))

  private static func row(_ references: (ReferenceKind, String)...) -> ShownRows.Row {
    ShownRows.Row(references.compactMap { ShownRows.Reference($0.0, $0.1) })
  }

  private static let rows: ShownRows = {
    var rows = ShownRows()
    let poll = row((.status, "status:8"), (.account, "@eve@b.example"), (.poll, "poll:4"))
    rows.rows = [status, row((.account, "@carol@c.example")), poll]
    rows.rows[2].boost = ShownRows.Reference(.status, "status:7")
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
    ("get 1", "get status:9"), ("delete 3", "delete status:7"), ("list add list:1 9", "list add list:1 9"),
    ("mute 2 for=7d", "mute @carol@c.example for=7d"), ("  fav 1 | cat", "  fav status:9 | cat"),
    // What is no number of a row stays.
    ("post 3", "post 3"), ("post it", "post it"), ("search 1", "search 1"), ("wait 1", "wait 1"),
    ("fav '1'", "fav '1'"),
    ("fav status:1", "fav status:1"), ("print 1", "print 1"), ("home count=1", "home count=1"), ("zz 1", "zz 1"),
    ("edit 1 2", "edit status:9 2"), ("\\url fav 3", "\\url fav status:8"), ("\\? fav", "\\? fav"), ("more", "more"),
    ("watch 30s thread 1", "watch 30s thread status:9"),
  ])
  func aNumberBecomesAReference(line: String, result: String) throws {
    #expect(try Self.named(line) == result)
  }

  @Test func rowsKeepTheirNumbersWhenOldOnesAreDropped() throws {
    var rows = ShownRows()
    for number in 1...5 {
      let given = rows.add(Self.row((.status, "status:\(number * 10)")), keeping: 3)
      #expect(given == number)
    }
    #expect(rows.rows.count == 3 && rows.highest == 5)
    #expect(try Self.named("fav 3-5", rows) == "fav status:30 status:40 status:50")
    let mistake = #expect(throws: Diagnostic.self) { try Self.named("fav 2", rows) }
    #expect(mistake?.message == "the rows that are kept are 3 to 5, not 2")
    rows.restart(with: [Self.status])
    #expect(try Self.named("fav 1", rows) == "fav status:9")
  }

  @Test func theLabelSaysWhichRowsThereAre() {
    let mistake = #expect(throws: Diagnostic.self) { try Self.named("fav 99") }
    #expect(mistake?.label == "its rows are 1 to 3")
  }

  @Test func aHandleOnTheScreenCompletesTheLine() throws {
    let source = Source("follow @carol")
    var mistake = Diagnostic(.failed, at: Span(0, 13), "follow failed")
    #expect(mistake.completingHandle(from: Self.rows, in: source) == mistake)
    mistake.failure = Failure(.notFound, "no account")
    #expect(mistake.completingHandle(from: Self.rows, in: source).help(in: source) == "follow @carol@c.example")
  }

  @Test func aHandleOfASearchCompletesTheLine() {
    let found: JSON.Object = [
      "type": "account", "id": "7", "name": "zoe@z.example", "account": ["id": "7", "username": "zoe@z.example"],
    ]
    var rows = ShownRows()
    rows.rows = [ShownRows.Row(found, RecordShape("result", kindField: "type", fields: []))]
    var mistake = Diagnostic(.failed, at: Span(0, 10), "follow failed")
    mistake.failure = Failure(.notFound, "no account")
    let source = Source("follow @zo")
    #expect(mistake.completingHandle(from: rows, in: source).help(in: source) == "follow @zoe@z.example")
  }

  @Test(arguments: [
    ("fav 4", "the last list has 3 rows, not 4"), ("fav 0", "not 0"), ("fav 2", "needs a status; row 2 is an account"),
    ("mute 1", "row 1 can be status:9 or @bob@b.example"), ("fav 2-9", "row 2 is an account"), ("fav 4-9", "not 4-9"),
    ("fav 1-2", "row 2 is an account"), ("statuses of=1-2", "several rows are no value"),
    ("list add list:1 2", "'2' can be account:2 or @carol@c.example"),
    ("fav 1 as=@me@a.example", "row 1 was read by the usual account"),
    ("home\nfav 1", "give this line after the ones before it ran"),
  ])
  func aNumberThatNamesNothingIsRefused(line: String, words: String) {
    let mistake = #expect(throws: Diagnostic.self) { try Self.named(line) }
    #expect(mistake?.message.contains(words) == true, "\(mistake?.message ?? "")")
  }

  /// Identifiers belong to a server, so the account that read them acts on them.
  @Test func rowsBelongToTheAccountThatReadThem() throws {
    var rows = Self.rows
    rows.rows[0].account = "@me@a.example"
    #expect(try Self.named("fav 1 as=@me@a.example", rows) == "fav status:9 as=@me@a.example")
    #expect(throws: Diagnostic.self) { try Self.named("fav 1", rows) }
  }

  /// An input takes rows as its first use does; what has no kind stays a number.
  @Test(
    arguments: [
      ("rt 1", "rt status:9"), ("rt it", "rt status:9"), ("rt 1-2", nil), ("rt x=1", "rt x=status:9"),
      ("twice 1", "twice status:9"), ("count 1", "count 1"), ("hi 2 1", "hi @carol@c.example 1"),
      ("several 1 3", "several status:9 3"), ("rt [1 3]", "rt [status:9 status:8]"), ("rt 99", nil),
      ("who 1-2", "who [@bob@b.example @carol@c.example]"),
    ] as [(String, String?)])
  func anInputTakesRows(line: String, expected: String?) throws {
    let text = """
      def rt x
        boost $x
      end
      def twice a
        rt $a
      end
      def count n
        print $n
      end
      def hi who n
        follow $who
        print $n
      end
      def several a b
        if $b == 1
          fav $a
        end
        print $b
      end
      def who x
        follow $x
      end
      """
    let definitions = try Parser.parse(Source(text)).compactMap { statement -> Definition? in
      if case .definition(let definition) = statement.form { definition } else { nil }
    }
    let input = ParsedSource(Source(line), mode: .repl)
    let named = try? Shell.resolver().naming(Self.rows, in: input, definitions: definitions).text
    #expect(named == expected)
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
    ("result", #"{"type":"account","id":"2","account":{"id":"2","username":"eve@b"}}"#, "@eve@b"),
    ("report", #"{"id":"5","account":{"id":"2"},"target":{"id":"3"}}"#, "report:5 account:3"),
    ("notification", #"{"id":"7","count":3,"account":{"id":"2"}}"#, "notification:7"),
    ("event", #"{"event":"notification","notification":{"id":"7","status":{"id":"9"}}}"#, "notification:7 status:9"),
    ("conversation", #"{"id":"6","status":{"id":"9","account":{"id":"2"}}}"#, "conversation:6 status:9"),
    ("list", #"{"id":"3"}"#, "list:3"), ("link", #"{"statusID":"9","poll":"4"}"#, "status:9 poll:4"),
    ("account", "{}", ""), ("list", #"{"id":"3 | rm -r x"}"#, ""), ("list", #"{"id":"3\n"}"#, ""),
    ("list", #"{"id":"$x"}"#, ""), ("list", #"{"id":"3 4"}"#, ""), ("list", #"{"id":"(me)"}"#, ""),
    ("account", #"{"id":"2","username":"eve @b | sh"}"#, "account:2"), ("tag", #"{"name":"thé"}"#, "tag:thé"),
  ])
  func aRecordStandsForWhatItIsAbout(name: String, record: String, references: String) throws {
    let (shape, object) = (try #require(Shell.catalog.records[name]), try #require(try JSON(parsing: record).object))
    #expect(ShownRows.Row(object, shape).references.map(\.text).joined(separator: " ") == references)
  }
}
