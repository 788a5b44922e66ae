import GRDB
import HTTPTypes
import TestSupport
import Testing

@testable import TuskSandbox

/// Others whom the owner of the sandbox plays.
@Suite struct PersonaTests {
  /// How somebody is called, the name shown, and the id of who was there before.
  static let names: [(String, String, Int64?)] = [
    ("me@a.example", "me@a.example", nil), ("@me@a.example", "me@a.example", nil), ("bob", "bob", Person.bob),
    ("@bob@sandbox.example", "bob", Person.bob), ("zoe@mastodon.example", "zoe@mastodon.example", Person.zoe),
    ("newcomer", "newcomer", nil), ("me@b.example:8443", "me@b.example:8443", nil), ("alice", "alice", Person.alice),
    ("a.b-c_9@x-y.example", "a.b-c_9@x-y.example", nil),
  ]

  @Test func whoeverIsNamedIsThere() async throws {
    try await withSandbox { alice async throws in
      for (name, acct, known) in Self.names {
        let answer = try await alice.post("/sandbox/v1/personas", ["acct": name])
        #expect(answer["account.acct"] == acct, "\(name)")
        if let known { #expect(answer["account.id"] == String(known), "\(name)") }
        let persona = alice.with(token: try #require(answer["token"]))
        #expect(try await persona.get("/api/v1/accounts/verify_credentials")["acct"] == acct, "\(name)")
        #expect(EntityShape.account.faults(in: (answer.json as? [String: Any])?["account"]) == [], "\(name)")
      }
    }
  }

  @Test func theSameNameIsTheSamePersonWithTheSameToken() async throws {
    try await withSandbox { alice async throws in
      let people = try await alice.number("SELECT count(*) FROM account")
      let first = try await alice.post("/sandbox/v1/personas", ["acct": "me@a.example"])
      let again = try await alice.post("/sandbox/v1/personas", ["acct": "@me@A.Example"])
      #expect(again.text == first.text)
      #expect(try await alice.number("SELECT count(*) FROM account") == people + 1)
      #expect(try await alice.post("/sandbox/v1/personas", ["acct": "alice"])["token"] == alice.token)
      try await alice.tamper("DELETE FROM token WHERE accountId = ?", [first["account.id"].flatMap { Int64($0) }])
      let renewed = try await alice.post("/sandbox/v1/personas", ["acct": "me@a.example"])
      #expect(renewed["account.id"] == first["account.id"] && renewed["token"] != first["token"])
    }
  }

  @Test func aPersonaDoesAllThatAPersonDoes() async throws {
    try await withSandbox { alice async throws in
      let me = try await alice.playing("me@a.example")
      let media = try #require(try await me.upload(Sample.png)["id"])
      let status = try await me.write("@alice look #zebra", ["media_ids[]": media])
      let shown = try await alice.get("/api/v1/statuses/\(status)")
      #expect(shown["account.acct"] == "me@a.example" && shown["url"] == "https://a.example/@me/\(status)")
      #expect(shown["media_attachments"] == "1")
      #expect(try await alice.get("/api/v1/notifications")["0.status.id"] == status)
      #expect(try await me.post("/api/v1/statuses/123/favourite")["favourited"] == "true")
      #expect(try await me.post("/api/v1/statuses/123/reblog")["reblog.id"] == "123")
      #expect(try await me.post("/api/v1/accounts/1/follow")["following"] == "true")
      #expect(try await me.get("/api/v1/timelines/home").ids.contains(status))
      #expect(try await me.ask(.patch, "/api/v1/accounts/update_credentials", ["note": "hi"])["source.note"] == "hi")
      #expect(try await me.ask(.delete, "/api/v1/statuses/\(status)").status == 200)
      #expect(try await alice.get("/api/v1/timelines/tag/zebra").ids == [])
    }
  }

  @Test func whatIsSaidToAPersonaIsHeard() async throws {
    try await withSandbox { alice async throws in
      let zoe = try await alice.playing("zoe@mastodon.example")
      #expect(try await zoe.get("/api/v1/notifications").ids == [])
      let id = try await alice.write("@zoe@mastodon.example between us", ["visibility": "direct"])
      #expect(try await zoe.get("/api/v1/notifications")["0.status.id"] == id)
      #expect(try await zoe.get("/api/v1/conversations")["0.last_status.id"] == id)
      let bob = try await alice.acting(as: "bob")
      #expect(try await bob.get("/api/v1/statuses/\(id)").status == 404)
      let hermit = try await alice.playing("hermit@gts.example")
      #expect(try await hermit.post("/api/v1/follow_requests/\(Sample.alice)/authorize")["followed_by"] == "true")
      #expect(try await alice.get("/api/v1/accounts/relationships?id=\(Person.hermit)")["0.following"] == "true")
    }
  }

  @Test func aPersonaIsNoModeratorAndNoOwner() async throws {
    try await withSandbox { alice async throws in
      let me = try await alice.playing("me@a.example")
      #expect(try await me.get("/api/v1/admin/reports").status == 403)
      #expect(try await me.post("/sandbox/v1/personas", ["acct": "bob"]).status == 403)
    }
  }

  @Test func aPersonaSignsProgramsInAsPeopleFromHereDo() async throws {
    try await withSandbox { alice async throws in
      for name in ["me@a.example", "zoe@mastodon.example"] {
        _ = try await alice.playing(name)
        let signedIn = try await alice.signedIn(as: name)
        #expect(try await signedIn.get("/api/v1/accounts/verify_credentials")["acct"] == name)
      }
    }
  }

  static let badNames = [
    "", "@", "@@a.example", "a b", "me@", "me@a@b", "me@a.example/x", "me@a.example:", "-", ".me", "me.", "m\0e@",
    "日本@a.example", "me@A.EXAMPLE\n", "<me>", String(repeating: "x", count: 31), "me@a_b.example", "me@a.example?x",
  ]

  @Test func namesThatNobodyCanHaveAreRefused() async throws {
    try await withSandbox { alice async throws in
      let people = try await alice.number("SELECT count(*) FROM account")
      for name in Self.badNames {
        let answer = try await alice.post("/sandbox/v1/personas", ["acct": name])
        #expect(answer.status == 422, "\(name)")
        #expect(answer["error"] == "Validation failed: Acct must be name or name@server.example", "\(name)")
      }
      #expect(try await alice.post("/sandbox/v1/personas").status == 422)
      #expect(try await alice.number("SELECT count(*) FROM account") == people)
    }
  }
}

extension Visitor {
  /// The persona of that name, through the door that the owner has.
  func playing(_ acct: String) async throws -> Visitor {
    with(token: try #require(try await post("/sandbox/v1/personas", ["acct": acct])["token"]))
  }
}
