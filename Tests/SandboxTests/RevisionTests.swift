import HTTPTypes
import Testing

@testable import TuskSandbox

/// Changing statuses and taking them away, with what hangs on them.
@Suite struct RevisionTests {
  /// A change, and what is refused of it.
  static let refusals: [(KeyValuePairs<String, String>, String)] = [
    (["status": " \n"], "Validation failed: Text can't be blank"),
    (["status": String(repeating: "x", count: 501)], "Validation failed: Text character limit of 500 exceeded"),
    (
      ["status": "x", "poll[options][]": "a", "poll[expires_in]": "600"],
      "Validation failed: Options must have more than one item"
    ),
  ]

  @Test func aRefusedChangeChangesNothing() async throws {
    try await withSandbox { alice async throws in
      let id = try await alice.write("as it was", ["spoiler_text": "cw"])
      for (form, words) in Self.refusals {
        let answer = try await alice.ask(.put, "/api/v1/statuses/\(id)", form)
        #expect(answer.status == 422)
        #expect(answer["error"] == words)
      }
      let status = try await alice.get("/api/v1/statuses/\(id)")
      #expect(status["content"] == "<p>as it was</p>")
      #expect(status["edited_at"] == "null")
      #expect(try await alice.get("/api/v1/statuses/\(id)/history").column("content").count == 1)
    }
  }

