import Testing

@testable import TuskSandbox

/// What the world shows to alice and to strangers.
@Suite struct ReadingTests {
  /// Path, status, and what stands where in the answer.
  static let shown: [(String, Int, String, String)] = [
    ("/api/v1/accounts/verify_credentials", 200, "acct", "alice"),
    ("/api/v1/accounts/lookup?acct=alice@sandbox.example", 200, "id", "110000000000000001"),
    ("/api/v1/accounts/lookup?acct=ALICE", 200, "acct", "alice"),
    ("/api/v1/accounts/lookup?acct=sakura@mastodon.example", 200, "acct", "sakura@mastodon.example"),
    ("/api/v1/accounts/lookup?acct=nobody", 404, "error", "Record not found"),
    ("/api/v1/accounts/1", 200, "acct", "bob"), ("/api/v1/accounts/x", 404, "error", "Record not found"),
    ("/api/v1/accounts?id[]=1&id[]=2&id[]=999", 200, "1.acct", "carol"),
    ("/api/v1/accounts/relationships?id[]=1&id[]=3", 200, "0.following", "true"),
    ("/api/v1/accounts/search?q=sakura", 200, "0.username", "sakura"),
    ("/api/v1/accounts/7", 200, "moved.acct", "ivan@mastodon.example"),
    ("/api/v1/statuses/1", 200, "account.acct", "bob"), ("/api/v1/statuses/109", 200, "emojis.0.shortcode", "parrot"),
    ("/api/v1/statuses/123", 200, "favourited", "false"), ("/api/v1/statuses/4", 404, "error", "Record not found"),
    ("/api/v1/statuses/1/context", 200, "descendants.0.id", "2"),
    ("/api/v1/statuses/2/context", 200, "ancestors.0.id", "1"), ("/api/v1/statuses/1/source", 200, "id", "1"),
    ("/api/v1/statuses?id[]=1&id[]=109&id[]=4", 200, "1.id", "109"), ("/api/v1/statuses/1/card", 200, "", ""),
    ("/api/v1/notifications/77", 200, "id", "77"), ("/api/v1/notifications/7777", 404, "error", "Record not found"),
    ("/api/v1/lists/1", 200, "title", "Friends"), ("/api/v1/lists/99", 404, "error", "Record not found"),
    ("/api/v1/polls/1", 200, "expired", "true"), ("/api/v1/preferences", 200, "posting:default:visibility", "public"),
    ("/api/v1/custom_emojis", 200, "0.shortcode", "blobcat"),
    ("/api/v2/filters", 200, "0.keywords.0.whole_word", "true"),
    ("/api/v1/markers?timeline[]=notifications", 200, "notifications.last_read_id", "80"),
    ("/api/v1/apps/verify_credentials", 200, "name", "Tusk"), ("/api/v1/follow_requests", 200, "2.acct", "trent"),
    ("/api/v1/mutes", 200, "0.acct", "ivan@mastodon.example"),
    ("/api/v1/blocks", 200, "0.acct", "best_offers@spam.example"), ("/api/v1/domain_blocks", 200, "0", "ads.example"),
    ("/api/v1/followed_tags", 200, "0.following", "true"), ("/api/v1/tags/tea", 200, "featuring", "true"),
    ("/api/v1/instance", 200, "uri", "sandbox.example"), ("/api/v2/instance", 200, "domain", "sandbox.example"),
    ("/api/v2/instance/", 200, "configuration.statuses.max_characters", "500"),
    ("/nodeinfo/2.0", 200, "software.name", "mastodon"), ("/api/v1/nothing", 404, "error", "Not Found"),
    ("/.well-known/oauth-authorization-server", 200, "code_challenge_methods_supported.0", "S256"),
    ("/api/v2/search?q=https://sandbox.example/@bob/123&resolve=true", 200, "statuses.0.id", "123"),
    ("/api/v2/search?q=https://sandbox.example/users/bob/statuses/123", 200, "statuses.0.id", "123"),
    ("/api/v2/search?q=https://mastodon.example/@sakura", 200, "accounts.0.username", "sakura"),
    ("/api/v2/search?q=sakura&type=statuses", 200, "accounts", "0"),
    ("/api/v2/search?q=%23tra&type=hashtags", 200, "hashtags.0.name", "trains"),
    ("/api/v2/search?q=", 400, "error", "missing parameter: q"),
    ("/api/v1/notifications?types[]=poll", 200, "0.type", "poll"), ("/api/v1/scheduled_statuses/1", 200, "id", "1"),
    ("/api/v1/conversations", 200, "0.unread", "true"),
    ("/api/v2/notifications", 200, "notification_groups.0.type", "follow"),
    ("/api/v2/notifications/ungrouped-77", 200, "notification_groups.0.notifications_count", "1"),
    ("/api/v2/notifications/none", 404, "error", "Record not found"),
    ("/api/v2/notifications/policy", 200, "for_private_mentions", "filter"),
    ("/api/v1/trends/tags", 200, "0.name", "news"), ("/api/v1/directory?local=true&limit=1", 200, "0.acct", ""),
    ("/api/v1/streaming/hashtag", 400, "error", "Missing tag name parameter"),
    ("/api/v1/streaming/list?list=99", 404, "error", "Record not found"),
  ]

