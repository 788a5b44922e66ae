import Foundation
import GRDB
import HTTPTypes
import TestSupport
import Testing

@testable import TuskSandbox

/// Which notifications arrive, wait or are dropped, as the receiver wants it.
@Suite struct NotificationPolicyTests {
  private static let path = "/api/v2/notifications/policy"
  private static let requests = "/api/v1/notifications/requests"

  /// Who writes to bob, a rule of his, and whether it concerns the writer. Bob follows alice and carol, alice follows
  /// him since long ago, and mallory does not know him.
  private static let rules: [(String, String, Bool)] = [
    ("mallory", "for_not_following", true), ("carol", "for_not_following", false),
    ("mallory", "for_not_followers", true), ("alice", "for_not_followers", false),
    ("newcomer", "for_new_accounts", true), ("mallory", "for_new_accounts", false),
    ("newcomer", "for_limited_accounts", false), ("limited", "for_limited_accounts", true),
    ("automat", "for_bots", true), ("mallory", "for_bots", false), ("mallory", "for_private_mentions", false),
  ]

  @Test func eachRuleConcernsWhomItNames() async throws {
    for (writer, rule, isConcerned) in Self.rules {
      for treatment in ["accept", "filter", "drop"] {
        try await withSandbox { alice async throws in
          try await alice.prepareWriters()
          let bob = try await alice.acting(as: "bob")
          try await bob.ask(.patch, Self.path, [rule: treatment])
          let before = try await bob.get("/api/v1/notifications?include_filtered=true&limit=80").ids.count
          let id = try await alice.acting(as: writer).write("@bob hello")
          let seen = try await bob.get("/api/v1/notifications?limit=80").column("status.id").contains(id)
          let all = try await bob.get("/api/v1/notifications?include_filtered=true&limit=80").ids.count - before
          let waiting = try await bob.get(Self.requests).column("last_status.id")
          let label = Comment(rawValue: "\(writer) \(rule) \(treatment)")
          #expect(seen == (!isConcerned || treatment == "accept"), label)
          #expect(all == (isConcerned && treatment == "drop" ? 0 : 1), label)
          #expect(waiting == (isConcerned && treatment == "filter" ? [id] : []), label)
        }
      }
    }
  }

  @Test func theStrictestRuleHolds() async throws {
    try await withSandbox { alice async throws in
      try await alice.prepareWriters()
      let bob = try await alice.acting(as: "bob")
      try await bob.ask(.patch, Self.path, ["for_not_following": "filter", "for_new_accounts": "drop"])
      _ = try await alice.acting(as: "newcomer").write("@bob hello")
      #expect(try await bob.get(Self.requests).text == "[]")
      _ = try await alice.acting(as: "mallory").write("@bob hello")
      #expect(try await bob.get(Self.requests).column("account.acct") == ["mallory"])
    }
  }

  @Test func aPrivateWordIsWelcomeAsAnAnswer() async throws {
    try await withSandbox { alice async throws in
      let (bob, mallory) = (try await alice.acting(as: "bob"), try await alice.acting(as: "mallory"))
      let first = try await mallory.write("@bob psst", ["visibility": "direct"])
      #expect(try await bob.get("/api/v1/notifications?limit=80").column("status.id").contains(first) == false)
      let own = try await bob.write("@mallory what?", ["visibility": "direct"])
      let inner = try await mallory.write("@bob this", ["visibility": "direct", "in_reply_to_id": own])
      let answer = try await mallory.write("@bob and that", ["visibility": "direct", "in_reply_to_id": inner])
      let shown = try await bob.get("/api/v1/notifications?limit=2").column("status.id")
      #expect(shown == [answer, inner])
    }
  }

  @Test func whatNobodyCanFilterArrives() async throws {
    try await withSandbox { alice async throws in
      let everything = [
        "not_following", "not_followers", "new_accounts", "private_mentions", "limited_accounts", "bots",
      ].map { ("for_" + $0, "drop") }
      try await alice.submit(.patch, Self.path, everything)
      let before = try await alice.get("/api/v1/notifications?limit=1").ids
      _ = try await alice.acting(as: "mallory").submit(.post, "/api/v1/reports", [("account_id", "1")])
      #expect(try await alice.get("/api/v1/notifications?limit=1")["0.type"] == "admin.report")
      try await alice.post(
        "/api/v1/notifications/dismiss",
        [
          "id": try #require(try await alice.get("/api/v1/notifications?limit=1")["0.id"])
        ])
      let id = try await alice.write("so?")
      try await alice.acting(as: "mallory").post("/api/v1/statuses/\(id)/favourite")
      #expect(try await alice.get("/api/v1/notifications?limit=1").ids == before)
    }
  }

