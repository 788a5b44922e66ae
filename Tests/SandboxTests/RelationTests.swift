import GRDB
import HTTPTypes
import Testing

@testable import TuskSandbox

/// Following, blocking, muting: what each side sees of it.
@Suite struct RelationTests {
  static let me = "/api/v1/accounts/\(Sample.alice)"

  /// A form, and what the relationship says of it afterwards.
  static let wishes: [(KeyValuePairs<String, String>, [String: String])] = [
    ([:], ["showing_reblogs": "true", "notifying": "false", "languages": "null"]),
    (["reblogs": "false", "notify": "true"], ["showing_reblogs": "false", "notifying": "true"]),
    (["languages[]": "de", "languages[0]": "fr"], ["languages.0": "de", "languages.1": "fr", "languages": "2"]),
    (["languages[]": ""], ["languages": "null"]), (["notify": "0"], ["notifying": "false"]),
  ]

  @Test func aFollowingIsChangedByFollowingAgain() async throws {
    try await withSandbox { alice async throws in
      for (form, expected) in Self.wishes {
        let answer = try await alice.submit(
          .post, "/api/v1/accounts/1/follow",
          [("reblogs", "true"), ("notify", "false")] + form.map { ($0.key, $0.value) })
        for (field, value) in expected { #expect(answer[field] == value, "\(field) after \(form)") }
      }
      #expect(
        try await alice.number("SELECT count(*) FROM follow WHERE accountId = ? AND targetId = 1", [Person.alice]) == 1)
    }
  }

  /// Whom alice may not follow: herself, one whom she blocks, one who moved, one of a server that she blocks, nobody.
  static let barred: [(Int64, Int)] = [
    (Person.alice, 403), (Person.spam, 403), (Person.ivan, 403), (Person.yusuf, 403), (4711, 404),
  ]

  @Test func someAreNotToBeFollowed() async throws {
    try await withSandbox { alice async throws in
      try await alice.post("/api/v1/domain_blocks", ["domain": "GTS.example"])
      for (person, status) in Self.barred {
        let answer = try await alice.post("/api/v1/accounts/\(person)/follow")
        #expect(answer.status == status, "\(person)")
        #expect(answer["error"] == (status == 403 ? "This action is not allowed" : "Record not found"))
      }
      let bob = try await alice.acting(as: "bob")
      try await alice.post("/api/v1/accounts/1/block")
      #expect(try await bob.post("\(Self.me)/follow").status == 403)
      #expect(try await bob.get("/api/v1/accounts/relationships?id=\(Sample.alice)")["0.blocked_by"] == "true")
    }
  }

  @Test(arguments: ["block", "mute"]) func nobodyTurnsAwayFromThemselves(act: String) async throws {
    try await withSandbox { alice async throws in
      let answer = try await alice.post("\(Self.me)/\(act)")
      #expect(answer.status == 200)
      #expect(answer["blocking"] == "false")
      #expect(answer["muting"] == "false")
      let id = try await alice.write("still here")
      #expect(try await alice.get("/api/v1/statuses/\(id)").status == 200)
      #expect(try await alice.get("/api/v1/timelines/home").ids.contains(id))
    }
  }

