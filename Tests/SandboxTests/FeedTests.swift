import GRDB
import HTTPTypes
import Testing

@testable import TuskSandbox

/// What those hear who listen.
@Suite struct FeedTests {
  /// What is listened to, and the events of: a public status here with a tag, its edit, its end, and a boost from bob.
  static let sources: [(Feed.Source, [String])] = [
    (.home, ["update", "status.update", "delete", "update", "notification"]),
    (.notifications, ["delete", "notification"]),
    (.tag("tea", Form()), ["update", "status.update", "delete"]),
    (.open(Form(urlEncoded: "local=true")), ["update", "status.update", "delete"]),
    (.open(Form(urlEncoded: "remote=true")), ["delete"]), (.list(1), ["delete", "update"]),
    (.direct, ["delete"]),
  ]

  @Test(arguments: sources) func eachSourceTellsItsOwn(source: Feed.Source, expected: [String]) async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.signedIn(as: "bob")
      var feed = try await alice.feed(source)
      var heard = try await alice.listen(to: &feed)
      #expect(heard.isEmpty)
      let id = try #require(try await alice.post("/api/v1/statuses", ["status": "hot #tea"])["id"])
      heard += try await alice.listen(to: &feed)
      try await alice.ask(.put, "/api/v1/statuses/\(id)", ["status": "cold #tea"])
      heard += try await alice.listen(to: &feed)
      try await alice.ask(.delete, "/api/v1/statuses/\(id)")
      heard += try await alice.listen(to: &feed)
      let mine = try await alice.get(
        "/api/v1/accounts/110000000000000001/statuses?exclude_replies=true&exclude_reblogs=true")
      let shared = try #require((mine.json as? [[String: Any]])?.first { $0["visibility"] as? String == "public" })
      try await bob.post("/api/v1/statuses/\(try #require(shared["id"] as? String))/reblog")
      heard += try await alice.listen(to: &feed)
      #expect(heard == expected)
      #expect(try await alice.listen(to: &feed).isEmpty)
    }
  }

  @Test func whatIsSaidInPrivateIsHeardByThoseItIsSaidTo() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      var feed = try await alice.feed(.direct)
      var stranger = try await alice.feed(.direct, of: Person.frank)
      _ = try await bob.write("@alice psst", ["visibility": "direct"])
      _ = try await alice.write("note to self", ["visibility": "direct"])
      _ = try await bob.write("@alice aloud")
      #expect(try await alice.listen(to: &feed) == ["conversation", "conversation"])
      #expect(try await alice.listen(to: &stranger).isEmpty)
    }
  }

  @Test func aBellRingsForAllWhoWait() async {
    let changes = ChangeSignal()
    var first = changes.stream().makeAsyncIterator()
    var second = changes.stream().makeAsyncIterator()
    changes.send()
    changes.send()
    #expect(await first.next() != nil)
    #expect(await second.next() != nil)
  }

  @Test func conversationsAreReadAndThrownAwayUntilSomebodyWrites() async throws {
    try await withSandbox { alice async throws in
      let id = try #require(try await alice.get("/api/v1/conversations")["0.id"])
      let last = try #require(try await alice.get("/api/v1/conversations")["0.last_status.id"])
      let count = try await alice.get("/api/v1/conversations").ids.count
      #expect(try await alice.post("/api/v1/conversations/\(id)/read")["unread"] == "false")
      #expect(try await alice.get("/api/v1/conversations")["0.unread"] == "false")
      #expect(try await alice.ask(.delete, "/api/v1/conversations/\(id)").status == 200)
      #expect(try await alice.get("/api/v1/conversations").ids.count == count - 1)
      #expect(try await alice.ask(.delete, "/api/v1/conversations/\(id)").status == 404)
      let reply: KeyValuePairs = ["status": "@carol yes", "visibility": "direct", "in_reply_to_id": last]
      try await alice.post("/api/v1/statuses", reply)
      #expect(try await alice.get("/api/v1/conversations").ids.count == count)
    }
  }

  @Test func likeNotificationsAreTakenTogether() async throws {
    try await withSandbox { alice async throws in
      let all = try await alice.get("/api/v2/notifications?types[]=favourite&limit=80")
      let groups = (all.json as? [String: Any])?["notification_groups"] as? [[String: Any]] ?? []
      let sizes = groups.compactMap { $0["notifications_count"] as? Int }
      #expect(sizes.reduce(0, +) == 50)
      #expect(groups.count < 15)
      let key = try #require(groups.first { ($0["notifications_count"] as? Int ?? 0) > 1 }?["group_key"] as? String)
      #expect(try await alice.get("/api/v2/notifications/\(key)/accounts").ids.count > 1)
      #expect(try await alice.post("/api/v2/notifications/\(key)/dismiss").status == 200)
      #expect(try await alice.get("/api/v2/notifications/\(key)").status == 404)
    }
  }
}

extension Visitor {
  fileprivate func feed(_ source: Feed.Source, of person: Int64 = Person.alice) async throws -> Feed {
    try await database.read { db in
      let me = try Account.find(person, in: db)
      return try Feed(source, for: #require(me), in: db)
    }
  }

  /// The names of the events since the last time.
  fileprivate func listen(to feed: inout Feed) async throws -> [String] {
    let (after, news) = try await database.read { [feed] in try feed.advanced(in: $0, at: .now) }
    feed = after
    return news.map(\.name)
  }
}
