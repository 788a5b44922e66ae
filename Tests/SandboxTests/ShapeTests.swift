import HTTPTypes
import TestSupport
import Testing

@testable import TuskSandbox

/// Every entity has the members that Mastodon documents, of the kinds that it documents, and no others.
@Suite struct ShapeTests {
  /// Where an entity is read, and its shape; all of the world comes by.
  static let read: [(String, EntityShape)] = [
    ("/api/v1/accounts/verify_credentials", .credentialAccount), ("/api/v1/accounts/1", .account),
    ("/api/v1/accounts/4/followers?limit=80", .list(.account)), ("/api/v1/accounts/7", .account),
    ("/api/v1/accounts/\(Sample.alice)/followers?limit=80", .list(.account)),
    ("/api/v1/accounts/\(Sample.alice)/following?limit=80", .list(.account)),
    ("/api/v1/accounts/relationships?id[]=1&id[]=3&id[]=\(Person.spam)&id[]=\(Person.peggy)", .list(.relationship)),
    ("/api/v1/mutes", .list(.mutedAccount)), ("/api/v1/blocks", .list(.account)),
    ("/api/v1/domain_blocks", .list(.text)),
    ("/api/v1/timelines/home?limit=40", .list(.status)), ("/api/v1/timelines/public?limit=40", .list(.status)),
    ("/api/v1/accounts/\(Sample.alice)/statuses?limit=40", .list(.status)),
    ("/api/v1/accounts/\(Person.zoe)/statuses", .list(.status)), ("/api/v1/timelines/list/1?limit=40", .list(.status)),
    ("/api/v1/timelines/tag/trains", .list(.status)), ("/api/v1/bookmarks", .list(.status)),
    ("/api/v1/favourites", .list(.status)), ("/api/v1/trends/statuses", .list(.status)),
    ("/api/v1/statuses/1/context", .context), ("/api/v1/statuses/1/history", .list(.edit)),
    ("/api/v1/statuses/1/source", .object(["id": .id, "text": .text, "spoiler_text": .text])),
    ("/api/v1/admin/reports", .list(.adminReport)), ("/api/v1/admin/reports?resolved=true", .list(.adminReport)),
    ("/api/v1/admin/reports/3", .adminReport), ("/api/v1/admin/accounts/1", .adminAccount),
    ("/api/v1/admin/accounts/\(Person.zoe)", .adminAccount),
    ("/api/v1/admin/accounts?limit=200", .list(.adminAccount)),
    ("/api/v2/admin/accounts?status=active", .list(.adminAccount)),
    ("/api/v1/featured_tags/suggestions", .list(.tag)),
    ("/api/v1/polls/1", .poll), ("/api/v1/polls/4", .poll),
    ("/api/v1/notifications?limit=80", .list(.notification)), ("/api/v1/notifications/77", .notification),
    ("/api/v2/notifications?limit=80", .notificationGroups),
    ("/api/v2/notifications/ungrouped-77", .notificationGroups),
    ("/api/v2/notifications/policy", .notificationPolicy), ("/api/v1/notifications/policy", .notificationPolicyV1),
    ("/api/v1/notifications/unread_count", .object(["count": .number])),
    ("/api/v1/conversations", .list(.conversation)), ("/api/v1/lists", .list(.listEntity)),
    ("/api/v2/filters", .list(.filter)), ("/api/v1/filters", .list(.filterV1)),
    ("/api/v1/scheduled_statuses", .list(.scheduled)),
    ("/api/v1/markers?timeline[]=home&timeline[]=notifications", .object(["home": .marker, "notifications": .marker])),
    ("/api/v1/tags/tea", .tag), ("/api/v1/followed_tags", .list(.tag)), ("/api/v1/trends/tags", .list(.tag)),
    ("/api/v1/trends/links", .list(.link)), ("/api/v1/featured_tags", .list(.featuredTag)),
    ("/api/v2/search?q=trains", .search), ("/api/v2/search?q=a&type=accounts&limit=40", .search),
    ("/api/v1/announcements?with_dismissed=true", .list(.announcement)),
    ("/api/v1/custom_emojis", .list(.emoji)), ("/api/v1/apps/verify_credentials", .application),
    ("/api/v1/preferences", .preferences),
    (
      "/api/v1/accounts/familiar_followers?id[]=1&id[]=4",
      .list(.object(["id": .id, "accounts": .list(.account)]))
    ),
    ("/api/v1/directory?limit=80", .list(.account)), ("/api/v1/instance", .instanceV1),
    ("/api/v2/instance", .instanceV2), ("/api/v1/instance/peers", .list(.text)),
    ("/api/v1/instance/activity", .list(.activity)),
    ("/api/v1/instance/languages", .list(.object(["code": .text, "name": .text]))),
    ("/api/v1/instance/extended_description", .object(["updated_at": .moment, "content": .text])),
    ("/api/v1/instance/privacy_policy", .object(["updated_at": .moment, "content": .text])),
    ("/.well-known/nodeinfo", .object(["links": .list(.object(["rel": .address, "href": .address]))])),
    ("/oauth/userinfo", .userInfo),
  ]