  @Test func blockingTakesAwayWhatWasBetweenThem() async throws {
    try await withSandbox { alice async throws in
      let counts = try await alice.get(Self.me)
      let bob = try await alice.acting(as: "bob")
      _ = try await bob.write("@alice hello")
      #expect(try await alice.get("/api/v1/notifications?account_id=1").ids.count > 0)
      #expect(try await alice.get("/api/v1/lists/1/accounts").column("acct").contains("bob"))
      try await alice.post("/api/v1/accounts/1/endorse")
      try await alice.post("/api/v1/accounts/1/block")
      #expect(try await alice.get("/api/v1/notifications?account_id=1").ids.isEmpty)
      #expect(try await alice.get("/api/v1/lists/1/accounts").column("acct").contains("bob") == false)
      #expect(try await alice.get("/api/v1/endorsements").column("acct").contains("bob") == false)
      #expect(try await alice.get("/api/v1/blocks").column("acct").first == "bob")
      for name in ["followers_count", "following_count"] {
        let before = try #require(counts[name].flatMap { Int($0) })
        #expect(try await alice.get(Self.me)[name] == String(before - 1), "\(name)")
      }
      _ = try await bob.write("@alice are you there?")
      #expect(try await alice.get("/api/v1/notifications?account_id=1").ids.isEmpty)
      try await alice.post("/api/v1/accounts/1/unblock")
      #expect(try await alice.get("/api/v1/accounts/relationships?id=1")["0.following"] == "false")
    }
  }

  /// How a mute is asked for, and whether notifications still come.
  static let mutes: [(KeyValuePairs<String, String>, Bool)] = [
    ([:], false), (["notifications": "false"], true), (["duration": "3600"], false),
  ]