  @Test func aRequestIsAcceptedOrDismissed() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      try await bob.ask(.patch, Self.path, ["for_not_following": "filter"])
      let mallory = try await alice.acting(as: "mallory")
      let victor = try await alice.acting(as: "victor")
      let status = try await bob.write("so?")
      for writer in [mallory, victor, try await alice.acting(as: "judy")] {
        for number in 1...2 { _ = try await writer.write("@bob \(number)") }
        try await writer.post("/api/v1/statuses/\(status)/favourite")
      }
      let waiting = try await bob.get(Self.requests)
      #expect(Set(waiting.column("account.acct")) == ["mallory", "victor", "judy"])
      #expect(Set(waiting.column("notifications_count")) == ["2"])
      #expect(EntityShape.list(.notificationRequest).faults(in: waiting.json) == [])
      let policy = try await bob.get(Self.path)
      #expect(policy["summary.pending_requests_count"] == "3" && policy["summary.pending_notifications_count"] == "6")
      #expect(try await bob.get("/api/v2/notifications?types[]=mention")["notification_groups"] == "0")
      #expect(try await bob.get("/api/v1/notifications/unread_count?types[]=mention")["count"] == "0")

      #expect(try await bob.post("\(Self.requests)/\(Person.mallory)/accept").text == "{}")
      #expect(
        try await bob.get("/api/v1/notifications?types[]=mention").column("account.acct") == ["mallory", "mallory"])
      #expect(try await bob.get("/api/v1/notifications?types[]=favourite").column("account.acct") == ["mallory"])
      let next = try await mallory.write("@bob 3")
      #expect(try await bob.get("/api/v1/notifications?limit=1")["0.status.id"] == next)

      let ids = [("id[]", "\(Person.victor)"), ("id[]", "\(Person.judy)"), ("id[]", "777")]
      #expect(try await bob.submit(.post, "\(Self.requests)/dismiss", ids).text == "{}")
      #expect(try await bob.get(Self.requests).text == "[]")
      #expect(try await bob.get("\(Self.requests)/\(Person.victor)").status == 404)
      let left = try await bob.get("/api/v1/notifications?include_filtered=true&limit=80").column("account.acct")
      #expect(!left.contains("victor") && !left.contains("judy"))
      _ = try await victor.write("@bob again")
      #expect(try await bob.get(Self.requests).column("account.acct") == ["victor"], "it was not accepted")
      try await bob.submit(.post, "\(Self.requests)/accept", [("id[]", "\(Person.victor)")])
      #expect(try await bob.get("\(Self.requests)/merged")["merged"] == "true")
      #expect(try await bob.get("/api/v1/notifications?limit=1")["0.account.acct"] == "victor")
    }
  }

  @Test func theFirstVersionShowsTheSameRules() async throws {
    try await withSandbox { alice async throws in
      let path = "/api/v1/notifications/policy"
      #expect(try await alice.get(path)["filter_private_mentions"] == "true")
      for method in [HTTPRequest.Method.put, .patch] {
        let changed = try await alice.ask(
          method, path, ["filter_new_accounts": "true", "filter_private_mentions": "0"])
        #expect(changed["filter_new_accounts"] == "true" && changed["filter_private_mentions"] == "false")
        let policy = try await alice.get(Self.path)
        #expect(policy["for_new_accounts"] == "filter" && policy["for_private_mentions"] == "accept")
      }
      try await alice.ask(.put, Self.path, ["for_not_followers": "drop"])
      #expect(try await alice.get(path)["filter_not_followers"] == "true")
    }
  }

  @Test func aStreamIsSilentUntilTheRequestIsAccepted() async throws {
    let heard = try await withServer { note in
      _ = try note.ask("PATCH", Self.path, "for_not_following=filter")
      let robin = try note.ask("POST", "/sandbox/v1/personas", "acct=stranger@far.example")
      let token = robin.firstMatch(of: /"token":"([^"]+)"/).map { String($0.1) } ?? ""
      let id = robin.firstMatch(of: /"account":\{"id":"(\d+)"/).map { String($0.1) } ?? ""
      let stranger = ServerInfo(port: note.port, token: token, secret: "")
      let listener = try note.listen(to: "user/notification")
      _ = stranger.write("@alice one")
      _ = try note.ask("POST", "\(Self.requests)/\(id)/accept")
      _ = stranger.write("@alice two")
      return listener.text(upTo: "two")
    }
    #expect(heard?.contains("one") == false)
    let merged = try #require(heard?.range(of: "event: notifications_merged\ndata: 1\n\n"))
    let next = try #require(heard?.range(of: "event: notification\n"))
    #expect(merged.upperBound <= next.lowerBound)
  }
}

extension Visitor {
  /// Makes writers of every kind that a rule can name.
  fileprivate func prepareWriters() async throws {
    for name in ["newcomer", "limited", "automat"] { try await post("/sandbox/v1/personas", ["acct": name]) }
    try await tamper("UPDATE account SET createdAt = 0 WHERE username IN ('limited', 'automat')")
    try await tamper("UPDATE account SET silenced = 1 WHERE username = 'limited'")
    try await tamper("UPDATE account SET bot = 1 WHERE username = 'automat'")
    try await tamper("DELETE FROM follow WHERE accountId = 1 OR targetId = 1")
    try await tamper(
      """
      INSERT INTO follow (accountId, targetId) VALUES
        (1, (SELECT id FROM account WHERE username = 'carol')), (1, ?), (?, 1)
      """, [Int64(Sample.alice), Int64(Sample.alice)])
  }
}