  @Test func aliceReads() async throws {
    try await withSandbox { alice async throws in
      for (path, status, place, value) in Self.shown {
        let answer = try await alice.get(path)
        #expect(answer.status == status, "\(path)")
        #expect(answer[place] == value || value.isEmpty, "\(path) at \(place): \(answer.text.prefix(300))")
        #expect(answer.header("Content-Type") == "application/json; charset=utf-8", "\(path)")
      }
    }
  }

  static let forPeopleOnly = [
    "/api/v1/timelines/home", "/api/v1/notifications", "/api/v1/accounts/verify_credentials", "/api/v1/favourites",
    "/api/v1/bookmarks", "/api/v1/lists", "/api/v1/accounts/relationships?id[]=1", "/api/v1/statuses/1/source",
  ]

  @Test(arguments: forPeopleOnly) func strangersAreRefused(path: String) async throws {
    try await withSandbox { alice async throws in
      let answer = try await alice.stranger.get(path)
      #expect(answer.status == 401)
      #expect(answer["error"] == "The access token is invalid")
    }
  }

  @Test func strangersSeeWhatIsPublic() async throws {
    try await withSandbox { alice async throws in
      for path in ["/api/v1/statuses/1", "/api/v1/timelines/public", "/api/v1/accounts/1/statuses", "/api/v2/instance"]
      {
        #expect(try await alice.stranger.get(path).status == 200, "\(path)")
      }
      #expect(try await alice.stranger.get("/api/v1/statuses/1")["favourited"] == nil)
      #expect(try await alice.with(token: "wrong").get("/api/v1/statuses/1").status == 401)
      let seen = try await alice.stranger.get("/api/v1/accounts/3/statuses")
      #expect(seen.ids.count == 1)
      #expect(seen["0.visibility"] == "unlisted")
    }
  }

  @Test func theWorldHasEveryKindOfThing() async throws {
    try await withSandbox { alice async throws in
      let notifications = try await alice.get("/api/v1/notifications?limit=80")
      let kinds = Set((notifications.json as? [[String: Any]] ?? []).compactMap { $0["type"] as? String })
      #expect(
        kinds == [
          "mention", "status", "reblog", "follow", "follow_request", "favourite", "poll", "update", "admin.sign_up",
          "admin.report", "severed_relationships", "moderation_warning", "quote",
        ])
      #expect(notifications.ids.count == 80)
      let media = try await alice.get("/api/v1/timelines/public?only_media=true&limit=40")
      for kind in ["image", "video", "gifv", "audio", "unknown"] {
        #expect(media.text.contains("\"type\":\"\(kind)\""), "\(kind)")
      }
      let home = try await alice.get("/api/v1/timelines/home?limit=40")
      for visibility in ["public", "private", "direct"] {
        #expect(home.text.contains("\"visibility\":\"\(visibility)\""), "\(visibility)")
      }
      #expect(home.text.contains("\\u001b]52;"))
    }
  }

  @Test func namesThatAttackTerminalsArriveUnchanged() async throws {
    try await withSandbox { alice async throws in
      #expect(try await alice.get("/api/v1/accounts/8")["display_name"] == SeedData.hostileName)
    }
  }

  @Test func directAndPrivateStatusesStayWithThoseTheyAreFor() async throws {
    try await withSandbox { alice async throws in
      let mine = try await alice.get("/api/v1/accounts/110000000000000001/statuses?limit=40")
      #expect(mine.text.contains("\"direct\""))
      let seen = try await alice.stranger.get("/api/v1/accounts/110000000000000001/statuses?limit=40")
      #expect(!seen.text.contains("\"direct\"") && !seen.text.contains("\"private\""))
      #expect(seen.ids.count > 5)
    }
  }
}
