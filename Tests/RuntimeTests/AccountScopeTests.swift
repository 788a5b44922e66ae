import JSONValue
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// Whose act a line is: `as`, its blocks, and `as=`.
struct AccountScopeTests {
  @Test(
    arguments: [
      ("set a", [nil]), ("as @b@b.example\nset a\nend\nset b", ["@b@b.example", nil]),
      ("as @b@b.example\nas @c@c.example\nset a\nend\nset b\nend", ["@c@c.example", "@b@b.example"]),
      ("set a as=@b@b.example\nset b", ["@b@b.example", nil]),
      ("as @b@b.example\nset a as=@c@c.example\nend", ["@c@c.example"]),
      ("let who = @b@b.example\nas $who\nset a\nend", ["@b@b.example"]),
      ("as \"@$1@b.example\"\nset a\nend", ["@x@b.example"]),
      ("for w in [@b@b.example @c@c.example]\nas $w\nset a\nend\nend", ["@b@b.example", "@c@c.example"]),
      ("for w in [@b@b.example @c@c.example] parallel=2\nas $w\nset a\nend\nend", ["@b@b.example", "@c@c.example"]),
      ("def d who\nas $who\nset a\nend\nset b\nend\nd @b@b.example\nset c", ["@b@b.example", nil, nil]),
      ("def d\nset a\nend\nas @b@b.example\nd\nend", ["@b@b.example"]),
      ("for x in [1]\nas @b@b.example\nnext\nend\nend\nset a", [nil]),
      ("try\nas @b@b.example\nexpect 1 == 2\nend\ncatch\nset a\nend", [nil]),
      ("as @b@b.example\nprint $me\nend", ["@b@b.example"]),
      ("as @b@b.example\nfor x in (many --all)\nend\nend", ["@b@b.example", "@b@b.example", "@b@b.example"]),
      ("as @b@b.example\nlet l = many --all\nend\nprint $l", ["@b@b.example", "@b@b.example", "@b@b.example"]),
    ] as [(String, [String?])])
  func theTermsNameWhoActs(script: String, accounts: [String?]) async throws {
    let scene = Scene { url in url.action == "listMany" ? .page(of: url, count: 25) : .item(["id": "1", "acct": "me"]) }
    try await scene.run(script, arguments: ["x"])
    #expect(
      scene.allOptions.map(\.account).sorted { ($0 ?? "~") < ($1 ?? "~") }
        == accounts.sorted { ($0 ?? "~") < ($1 ?? "~") })
    guard !script.contains("parallel") else { return }
    #expect(scene.allOptions.map(\.account) == accounts)
  }

  @Test func anAccountRecordIsSomeoneToActAs() async throws {
    let scene = Scene(["getPerson": .item(["id": "3", "acct": "ann@a.example"])])
    try await scene.run("let p = person account:3\nas $p\nset a\nend")
    #expect(scene.allOptions.map(\.account) == [nil, "@ann@a.example"])
  }

  @Test(arguments: [
    "as ann\nset a\nend", "as 5\nset a\nend", "as null\nset a\nend", "as [@a@a.example]\nset a\nend",
    "as $x\nset a\nend",
  ])
  func whatIsNoAccountIsRefused(script: String) async throws {
    let scene = Scene()
    let diagnostic = try #require(await scene.failure("let x = thing status:1\n" + script))
    #expect(diagnostic.exitCode == .data)
    #expect(scene.urls.count == 1)
  }
}
