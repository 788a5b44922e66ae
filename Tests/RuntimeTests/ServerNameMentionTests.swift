import JSONValue
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// Names of servers with a port or without a dot, in what a script posts.
struct ServerNameMentionTests {
  /// What is posted about a thing of an account on this server.
  private func told(_ line: String, by acct: String, at page: String, asking account: String) async throws -> [String] {
    let thing: JSON = [
      "id": "1", "text": .string(page), "by": ["id": "2", "acct": .string(acct)],
      "account": ["id": "2", "acct": .string(acct)],
    ]
    let scene = Scene(Scene.Surroundings(account: account)) { url in
      url.action == "getCurrentUser" ? .item(["id": "9"]) : .items([thing])
    }
    try await scene.run("let l = many\nlet t = $l.0\n\(line)")
    return scene.urls.filter { $0.action == "tellThing" }.compactMap { $0.told.first?.value }
  }

  @Test(arguments: ["bob@localhost:8003", "bob@localhost", "bob@b.example:8443", "bob"])
  func theScriptsMentionOfANameIsItsOwn(acct: String) async throws {
    let told = try await told("tell \"Hi @$t.by.acct, hi\"", by: acct, at: "x", asking: "@me@a.example")
    #expect(told == ["Hi @\(acct), hi"])
  }

  @Test(arguments: [
    ("http://localhost:8003/@bob/1", "@me@localhost:8003"), ("http://localhost/@bob/1", "@me@localhost"),
    ("http://localhost:8003/@bob/1", "localhost:8003 0a1b2c3d4e5f"),
    ("https://a.example:8443/@bob/1", "@me@a.example:8443"),
  ])
  func theAddressOfAPageMentionsNobody(page: String, account: String) async throws {
    let told = try await told("tell \"x\\n\\n(from $t.text)\"", by: "bob", at: page, asking: account)
    #expect(told == ["x\n\n(from \(page))"])
  }

  @Test(arguments: [
    ("http://localhost:8003/@bob @victim", "@me@localhost:8003"), ("http://elsewhere/@victim", "@me@localhost:8003"),
    ("http://localhost/@victim", "@me@localhost:8003"), ("http://localhost/@victim@b.example", "@me@localhost"),
  ])
  func anAddressThatNamesOthersStopsThePost(page: String, account: String) async throws {
    await #expect(throws: Diagnostic.self) {
      try await told("tell \"x (from $t.text)\"", by: "bob", at: page, asking: account)
    }
  }

  @Test(arguments: ["bob@localhost:8003 @victim", "bob@localhost:", "bob@localhost:80@victim", "@b:1"])
  func aNameThatIsNoneIsFromElsewhere(acct: String) async throws {
    await #expect(throws: Diagnostic.self) {
      try await told("tell \"Hi @$t.by.acct@c.example\"", by: acct, at: "x", asking: "@me@a.example")
    }
  }
}
