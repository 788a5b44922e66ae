import HTTPTypes
import Testing

@testable import TuskSandbox

/// What turns up in which timeline.
@Suite struct TimelineTests {
  @Test func boostsReachFollowersUnlessTheyWantNone() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      let boost = try #require(try await bob.post("/api/v1/statuses/9/reblog")["id"])
      let home = try await alice.get("/api/v1/timelines/home")
      #expect(home["0.id"] == boost)
      #expect(home["0.reblog.id"] == "9")
      #expect(home["0.content"] == home["0.reblog.content"])
      #expect(home["0.account.acct"] == "bob")
      #expect(try await alice.get("/api/v1/timelines/public").ids.contains(boost) == false)
      try await alice.post("/api/v1/accounts/1/follow", ["reblogs": "false"])
      #expect(try await alice.get("/api/v1/timelines/home").ids.contains(boost) == false)
      #expect(try await alice.get("/api/v1/accounts/1/statuses").ids.contains(boost))
      #expect(try await alice.get("/api/v1/accounts/1/statuses?exclude_reblogs=true").ids.contains(boost) == false)
    }
  }

  @Test(arguments: ["block", "mute"]) func boostsDoNotBringBackWhomOneTurnedAwayFrom(act: String) async throws {
    try await withSandbox { alice async throws in
      let boost = try #require(try await alice.acting(as: "bob").post("/api/v1/statuses/9/reblog")["id"])
      #expect(try await alice.get("/api/v1/timelines/home").ids.contains(boost))
      try await alice.post("/api/v1/accounts/\(Person.peggy)/\(act)")
      #expect(try await alice.get("/api/v1/timelines/home").ids.contains(boost) == false)
    }
  }

  @Test func repliesAreShownAmongPeopleOneFollows() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      let toCarol = try await bob.write("@carol yes", ["in_reply_to_id": "42"])
      let frank = try await alice.acting(as: "frank").write("hello")
      let toFrank = try await bob.write("@frank hello", ["in_reply_to_id": frank])
      let toHimself = try await bob.write("and so on", ["in_reply_to_id": "123"])
      let home = try await alice.get("/api/v1/timelines/home").ids
      #expect(home.prefix(2) == [toHimself, toCarol])
      #expect(!home.contains(toFrank))
      let open = try await alice.get("/api/v1/timelines/public").ids
      #expect(open.prefix(2) == [toHimself, frank])
      let without = try await alice.get("/api/v1/accounts/1/statuses?exclude_replies=true").ids
      #expect(without.contains(toHimself) && !without.contains(toCarol) && !without.contains(toFrank))
    }
  }

  /// A list's policy, and whether it shows a member's reply to a member, to one who is followed, to a stranger, to me.
  static let policies: [(String, [Bool])] = [
    ("list", [true, false, false, true]), ("followed", [true, true, false, true]),
    ("none", [false, false, false, true]),
  ]

  @Test(arguments: policies) func listsShowTheRepliesThatTheirPolicyNames(policy: String, shown: [Bool]) async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      let mine = try await alice.write("a question")
      let strange = try await alice.acting(as: "frank").write("hello")
      var replies: [String] = []
      let heidi = try await alice.acting(as: "heidi").write("followed, but in no list")
      for parent in ["42", heidi, strange, mine] {
        replies.append(try await bob.write("so it is", ["in_reply_to_id": parent]))
      }
      let changed = try await alice.ask(.put, "/api/v1/lists/1", ["replies_policy": policy])
      #expect(changed["title"] == "Friends")
      let ids = try await alice.get("/api/v1/timelines/list/1").ids
      #expect(replies.map(ids.contains) == shown)
    }
  }

  @Test func anExclusiveListKeepsItsMembersOutOfHome() async throws {
    try await withSandbox { alice async throws in
      let id = try await alice.acting(as: "newsbot").write("Bulletin. #trains")
      #expect(try await alice.get("/api/v1/timelines/home")["0.id"] == id)
      #expect(try await alice.ask(.put, "/api/v1/lists/3", ["exclusive": "true"])["exclusive"] == "true")
      let home = try await alice.get("/api/v1/timelines/home?limit=40").column("account.acct")
      #expect(!home.contains("newsbot") && home.contains("alice"))
      #expect(try await alice.get("/api/v1/timelines/list/3")["0.id"] == id)
      #expect(try await alice.ask(.put, "/api/v1/lists/3", ["title": "News"])["exclusive"] == "true")
    }
  }

  @Test func aTagOneFollowsBringsWhatStrangersWrite() async throws {
    try await withSandbox { alice async throws in
      let frank = try await alice.acting(as: "frank")
      let tagged = try await frank.write("off to the #Trains")
      let quiet = try await frank.write("#trains", ["visibility": "unlisted"])
      #expect(try await alice.get("/api/v1/timelines/home").ids.contains(tagged))
      #expect(try await alice.get("/api/v1/timelines/home").ids.contains(quiet) == false)
      #expect(try await alice.post("/api/v1/tags/TRAINS/unfollow")["following"] == "false")
      #expect(try await alice.get("/api/v1/timelines/home").ids.contains(tagged) == false)
    }
  }

  /// Words of a tag timeline's question, and which of three statuses it shows.
  static let questions: [(String, [String])] = [
    ("ant", ["ab", "a"]), ("ANT", ["ab", "a"]), ("ant?any[]=bee", ["b", "ab", "a"]), ("ant?all[]=Bee", ["ab"]),
    ("ant?none[]=bee", ["a"]), ("bee?any[]=ant&none[]=ant", ["b"]), ("wasp", []), ("ant?local=true&max_id=1", []),
    ("ant?only_media=true", []), ("ant?remote=true", []),
  ]

  @Test func tagTimelinesCombineTags() async throws {
    try await withSandbox { alice async throws in
      var names: [String: String] = [:]
      for (name, words) in [("a", "#ant"), ("ab", "#ant #bee"), ("b", "#bee")] {
        names[try await alice.write(words)] = name
      }
      for (question, expected) in Self.questions {
        let ids = try await alice.get("/api/v1/timelines/tag/\(question)").ids
        #expect(ids.map { names[$0] ?? "?" } == expected, "\(question)")
      }
    }
  }

  @Test func linksAreFollowedBackToThoseWhoSharedThem() async throws {
    try await withSandbox { alice async throws in
      let url = "https://www.long-address.example/articles/2024/05/how-parrots-learned-to-whistle?ref=feed"
      let found = try await alice.get("/api/v1/timelines/link?url=\(Page.encoded(url))")
      #expect(found.column("account.acct") == ["carol"])
      #expect(found["0.card.url"] == url)
      for other in ["", "%25", "https://www.long-address.example/"] {
        #expect(try await alice.get("/api/v1/timelines/link?url=\(other)").ids.isEmpty, "\(other)")
      }
    }
  }

  @Test func pinnedStatusesAndThoseWithATagAreShownApart() async throws {
    try await withSandbox { alice async throws in
      let mine = "/api/v1/accounts/\(Sample.alice)/statuses"
      let id = try await alice.write("pin me #tea")
      let before = try await alice.get("\(mine)?pinned=true").ids
      for _ in 0..<2 { #expect(try await alice.post("/api/v1/statuses/\(id)/pin")["pinned"] == "true") }
      #expect(try await alice.stranger.get("\(mine)?pinned=true").ids == [id] + before)
      #expect(try await alice.get("\(mine)?tagged=TEA").ids == [id] + before)
      #expect(try await alice.get("\(mine)?only_media=true").ids.count == 1)
      #expect(try await alice.post("/api/v1/statuses/\(id)/unpin")["pinned"] == "false")
      let secret = try await alice.write("@bob x", ["visibility": "direct"])
      #expect(
        try await alice.post("/api/v1/statuses/\(secret)/pin")["error"]
          == "Validation failed: Posts that are only visible to mentioned users cannot be pinned")
      for number in 0..<4 {
        #expect(try await alice.post("/api/v1/statuses/\(try await alice.write("\(number)"))/pin").status == 200)
      }
      #expect(
        try await alice.post("/api/v1/statuses/\(id)/pin")["error"]
          == "Validation failed: You have already pinned the maximum number of posts")
    }
  }
}