  @Test func aMuteHidesStatusesAndUnlessToldOtherwiseNotifications() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      for (form, isTold) in Self.mutes {
        let answer = try await alice.ask(.post, "/api/v1/accounts/1/mute", form)
        #expect(answer["muting"] == "true")
        #expect(answer["muting_notifications"] == String(!isTold))
        #expect((answer["muting_expires_at"] == "null") == (form.first?.key != "duration"))
        let id = try await bob.write("@alice psst")
        for place in ["home", "public"] {
          #expect(try await alice.get("/api/v1/timelines/\(place)").ids.contains(id) == false, "\(place)")
        }
        let told = try await alice.get("/api/v1/notifications?limit=1").column("status.id") == [id]
        #expect(told == isTold, "\(form)")
        #expect(try await alice.get("/api/v1/mutes").column("acct").contains("bob"))
      }
    }
  }

  @Test func aMuteEndsWithItsTime() async throws {
    try await withSandbox { alice async throws in
      try await alice.post("/api/v1/accounts/1/mute", ["duration": "60"])
      try await alice.tamper("UPDATE mute SET expiresAt = ? WHERE targetId = 1", [Moment.now.adding(seconds: -1)])
      let id = try await alice.acting(as: "bob").write("@alice psst")
      #expect(try await alice.get("/api/v1/timelines/home").ids.contains(id))
      #expect(try await alice.get("/api/v1/notifications?limit=1")["0.status.id"] == id)
      #expect(try await alice.get("/api/v1/mutes").column("acct") == ["ivan@mastodon.example"])
      #expect(try await alice.get("/api/v1/accounts/relationships?id=1")["0.muting"] == "false")
    }
  }

  @Test func unmutingAndUnblockingAreForgiving() async throws {
    try await withSandbox { alice async throws in
      for act in ["unmute", "unblock", "unfollow", "remove_from_followers", "unendorse", "unpin"] {
        for _ in 0..<2 { #expect(try await alice.post("/api/v1/accounts/6/\(act)").status == 200, "\(act)") }
      }
      #expect(try await alice.get("/api/v1/accounts/6")["followers_count"] == "0")
    }
  }

  @Test func aFollowerIsSentAway() async throws {
    try await withSandbox { alice async throws in
      let dora = try await alice.acting(as: "dora")
      #expect(try await dora.get("/api/v1/accounts/relationships?id=\(Sample.alice)")["0.following"] == "true")
      #expect(try await alice.post("/api/v1/accounts/3/remove_from_followers")["followed_by"] == "false")
      #expect(try await dora.get("/api/v1/accounts/relationships?id=\(Sample.alice)")["0.following"] == "false")
      #expect(try await alice.get("\(Self.me)/followers?limit=80").column("acct").contains("dora") == false)
    }
  }

  @Test func requestsAreAnsweredOnceAndAlsoWithNo() async throws {
    try await withSandbox { alice async throws in
      let trent = try await alice.acting(as: "trent")
      let relation = "/api/v1/accounts/relationships?id=\(Sample.alice)"
      #expect(try await trent.get(relation)["0.requested"] == "true")
      #expect(try await alice.get("/api/v1/accounts/relationships?id=\(Person.trent)")["0.requested_by"] == "true")
      let path = "/api/v1/follow_requests/\(Person.trent)"
      #expect(try await alice.post("\(path)/reject")["requested_by"] == "false")
      #expect(try await alice.post("\(path)/reject").status == 404)
      #expect(try await alice.post("\(path)/authorize").status == 404)
      #expect(try await trent.get(relation)["0.requested"] == "false")
      #expect(try await alice.get("/api/v1/follow_requests").column("acct").contains("trent") == false)
      #expect(try await alice.get("/api/v1/accounts/verify_credentials")["source.follow_requests_count"] == "2")
    }
  }

  @Test func onlyThoseOneFollowsAreEndorsed() async throws {
    try await withSandbox { alice async throws in
      for act in ["pin", "endorse"] {
        let answer = try await alice.post("/api/v1/accounts/6/\(act)")
        #expect(answer.status == 422)
        #expect(
          answer["error"] == "Validation failed: You must be already following the person you want to endorse")
      }
      for _ in 0..<2 { #expect(try await alice.post("/api/v1/accounts/1/endorse")["endorsed"] == "true") }
      #expect(try await alice.stranger.get("\(Self.me)/endorsements").column("acct") == ["bob", "carol"])
      try await alice.post("/api/v1/accounts/1/unfollow")
      #expect(try await alice.get("/api/v1/endorsements").column("acct") == ["carol"])
    }
  }

  @Test func remarksAreForTheOneWhoMadeThem() async throws {
    try await withSandbox { alice async throws in
      let remark = "owes me <b>tea</b> \u{202E}🐘"
      #expect(try await alice.post("/api/v1/accounts/1/note", ["comment": remark])["note"] == remark)
      let carol = try await alice.acting(as: "carol")
      #expect(try await carol.get("/api/v1/accounts/relationships?id=1")["0.note"] == "")
      #expect(try await alice.post("/api/v1/accounts/1/note")["note"] == "")
    }
  }

  @Test func serversAreBlockedByName() async throws {
    try await withSandbox { alice async throws in
      #expect(try await alice.post("/api/v1/domain_blocks")["error"] == "Validation failed: Domain can't be blank")
      for domain in ["Mastodon.Example", "mastodon.example"] {
        #expect(try await alice.post("/api/v1/domain_blocks", ["domain": domain]).text == "{}")
      }
      let blocks = try await alice.get("/api/v1/domain_blocks").json as? [String]
      #expect(blocks == ["mastodon.example", "ads.example"])
      #expect(
        try await alice.get("/api/v1/accounts/relationships?id=\(Person.zoe)")["0.domain_blocking"] == "true")
      let authors = try await alice.get("/api/v1/timelines/public?limit=40").column("account.acct")
      #expect(
        authors.contains { $0.hasSuffix("@pixelfed.example") }
          && !authors.contains { $0.hasSuffix("@mastodon.example") })
      #expect(try await alice.ask(.delete, "/api/v1/domain_blocks", ["domain": "mastodon.example"]).status == 200)
      #expect(try await alice.get("/api/v1/domain_blocks").json as? [String] == ["ads.example"])
    }
  }

  @Test func familiarFollowersAreThoseIFollowWhoFollow() async throws {
    try await withSandbox { alice async throws in
      let found = try await alice.get("/api/v1/accounts/familiar_followers?id[]=1&id[]=6")
      #expect(found["0.id"] == "1")
      #expect(found["0.accounts"] == "1")
      #expect(found["0.accounts.0.acct"] == "carol")
      #expect(found["1.accounts"] == "0")
    }
  }
}
