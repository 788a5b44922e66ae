import Testing
import TuskLanguage
import TuskRuntime

@testable import TuskShell

/// What `check` says of lines that earlier versions understood otherwise.
struct ChangedMeaningTests {
  private func warned(_ text: String) throws -> [String] {
    let source = Source(text)
    var checker = Checker.onThisMachine(resolver: Shell.resolver())
    #expect(checker.check(try Parser.parse(source), in: source).isEmpty)
    return checker.changes.map { "\(source.line(at: $0.span.start)) \(source.text($0.span))" }
  }

  @Test(arguments: [
    ("for s in (timeline home)\n  post $s.content\nend", ["2 post"]),
    ("for s in (timeline home)\n  post \"seen: $s.text\" visibility=direct\nend", ["2 post"]),
    ("let p = get status status:1\npost $p.content mentions=keep", []),
    ("let p = get status status:1\npost $p.url", []), ("post hello", []),
    ("download https://a.example/x.png to=file:x/", ["1 download"]),
    ("search cats", ["1 search"]), ("let r = search cats", []),
    ("can quotes", ["1 can"]), ("let c = can quotes", []),
    ("get poll poll:1 | cat", ["1 get poll"]), ("get poll poll:1 > x.json", ["1 get poll"]), ("get poll poll:1", []),
    ("timeline home count=41", ["1 timeline"]), ("timeline home count=40", []), ("timeline home limit=41", []),
    ("followers --all timeout=5s", ["1 followers"]), ("followers timeout=5s", []), ("followers --all", []),
    ("let n = 50\ntimeline home count=$n", []), ("run tusk -c me", ["1 tusk"]), ("run date", []),
    ("me | /usr/local/bin/tusk other.tsk", ["1 /usr/local/bin/tusk"]),
  ])
  func aLineThatChangedIsWarnedOf(text: String, expected: [String]) throws {
    #expect(try warned(text) == expected)
  }
}