  @Test func whatIsReadHasItsShape() async throws {
    try await withSandbox { alice async throws in
      for (path, shape) in Self.read {
        let answer = try await alice.get(path)
        #expect(answer.status == 200, "\(path)")
        #expect(answer.text.count > 2, "\(path) shows nothing")
        #expect(shape.faults(in: answer.json).prefix(5) == [], "\(path)")
      }
    }
  }

  @Test func strangersSeeTheSameShapesWithoutWhatIsTheirs() async throws {
    try await withSandbox { alice async throws in
      for (path, shape) in Self.read {
        let answer = try await alice.stranger.get(path)
        guard answer.status == 200 else { continue }
        #expect(shape.faults(in: answer.json).prefix(5) == [], "\(path)")
        for mark in ["favourited", "bookmarked", "own_votes", "following\":true"] {
          #expect(!answer.text.contains("\"\(mark)"), "\(path) tells a stranger of \(mark)")
        }
      }
    }
  }

  @Test func whatIsMadeHasItsShape() async throws {
    try await withSandbox { alice async throws in
      let media = try await alice.upload(Sample.png, ["description": "x", "focus": "0.5,-1"])
      let later = Moment.now.adding(seconds: 4000).iso
      let poll: KeyValuePairs = [
        "status": "?", "poll[options][]": "a", "poll[options][0]": "b", "poll[expires_in]": "600",
      ]
      let made: [(Answer, EntityShape)] = [
        (media, .media),
        (
          try await alice.post("/api/v1/statuses", ["status": "@bob :parrot: #x", "media_ids[]": media["id"] ?? ""]),
          .status
        ),
        (try await alice.post("/api/v1/statuses", poll), .status),
        (try await alice.post("/api/v1/statuses", ["status": "x", "scheduled_at": later]), .scheduled),
        (try await alice.post("/api/v1/statuses", ["status": "so", "quoted_status_id": "123"]), .status),
        (try await alice.post("/api/v1/statuses/123/reblog"), .status),
        (try await alice.post("/api/v1/statuses/123/translate", ["lang": "fr"]), .translation),
        (try await alice.post("/api/v2/filters", ["title": "f", "context[]": "home", "expires_in": "60"]), .filter),
        (try await alice.post("/api/v1/featured_tags", ["name": "trains"]), .featuredTag),
        (
          try await alice.post("/api/v1/reports", ["account_id": "8", "status_ids[]": "1", "rule_ids[]": "2"]), .report
        ),
        (try await alice.post("/api/v1/accounts/4/mute", ["duration": "60"]), .relationship),
        (try await alice.get("/api/v1/mutes"), .list(.mutedAccount)),
        (try await alice.post("/api/v1/accounts/2/unfollow"), .relationship),
        (try await alice.get("/api/v1/suggestions"), .list(.account)),
        (
          try await alice.get("/api/v2/suggestions"),
          .list(.object(["source": .text, "sources": .list(.text), "account": .account]))
        ),
        (
          try await alice.post("/api/v1/apps", ["client_name": "n", "redirect_uris": "a:b"]),
          .application.with(["client_id": .text, "client_secret": .text, "client_secret_expires_at": .number])
        ),
      ]
      for (answer, shape) in made {
        #expect(answer.status == 200, "\(answer.text)")
        #expect(shape.faults(in: answer.json).prefix(5) == [], "\(answer.text.prefix(80))")
      }
    }
  }

  @Test func everyRefusalIsAnObjectWithItsWords() async throws {
    try await withSandbox { alice async throws in
      let shape = EntityShape.object(["error": .text, "error_description": .optional(.text)])
      for line in RouteTable.all where !line.path.contains("oauth") && !line.path.contains("streaming") {
        let path = line.path.replacing(/:[a-z]+/, with: "-7")
        let answer = try await alice.ask(#require(.init(line.method)), path)
        guard answer.status >= 400 else { continue }
        #expect(shape.faults(in: answer.json) == [], "\(line.method) \(path)")
        #expect(answer.header("Content-Type") == "application/json; charset=utf-8", "\(line.method) \(path)")
        #expect(answer.status < 500, "\(line.method) \(path): \(answer.text)")
      }
    }
  }
}
