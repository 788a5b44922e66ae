import Testing
import TuskLanguage
import XCallbackURL

@Suite struct CompletionTests {
  /// The cursor is where `|` stands; the candidates replace what stands before it from the span's start.
  @Test(arguments: [
    ("|", 0, ["show account", "me", "get account"]), ("fa|", 0, ["fav"]),
    ("fav|", 0, ["fav"]),
    ("favo|", 0, ["favorite", "favourite"]), ("dismiss|", 0, ["dismiss", "dismiss all"]), ("me | take|", 5, ["take"]),
    ("get |", 4, ["account", "status", "notification", "instance"]), ("get  acc|", 5, ["account"]),
    ("dismiss |", 8, ["all", "notification:"]), ("fav |", 4, ["status:"]),
    ("fav st|", 4, ["status:"]), ("fav --|", 4, ["--json", "--silent", "--yes"]),
    ("fav status:1 --s|", 13, ["--silent"]), ("fav --silent --s|", 13, []),
    ("get status status:1 --no-h|", 20, ["--no-html"]), ("post visibility=|", 16, ["public", "unlisted", "private"]),
    ("post visibility=un|", 16, ["unlisted"]), ("post silent=|", 12, ["true", "false"]),
    ("post \"fa|", 9, []), ("post # fa|", 9, []), ("me | j|", 6, []),
    ("me | |", 5, ["where", "order by", "take", "skip", "unique by", "group by", "pick", "total"]),
    ("me |or|", 4, ["order by"]), ("me | take 3 | wh|", 14, ["where"]), ("me | where fa|", 11, []),
    ("let x = (me | to|", 14, ["total"]), ("me | jq fa|", 8, []), ("me | where\nfa|", 11, ["fav"]),
    ("for n in (noti|", 10, ["notifications"]),
    ("for n in (notifications count=4) pa|", 33, ["parallel=", "pace="]), ("let x = fa|", 8, ["fav"]),
    ("let x|", 5, []), ("me\nfa|", 3, ["fav"]), ("wh|", 0, ["whoami"]),
    ("fo|", 0, ["follow", "for"]), ("x [fa|", 6, []), ("follow (me) --j|", 12, ["--json"]), ("run fa|", 6, []),
    ("getAccount acc|", 11, ["account:"]), ("fav statusI|", 4, ["statusID="]),
    ("exp|", 0, []), ("fav status:1 --no|", 13, ["--no-json", "--no-silent"]),
    ("getAccount acct|", 11, ["acct="]), ("getAccount accountU|", 11, ["accountURL="]), ("nonsense --j|", 9, []),
  ])
  func theCursorSeesWhatMayStandThere(_ line: String, _ start: Int, _ expected: [String]) throws {
    let cursor = try #require(line.utf8.lastIndex(of: UInt8(ascii: "|")))
    let text = String(line[..<cursor])
    let completion = Completion(of: text, at: text.utf8.count, resolver: Sample.resolver)
    let found = completion.candidates.map(\.text)
    if expected.isEmpty {
      #expect(found.isEmpty)
    } else {
      #expect(found.starts(with: expected) || Set(expected).isSubset(of: found), "\(found)")
      #expect(completion.span == Span(start, text.utf8.count))
    }
  }

  @Test func everyCandidateSaysWhatItIs() {
    for line in ["", "fav ", "post visibility=", "get "] {
      let completion = Completion(of: line, at: line.utf8.count, resolver: Sample.resolver)
      #expect(!completion.candidates.isEmpty)
      #expect(completion.candidates.allSatisfy { !$0.summary.isEmpty })
    }
  }

  @Test func whoeverKnowsThingsIsToldTheKind() {
    let kinds = ["fav ", "follow @", "dismiss notif", "get account acct=", "post hi"].map { line in
      Completion(of: line, at: line.utf8.count, resolver: Sample.resolver).kind
    }
    #expect(kinds == [.status, .account, .notification, .account, nil])
  }
}
