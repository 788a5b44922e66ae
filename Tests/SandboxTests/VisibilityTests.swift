import HTTPTypes
import Testing

@testable import TuskSandbox

/// Who sees a status, by every way that leads to it.
@Suite struct VisibilityTests {
  /// The viewers: herself, a follower, one who is mentioned, another of this instance, one whom she blocks, nobody.
  static let viewers: [String?] = ["alice", "carol", "trent", "frank", "mallory", nil]

  /// A visibility, who of the viewers sees it, and who of them may boost it.
  static let cases: [(String, seen: [String?], boosted: [String])] = [
    ("public", ["alice", "carol", "trent", "frank", nil], ["alice", "carol", "trent", "frank"]),
    ("unlisted", ["alice", "carol", "trent", "frank", nil], ["alice", "carol", "trent", "frank"]),
    ("private", ["alice", "carol", "trent"], ["alice"]), ("direct", ["alice", "trent"], []),
  ]

  @Test(arguments: cases) func eachWayShowsItToTheSamePeople(
    visibility: String, seen: [String?], boosted: [String]
  ) async throws {
    try await withSandbox { alice async throws in
      try await alice.post("/api/v1/accounts/8/block")
      let top = try await alice.write("zebra @trent", ["visibility": visibility])
      let below = try await alice.write("zebra two @trent", ["visibility": visibility, "in_reply_to_id": top])
      for viewer in Self.viewers {
        let visitor = viewer == nil ? alice.stranger : try await alice.acting(as: viewer)
        let isSeen = seen.contains(viewer)
        let who = "\(viewer ?? "nobody") of \(visibility)"
        for path in ["", "/context", "/history", "/card", "/favourited_by", "/reblogged_by"] {
          let answer = try await visitor.get("/api/v1/statuses/\(top)\(path)")
          #expect(answer.status == (isSeen ? 200 : 404), "\(path) for \(who)")
        }
        let lists = [
          "/api/v1/statuses?id[]=\(top)", "/api/v1/accounts/\(Sample.alice)/statuses?limit=40",
        ]
        for path in lists { #expect(try await visitor.get(path).ids.contains(top) == isSeen, "\(path) for \(who)") }
        if isSeen {
          let thread = try await visitor.get("/api/v1/statuses/\(below)/context")
          #expect(thread["ancestors.0.id"] == top, "\(who)")
          #expect(try await visitor.get("/api/v1/statuses/\(top)/context")["descendants.0.id"] == below, "\(who)")
        }
        guard let viewer else { continue }
        let found = try await visitor.get("/api/v2/search?q=zebra&type=statuses")
        #expect((found["statuses"] == "2") == isSeen, "search for \(who)")
        for act in ["favourite", "bookmark", "mute"] {
          let answer = try await visitor.post("/api/v1/statuses/\(top)/\(act)")
          #expect(answer.status == (isSeen ? 200 : 404), "\(act) for \(who)")
        }
        let boost = try await visitor.post("/api/v1/statuses/\(top)/reblog")
        #expect(boost.status == (boosted.contains(viewer) ? 200 : isSeen ? 403 : 404), "boost for \(who)")
      }
    }
  }

  /// A visibility, and the timelines in which it turns up, of those that could show it.
  static let timelines: [(String, Set<String>)] = [
    ("public", ["home", "public", "public?local=true", "tag/zebra", "follower", "list"]),
    ("unlisted", ["home", "follower", "list"]), ("private", ["home", "follower", "list"]), ("direct", ["home"]),
  ]

  @Test(arguments: timelines) func timelinesShowWhatIsForThem(visibility: String, places: Set<String>) async throws {
    try await withSandbox { alice async throws in
      let carol = try await alice.acting(as: "carol")
      let list = try #require(try await carol.post("/api/v1/lists", ["title": "l"])["id"])
      try await carol.post("/api/v1/lists/\(list)/accounts", ["account_ids[]": Sample.alice])
      let id = try await alice.write("#zebra", ["visibility": visibility])
      var found: Set<String> = []
      for place in [
        "home", "public", "public?local=true", "public?remote=true", "tag/zebra", "tag/zebra?only_media=true",
      ]
      where try await alice.get("/api/v1/timelines/\(place)").ids.contains(id) {
        found.insert(place)
      }
      if try await carol.get("/api/v1/timelines/home").ids.contains(id) { found.insert("follower") }
      if try await carol.get("/api/v1/timelines/list/\(list)").ids.contains(id) { found.insert("list") }
      #expect(found == places)
      let frank = try await alice.acting(as: "frank")
      #expect(try await frank.get("/api/v1/timelines/home").ids.contains(id) == false)
    }
  }

  @Test func theDefaultOfAPersonIsTaken() async throws {
    try await withSandbox { alice async throws in
      let changed = try await alice.ask(
        .patch, "/api/v1/accounts/update_credentials",
        ["source[privacy]": "private", "source[sensitive]": "true", "source[language]": "fr"])
      #expect(changed["source.privacy"] == "private")
      let status = try await alice.post("/api/v1/statuses", ["status": "x"])
      #expect(status["visibility"] == "private")
      #expect(status["sensitive"] == "true")
      #expect(status["language"] == "fr")
      let open = try await alice.post(
        "/api/v1/statuses", ["status": "x", "visibility": "public", "sensitive": "false", "language": "de"])
      #expect(open["visibility"] == "public")
      #expect(open["sensitive"] == "false")
      #expect(open["language"] == "de")
    }
  }

  @Test(arguments: ["direct", "bogus", "PUBLIC"]) func aDefaultThatIsNoneIsRefused(privacy: String) async throws {
    try await withSandbox { alice async throws in
      let path = "/api/v1/accounts/update_credentials"
      let answer = try await alice.ask(.patch, path, ["source[privacy]": privacy, "display_name": "Changed"])
      #expect(answer.status == 422)
      let me = try await alice.get("/api/v1/accounts/verify_credentials")
      #expect(me["source.privacy"] == "public")
      #expect(me["display_name"] == "Alice 🐘")
    }
  }
}
