import HTTPTypes
import Testing

@testable import TuskSandbox

/// What the world holds for scripts to work on, and that what was there first is still what is seen first.
@Suite struct WorldTests {
  private static let season = Moment.now.adding(seconds: -90 * 86_400).iso
  private static let halfYear = Moment.now.adding(seconds: -180 * 86_400).iso

  @Test func oldStatusesCanBeTidiedAway() async throws {
    try await withSandbox { alice async throws in
      let path = "/api/v1/accounts/\(Sample.alice)/statuses?limit=40"
      let statuses = try #require(try await alice.get(path).json as? [[String: Any]])
      let old = statuses.filter { ($0["created_at"] as? String ?? "") < Self.season }
      let isKept = { (status: [String: Any]) in
        status["pinned"] as? Bool == true || (status["favourites_count"] as? Int ?? 0) >= 5
      }
      #expect(old.filter { $0["pinned"] as? Bool == true }.count == 1)
      #expect(old.filter(isKept).count == 2)
      let ids = old.filter { !isKept($0) }.compactMap { $0["id"] as? String }
      #expect(ids.count == 12)
      for id in ids { #expect(try await alice.ask(.delete, "/api/v1/statuses/\(id)").status == 200) }
      #expect(try await alice.get(path).ids.count == statuses.count - ids.count)
    }
  }

  @Test func oldFavoritesOfOthersCanBeTakenBack() async throws {
    try await withSandbox { alice async throws in
      let marks = try await alice.get("/api/v1/favourites?limit=40")
      let old = zip(marks.ids, marks.column("created_at")).filter { $0.1 < Self.season }.map(\.0)
      #expect(old.count == 7)
      #expect(!marks.column("account.id").contains(Sample.alice))
      for id in old { #expect(try await alice.post("/api/v1/statuses/\(id)/unfavourite")["favourited"] == "false") }
      #expect(try await alice.get("/api/v1/favourites").ids.count == marks.ids.count - old.count)
    }
  }

  @Test func friendsWhoFellSilentAreToldFromTheOthers() async throws {
    try await withSandbox { alice async throws in
      let lists = try await alice.get("/api/v1/lists")
      #expect(lists.column("title") == ["Friends", "Quiet", "Bots"])
      let friends = try await alice.get("/api/v1/lists/1/accounts")
      var silent: [String] = []
      for (id, name) in zip(friends.ids, friends.column("username")) {
        let latest = try await alice.get("/api/v1/accounts/\(id)/statuses?limit=1")["0.created_at"]
        if latest ?? "" < Self.halfYear { silent.append(name) }
      }
      #expect(friends.column("username").prefix(4) == ["sakura", "peggy", "carol", "bob"])
      #expect(silent == ["bookclub", "hermit"])
      for id in [Person.bookClub, Person.hermit] {
        #expect(try await alice.submit(.post, "/api/v1/lists/2/accounts", [("account_ids[]", "\(id)")]).status == 200)
      }
    }
  }

  @Test func newFollowersAndMentionsAwaitAnAnswer() async throws {
    try await withSandbox { alice async throws in
      let followers = try await alice.get("/api/v1/notifications?types[]=follow&limit=80")
      #expect(Set(followers.column("account.id")).count >= 6)
      #expect(followers.column("account.id").count == Set(followers.column("account.id")).count)
      #expect(try await alice.get("/api/v1/notifications?types[]=mention").column("status.id").count == 5)
    }
  }

  @Test func someOfATagIsWorthBoosting() async throws {
    try await withSandbox { alice async throws in
      let statuses = try #require(try await alice.get("/api/v1/timelines/tag/swiftlang").json as? [[String: Any]])
      let worthy = statuses.filter { status in
        let author = status["account"] as? [String: Any]
        return author?["bot"] as? Bool == false && status["sensitive"] as? Bool == false
          && status["language"] as? String == "en" && (status["reblogs_count"] as? Int ?? 0) >= 3
      }
      #expect(statuses.count == 6 && worthy.count == 2)
      let outage = try await alice.get("/api/v1/timelines/tag/outage")
      #expect(Set(outage.column("account.acct")).count == 3)
      #expect(outage.column("account.bot").contains("true"))
    }
  }

  /// Lists and what they have always begun with.
  static let beginnings: [(String, String, [String])] = [
    ("/api/v1/notifications?limit=3", "id", ["93", "92", "91"]),
    ("/api/v1/timelines/public?limit=4", "account.username", ["sakura", "peggy", "carol", "zoe"]),
    ("/api/v1/timelines/home?limit=3", "account.username", ["sakura", "carol", "alice"]),
    ("/api/v1/lists/2/accounts", "username", ["lens", "yusuf"]),
    ("/api/v1/favourites?limit=2", "account.username", ["sakura", "carol"]),
    ("/api/v1/accounts/\(Sample.alice)/followers?limit=2", "username", ["reader30", "reader29"]),
    ("/api/v1/trends/tags?limit=4", "name", ["news", "cats", "weather", "swiftlang"]),
  ]

  @Test func whatWasThereFirstIsSeenFirst() async throws {
    try await withSandbox { alice async throws in
      for (path, column, values) in Self.beginnings {
        #expect(try await alice.get(path).column(column).prefix(values.count).elementsEqual(values), "\(path)")
      }
      let me = try await alice.get("/api/v1/accounts/verify_credentials")
      #expect(me["statuses_count"] == "12" && me["followers_count"] == "40" && me["following_count"] == "12")
      #expect(try await alice.number("SELECT count(*) FROM notification") == 93)
    }
  }
}
