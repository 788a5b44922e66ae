import GRDB
import HTTPTypes
import Testing

@testable import TuskSandbox

/// What is told to whom, one by one and taken together.
@Suite struct NotificationTests {
  /// What bob does to alice's status, and the kind of notification that alice has of it; nothing for some.
  static let acts: [(String, String?)] = [
    ("favourite", "favourite"), ("reblog", "reblog"), ("bookmark", nil), ("mute", nil),
  ]

  @Test func eachActIsToldOnceAndOnlyToTheAuthor() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      let carol = try await alice.acting(as: "carol")
      for (act, kind) in Self.acts {
        let id = try await alice.write("x")
        for _ in 0..<2 { try await bob.post("/api/v1/statuses/\(id)/\(act)") }
        let count = "SELECT count(*) FROM notification WHERE statusId = ?"
        #expect(try await alice.number(count, [Int64(id)]) == (kind == nil ? 0 : 1), "\(act)")
        let newest = try await alice.get("/api/v1/notifications?limit=1")
        #expect((newest["0.status.id"] == id ? newest["0.type"] : nil) == kind, "\(act)")
        try await bob.post("/api/v1/statuses/\(id)/un\(act)")
        #expect(try await alice.number(count, [Int64(id)]) == 0, "un\(act)")
      }
      #expect(try await carol.get("/api/v1/notifications").ids.isEmpty)
      let own = try await alice.write("@alice me")
      try await alice.post("/api/v1/statuses/\(own)/favourite")
      #expect(try await alice.get("/api/v1/notifications?limit=1")["0.status.id"] != own)
    }
  }

  @Test func oneIsToldOfStatusesIfOneAskedForIt() async throws {
    try await withSandbox { alice async throws in
      let peggy = try await alice.acting(as: "peggy")
      let cases: [(KeyValuePairs<String, String>, String?)] = [
        ([:], "status"), (["visibility": "unlisted"], "status"), (["visibility": "private"], nil),
        (["in_reply_to_id": "9"], nil),
      ]
      for (form, kind) in cases {
        let id = try await peggy.write("news", form)
        let newest = try await alice.get("/api/v1/notifications?limit=1")
        #expect((newest["0.status.id"] == id ? newest["0.type"] : nil) == kind, "\(form)")
      }
      let both = try await peggy.write("@alice news")
      let newest = try await alice.get("/api/v1/notifications?limit=2").column("status.id")
      #expect(newest.filter { $0 == both }.count == 1)
    }
  }

  @Test func aMutedThreadIsSilent() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      let id = try await alice.write("so?")
      let first = try await bob.write("@alice yes", ["in_reply_to_id": id])
      #expect(try await alice.post("/api/v1/statuses/\(first)/mute")["muted"] == "true")
      #expect(try await alice.get("/api/v1/statuses/\(id)")["muted"] == "true")
      _ = try await bob.write("@alice no", ["in_reply_to_id": first])
      try await bob.post("/api/v1/statuses/\(id)/favourite")
      #expect(try await alice.get("/api/v1/notifications?limit=1")["0.status.id"] == first)
      try await alice.post("/api/v1/statuses/\(id)/unmute")
      let last = try await bob.write("@alice perhaps", ["in_reply_to_id": first])
      #expect(try await alice.get("/api/v1/notifications?limit=1")["0.status.id"] == last)
    }
  }

  /// A question about the inbox, and the kinds in the answer.
  static let questions: [(String, Set<String>)] = [
    ("types[]=poll&types[]=quote", ["poll", "quote"]), ("types[]=nonsense", []),
    ("account_id=\(Person.zoe)", ["quote", "reblog"]),
    ("types[]=follow&exclude_types[]=follow", []), ("account_id=1&types[]=mention", ["mention"]), ("account_id=6", []),
    ("exclude_types[]=favourite&exclude_types[]=follow&account_id=\(Person.peggy)", ["status", "reblog", "update"]),
  ]

  @Test func theInboxIsSifted() async throws {
    try await withSandbox { alice async throws in
      for (question, kinds) in Self.questions {
        let found = try await alice.get("/api/v1/notifications?limit=80&\(question)")
        #expect(Set(found.column("type")) == kinds, "\(question)")
        let grouped = try await alice.get("/api/v2/notifications?limit=80&\(question)")
        let groups = (grouped.json as? [String: Any])?["notification_groups"] as? [[String: Any]] ?? []
        #expect(Set(groups.compactMap { $0["type"] as? String }) == kinds, "\(question)")
        #expect(groups.compactMap { $0["notifications_count"] as? Int }.reduce(0, +) == found.ids.count)
      }
    }
  }

  @Test func groupsPointAtWhatComesWithThem() async throws {
    try await withSandbox { alice async throws in
      var path: String? = "/api/v2/notifications?limit=7"
      var keys: [String] = []
      var total = 0
      while let next = path {
        let page = try await alice.get(next)
        let json = try #require(page.json as? [String: Any])
        let people = Set((json["accounts"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String })
        let statuses = Set((json["statuses"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String })
        for group in json["notification_groups"] as? [[String: Any]] ?? [] {
          let sample = group["sample_account_ids"] as? [String] ?? []
          #expect(!sample.isEmpty && sample.count <= 8 && people.isSuperset(of: sample))
          if let status = group["status_id"] as? String { #expect(statuses.contains(status)) }
          keys.append(try #require(group["group_key"] as? String))
          total += group["notifications_count"] as? Int ?? 0
        }
        path = page.link("next")
      }
      #expect(Set(keys).count == keys.count)
      #expect(total == 93)
    }
  }

  @Test func aGroupGrowsOpensAndIsDismissedAsOne() async throws {
    try await withSandbox { alice async throws in
      try await alice.post("/api/v1/notifications/clear")
      let id = try await alice.write("x")
      for name in ["bob", "carol", "dora"] {
        try await alice.acting(as: name).post("/api/v1/statuses/\(id)/favourite")
      }
      try await alice.acting(as: "bob").post("/api/v1/statuses/\(id)/reblog")
      let groups = try await alice.get("/api/v2/notifications")
      #expect(groups["notification_groups.0.type"] == "reblog")
      #expect(groups["notification_groups"] == "2")
      #expect(groups["notification_groups.1.notifications_count"] == "3")
      #expect(groups["notification_groups.1.sample_account_ids.0"] == "3")
      #expect(try await alice.get("/api/v2/notifications/unread_count")["count"] == "2")
      #expect(try await alice.get("/api/v2/notifications/unread_count?limit=1")["count"] == "1")
      let key = try #require(groups["notification_groups.1.group_key"])
      #expect(try await alice.get("/api/v1/notifications").column("group_key").filter { $0 == key }.count == 3)
      #expect(try await alice.get("/api/v2/notifications/\(key)/accounts").column("acct") == ["dora", "carol", "bob"])
      #expect(try await alice.post("/api/v2/notifications/\(key)/dismiss").text == "{}")
      #expect(try await alice.get("/api/v1/notifications").column("type") == ["reblog"])
      #expect(try await alice.post("/api/v2/notifications/\(key)/dismiss").status == 404)
    }
  }

  @Test func markersMoveAndCountTheirMoves() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      #expect(try await bob.get("/api/v1/markers?timeline[]=home").text == "{}")
      for (version, id) in ["7", "9"].enumerated() {
        let set = try await bob.post("/api/v1/markers", ["home[last_read_id]": id])
        #expect(set["home.last_read_id"] == id)
        #expect(set["home.version"] == "\(version)")
        #expect(set["notifications"] == nil)
      }
      let json = try await alice.send(
        .post, "/api/v1/markers", Array(#"{"notifications":{"last_read_id":"85"}}"#.utf8), type: "application/json")
      #expect(json["notifications.last_read_id"] == "85")
      #expect(try await alice.get("/api/v1/notifications/unread_count")["count"] == "8")
      #expect(try await alice.get("/api/v1/notifications/unread_count?limit=3")["count"] == "3")
      #expect(try await alice.get("/api/v1/notifications/unread_count?types[]=follow")["count"] == "1")
      #expect(try await bob.get("/api/v1/markers?timeline[]=home&timeline[]=notifications")["home.last_read_id"] == "9")
      #expect(try await bob.post("/api/v1/markers", ["home[last_read_id]": "x"]).text == "{}")
    }
  }

  @Test func thePolicyIsKeptForEachPerson() async throws {
    try await withSandbox { alice async throws in
      let path = "/api/v2/notifications/policy"
      let changed = try await alice.ask(.patch, path, ["for_bots": "drop", "for_not_following": "filter"])
      #expect(changed["for_bots"] == "drop")
      #expect(changed["for_private_mentions"] == "filter")
      let wrong = try await alice.ask(.patch, path, ["for_bots": "accept", "for_new_accounts": "no"])
      #expect(wrong.status == 422)
      #expect(wrong["error"] == "'no' is not a valid for_new_accounts")
      #expect(try await alice.get(path).text == changed.text)
      #expect(try await alice.acting(as: "bob").get(path)["for_bots"] == "accept")
    }
  }
}