  /// All but the content warning, which Mastodon takes away then.
  @Test func whatAChangeDoesNotNameStays() async throws {
    try await withSandbox { alice async throws in
      let id = try await alice.write("one", ["spoiler_text": "cw", "language": "de", "visibility": "unlisted"])
      let changed = try await alice.ask(.put, "/api/v1/statuses/\(id)", ["status": "two #tea"])
      let expected = [
        "spoiler_text": "", "language": "de", "visibility": "unlisted", "sensitive": "true", "tags.0.name": "tea",
        "id": id,
      ]
      for (field, value) in expected { #expect(changed[field] == value, "\(field)") }
      let warned = try await alice.ask(.put, "/api/v1/statuses/\(id)", ["status": "two", "spoiler_text": "again"])
      #expect(warned["spoiler_text"] == "again")
      let bare = try await alice.ask(
        .put, "/api/v1/statuses/\(id)", ["status": "two", "spoiler_text": "", "sensitive": "0"])
      #expect(bare["spoiler_text"] == "")
      #expect(bare["sensitive"] == "false")
      #expect(bare["tags"] == "0")
      let history = try await alice.get("/api/v1/statuses/\(id)/history")
      #expect(history.column("spoiler_text") == ["cw", "", "again", ""])
      #expect(history["0.created_at"] == bare["created_at"])
      #expect(history["3.created_at"] == bare["edited_at"])
      #expect(try await alice.get("/api/v1/timelines/tag/tea").ids.contains(id) == false)
    }
  }

  @Test func thoseWhoAreNewlyMentionedAndThoseWhoBoostedHearOfAChange() async throws {
    try await withSandbox { alice async throws in
      let people = (try await alice.acting(as: "bob"), try await alice.acting(as: "carol"))
      let id = try await alice.write("@bob hello")
      try await people.1.post("/api/v1/statuses/\(id)/reblog")
      try await alice.ask(.put, "/api/v1/statuses/\(id)", ["status": "@bob @frank hello"])
      #expect(try await people.0.get("/api/v1/notifications").column("type") == ["mention"])
      #expect(try await people.1.get("/api/v1/notifications")["0.type"] == "update")
      let frank = try await alice.acting(as: "frank").get("/api/v1/notifications")
      #expect(frank.column("type") == ["mention"])
      #expect(frank["0.status.content"]?.contains("frank") == true)
    }
  }

  @Test func picturesAreDescribedAnewExchangedAndKeptInTheHistory() async throws {
    try await withSandbox { alice async throws in
      let first = try #require(try await alice.upload(Sample.png, ["description": "old"])["id"])
      let second = try #require(try await alice.upload(Sample.jpeg)["id"])
      let id = try await alice.write("", ["media_ids[]": first])
      let path = "/api/v1/statuses/\(id)"
      let described = try await alice.ask(
        .put, path,
        ["media_ids[]": first, "media_attributes[][id]": first, "media_attributes[][description]": "new"])
      #expect(described["media_attachments.0.description"] == "new")
      let both = try await alice.ask(.put, path, ["media_ids[0]": second, "media_ids[1]": first])
      #expect(both["media_attachments"] == "2")
      #expect(both["media_attachments.0.id"] == second)
      #expect(both["content"] == "")
      let history = try await alice.get("\(path)/history")
      #expect(history.column("media_attachments") == ["1", "1", "2"])
      #expect(history["0.media_attachments.0.description"] == "old")
      #expect(try await alice.ask(.put, path, ["media_ids[]": "", "status": ""]).status == 422)
      #expect(try await alice.ask(.put, path, ["media_ids[]": "", "status": "no picture"])["media_attachments"] == "0")
      #expect(try await alice.ask(.put, "/api/v1/media/\(first)", ["description": "free again"]).status == 200)
    }
  }

  @Test func anothersPicturesCannotBeTaken() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      let theirs = try #require(try await bob.upload(Sample.png)["id"])
      let id = try await alice.write("mine")
      let path = "/api/v1/statuses/\(id)"
      #expect(try await alice.ask(.put, path, ["media_ids[]": theirs])["media_attachments"] == "0")
      try await alice.ask(
        .put, path, ["media_attributes[][id]": theirs, "media_attributes[][description]": "defaced"])
      #expect(try await bob.get("/api/v1/media/\(theirs)")["description"] == "null")
    }
  }

  @Test func aChangedPollBeginsAnew() async throws {
    try await withSandbox { alice async throws in
      let id = try await alice.write(
        "?", ["poll[options][]": "a", "poll[options][0]": "b", "poll[expires_in]": "600"])
      let old = try #require(try await alice.get("/api/v1/statuses/\(id)")["poll.id"])
      try await alice.acting(as: "bob").post("/api/v1/polls/\(old)/votes", ["choices[]": "0"])
      let changed = try await alice.ask(
        .put, "/api/v1/statuses/\(id)",
        ["poll[options][]": "c", "poll[options][0]": "d", "poll[expires_in]": "900", "poll[multiple]": "true"])
      #expect(changed["poll.votes_count"] == "0")
      #expect(changed["poll.multiple"] == "true")
      #expect(changed["poll.options.1.title"] == "d")
      let history = try await alice.get("/api/v1/statuses/\(id)/history")
      #expect(history["0.poll.options.0.title"] == "a")
      #expect(history["1.poll.options.0.title"] == "c")
    }
  }

  @Test func nothingOfADeletedStatusIsLeft() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      let counts = try await bob.get("/api/v1/accounts/1")["statuses_count"]
      let media = try #require(try await alice.upload(Sample.png)["id"])
      let id = try await alice.write("@bob #zebra", ["media_ids[]": media])
      let reply = try await bob.write("@alice yes", ["in_reply_to_id": id])
      for act in ["favourite", "bookmark", "reblog"] { try await bob.post("/api/v1/statuses/\(id)/\(act)") }
      try await alice.post("/api/v1/statuses/\(id)/pin")
      let gone = try await alice.ask(.delete, "/api/v1/statuses/\(id)")
      #expect(gone["text"] == "@bob #zebra")
      #expect(gone["media_attachments.0.id"] == media)
      #expect(try await bob.get("/api/v1/notifications").ids.isEmpty)
      for path in ["/api/v1/bookmarks", "/api/v1/favourites", "/api/v1/timelines/tag/zebra"] {
        #expect(try await bob.get(path).ids.contains(id) == false, "\(path)")
      }
      #expect(try await bob.get("/api/v1/statuses/\(reply)")["in_reply_to_id"] == "null")
      #expect(
        try await bob.get("/api/v1/accounts/1")["statuses_count"] == counts.flatMap { Int($0) }.map { "\($0 + 1)" })
      #expect(try await bob.get("/api/v1/accounts/1/statuses").column("reblog.id").contains(id) == false)
      #expect(try await alice.write("again", ["media_ids[]": media]) != id)
    }
  }
}
