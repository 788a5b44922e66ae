import HTTPTypes
import Testing

@testable import TuskSandbox

/// What people do to statuses and to each other.
@Suite struct ActionTests {
  /// Doing, undoing, the field that tells, the count that changes.
  static let marks: [(String, String, String, String?)] = [
    ("favourite", "unfavourite", "favourited", "favourites_count"), ("bookmark", "unbookmark", "bookmarked", nil),
    ("mute", "unmute", "muted", nil), ("reblog", "unreblog", "reblogged", "reblogs_count"),
  ]

  @Test(arguments: marks) func marksMayBeRepeatedAndTakenBack(
    mark: (does: String, undoes: String, field: String, count: String?)
  ) async throws {
    try await withSandbox { alice async throws in
      let path = "/api/v1/statuses/9"
      let before = try await alice.get(path)
      for _ in 0..<2 { #expect(try await alice.post("\(path)/\(mark.does)").status == 200) }
      let marked = try await alice.get(path)
      #expect(marked[mark.field] == "true")
      if let count = mark.count { #expect(marked[count] == "1") }
      for _ in 0..<2 { #expect(try await alice.post("\(path)/\(mark.undoes)")[mark.field] == "false") }
      let after = try await alice.get(path)
      if let count = mark.count { #expect(after[count] == before[count]) }
    }
  }

  @Test func aBoostIsDeletedLikeAStatusAndByItsMakerOnly() async throws {
    try await withSandbox { alice async throws in
      let before = try await alice.get("/api/v1/statuses/123")["reblogs_count"]
      let bob = try await alice.acting(as: "bob")
      let mine = try await alice.get("/api/v1/accounts/\(Sample.alice)/statuses?exclude_reblogs=1")["0.id"] ?? ""
      let boost = try #require(try await bob.post("/api/v1/statuses/\(mine)/reblog")["id"])
      let told = "SELECT count(*) FROM notification WHERE type = 'reblog' AND fromId = 1"
      #expect(try await alice.number(told) == 1)
      #expect(try await alice.ask(.delete, "/api/v1/statuses/\(boost)").status == 404)
      #expect(try await bob.ask(.delete, "/api/v1/statuses/\(boost)").status == 200)
      #expect(try await alice.get("/api/v1/statuses/\(mine)")["reblogs_count"] == "0")
      #expect(try await alice.get("/api/v1/statuses/123")["reblogs_count"] == before)
      #expect(try await alice.number(told) == 0)
    }
  }

  @Test func theAuthorHearsOfAFavoriteUntilItIsTakenBack() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.signedIn(as: "bob")
      try await alice.post("/api/v1/statuses/123/favourite")
      #expect(try await bob.get("/api/v1/notifications")["0.type"] == "favourite")
      #expect(try await bob.get("/api/v1/notifications/unread_count")["count"] == "1")
      try await alice.post("/api/v1/statuses/123/unfavourite")
      #expect(try await bob.get("/api/v1/notifications").ids.isEmpty)
    }
  }

  @Test func directStatusesCannotBeBoosted() async throws {
    try await withSandbox { alice async throws in
      let id = try #require(
        try await alice.post("/api/v1/statuses", ["status": "@bob x", "visibility": "direct"])["id"])
      let answer = try await alice.post("/api/v1/statuses/\(id)/reblog")
      #expect(answer.status == 403)
      #expect(answer["error"] == "This action is not allowed")
    }
  }

  @Test func onlyOwnStatusesArePinned() async throws {
    try await withSandbox { alice async throws in
      let answer = try await alice.post("/api/v1/statuses/1/pin")
      #expect(answer["error"] == "Validation failed: Someone else's post cannot be pinned")
      let pinned = try await alice.get("/api/v1/accounts/110000000000000001/statuses?pinned=true")
      #expect(pinned.ids.count == 1)
    }
  }

  @Test func followingCountsOnceAndTellsTheOther() async throws {
    try await withSandbox { alice async throws in
      let victor = "/api/v1/accounts/110000000000000037"
      let before = try await alice.get(victor)["followers_count"]
      for _ in 0..<2 { #expect(try await alice.post("\(victor)/follow")["following"] == "true") }
      #expect(try await alice.get(victor)["followers_count"] != before)
      let other = try await alice.signedIn(as: "victor")
      #expect(try await other.get("/api/v1/notifications").ids.count == 1)
      for _ in 0..<2 { #expect(try await alice.post("\(victor)/unfollow")["following"] == "false") }
      #expect(try await alice.get(victor)["followers_count"] == before)
      #expect(try await other.get("/api/v1/notifications").ids.isEmpty)
    }
  }

  @Test func lockedAccountsAreAskedAndAnswer() async throws {
    try await withSandbox { alice async throws in
      #expect(try await alice.post("/api/v1/accounts/3/follow")["requested"] == "true")
      let dora = try await alice.signedIn(as: "dora")
      #expect(try await dora.get("/api/v1/follow_requests")["0.acct"] == "alice")
      let accepted = try await dora.post("/api/v1/follow_requests/110000000000000001/authorize")
      #expect(accepted["followed_by"] == "true")
      #expect(try await alice.get("/api/v1/accounts/relationships?id[]=3")["0.following"] == "true")
      #expect(try await alice.get("/api/v1/accounts/3/statuses").text.contains("\"private\""))
    }
  }

  @Test func blockingEndsFollowingBothWays() async throws {
    try await withSandbox { alice async throws in
      let blocked = try await alice.post("/api/v1/accounts/1/block")
      for (field, value) in ["blocking": "true", "following": "false", "followed_by": "false"] {
        #expect(blocked[field] == value, "\(field)")
      }
      let timeline = try await alice.get("/api/v1/timelines/public?limit=40").json as? [[String: Any]] ?? []
      let authors = timeline.compactMap { ($0["account"] as? [String: Any])?["acct"] as? String }
      #expect(authors.contains("carol") && !authors.contains("bob"))
      let bob = try await alice.signedIn(as: "bob")
      #expect(try await bob.get("/api/v1/accounts/110000000000000001/statuses").ids.isEmpty)
      #expect(try await alice.post("/api/v1/accounts/1/unblock")["blocking"] == "false")
    }
  }

  @Test func votesCountOnce() async throws {
    try await withSandbox { alice async throws in
      let dora = try await alice.signedIn(as: "dora")
      let mine = try await dora.get("/api/v1/accounts/110000000000000001/statuses?limit=40")
      let polls = (mine.json as? [[String: Any]] ?? []).compactMap { $0["poll"] as? [String: Any] }
      let open = try #require(polls.first { $0["expired"] as? Bool == false }?["id"] as? String)
      let voted = try await dora.post("/api/v1/polls/\(open)/votes", ["choices[]": "1"])
      #expect(voted["own_votes.0"] == "1")
      #expect(voted["options.1.votes_count"] == "6")
      let again = try await dora.post("/api/v1/polls/\(open)/votes", ["choices[]": "2"])
      #expect(again["error"] == "Validation failed: You have already voted on this poll")
      let own = try await alice.post("/api/v1/polls/\(open)/votes", ["choices[]": "1"])
      #expect(own["error"] == "Validation failed: You cannot vote in your own polls")
      let ended = try await dora.post("/api/v1/polls/1/votes", ["choices[]": "1"])
      #expect(ended["error"] == "Validation failed: The poll has already ended")
    }
  }

  @Test func listsAreMadeChangedFilledAndRemoved() async throws {
    try await withSandbox { alice async throws in
      let id = try #require(try await alice.post("/api/v1/lists", ["title": "Odd", "replies_policy": "none"])["id"])
      #expect(
        try await alice.post("/api/v1/lists", ["title": ""])["error"] == "Validation failed: Title can't be blank")
      try await alice.post("/api/v1/lists/\(id)/accounts", ["account_ids[]": "4"])
      #expect(try await alice.post("/api/v1/lists/\(id)/accounts", ["account_ids[]": "4"]).status == 422)
      #expect(try await alice.post("/api/v1/lists/\(id)/accounts", ["account_ids[]": "6"]).status == 404)
      #expect(try await alice.get("/api/v1/timelines/list/\(id)")["0.account.acct"] == "newsbot")
      #expect(try await alice.ask(.put, "/api/v1/lists/\(id)", ["title": "Even"])["title"] == "Even")
      try await alice.ask(.delete, "/api/v1/lists/\(id)/accounts", ["account_ids[]": "4"])
      #expect(try await alice.get("/api/v1/lists/\(id)/accounts").ids.isEmpty)
      #expect(try await alice.ask(.delete, "/api/v1/lists/\(id)").status == 200)
      #expect(try await alice.get("/api/v1/lists/\(id)").status == 404)
    }
  }

  @Test func uploadedFilesComeBackByteForByte() async throws {
    try await withSandbox { alice async throws in
      let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + (0...255).map { $0 }
      let head = "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a b.png\"\r\n\r\n"
      let tail = "\r\n--B\r\nContent-Disposition: form-data; name=\"description\"\r\n\r\nün bild\r\n--B--\r\n"
      let media = try await alice.send(
        .post, "/api/v2/media", Array(head.utf8) + picture + Array(tail.utf8), type: "multipart/form-data; boundary=B")
      #expect(media["type"] == "image")
      #expect(media["description"] == "ün bild")
      let id = try #require(media["id"])
      let address = try #require(media["url"]).replacing("https://sandbox.example", with: "")
      let file = try await alice.stranger.get(address)
      #expect(file.body == picture)
      #expect(file.header("Content-Type") == "image/png")
      #expect(try await alice.ask(.put, "/api/v1/media/\(id)", ["description": "new"])["description"] == "new")
      let status = try await alice.post("/api/v1/statuses", ["status": "", "media_ids[]": id])
      #expect(status["media_attachments.0.id"] == id)
      #expect(try await alice.post("/api/v1/statuses", ["status": "again", "media_ids[]": id]).status == 422)
    }
  }

  @Test func notificationsAreDismissedAndCleared() async throws {
    try await withSandbox { alice async throws in
      #expect(try await alice.get("/api/v1/notifications/unread_count")["count"] == "13")
      #expect(try await alice.post("/api/v1/notifications/77/dismiss").status == 200)
      #expect(try await alice.post("/api/v1/notifications/77/dismiss").status == 404)
      #expect(try await alice.post("/api/v1/notifications/clear").text == "{}")
      #expect(try await alice.get("/api/v1/notifications").text == "[]")
    }
  }
}
