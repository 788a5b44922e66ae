import HTTPTypes
import TestSupport
import Testing

@testable import TuskSandbox

/// What becomes of accounts that moderators act upon.
@Suite struct SanctionTests {
  /// What is done, and what of the account says so afterwards.
  static let kinds: [(String, [String])] = [
    ("none", []), ("disable", ["disabled"]), ("silence", ["silenced"]), ("sensitive", ["sensitized"]),
    ("suspend", ["suspended"]),
  ]

  @Test func eachKindShowsAndSettlesWhatWasReported() async throws {
    for (kind, marks) in Self.kinds {
      try await withSandbox { alice async throws in
        let answer = try await alice.act(kind, on: Person.mallory, ["report_id": "4", "text": "please stop"])
        #expect(answer.status == 200 && answer.text == "{}", "\(kind)")
        let account = try await alice.get("/api/v1/admin/accounts/8")
        for mark in Self.kinds.flatMap(\.1) {
          #expect(account[mark] == (marks.contains(mark) ? "true" : "false"), "\(kind) \(mark)")
        }
        #expect(EntityShape.adminAccount.faults(in: account.json) == [], "\(kind)")
        #expect(try await alice.get("/api/v1/admin/reports/4")["action_taken_by_account.username"] == "alice")
        #expect(try await alice.get("/api/v1/admin/reports").ids == ["5", "3", "2"], "\(kind)")
      }
    }
  }

  @Test func aWarningReachesWhomItWarns() async throws {
    try await withSandbox { alice async throws in
      let mallory = try await alice.acting(as: "mallory")
      try await alice.act("sensitive", on: Person.mallory, ["text": "cover them"])
      let heard = try await mallory.get("/api/v1/notifications?limit=1")
      #expect(heard["0.type"] == "moderation_warning" && heard["0.account.username"] == "mallory")
      #expect(heard["0.moderation_warning.text"] == "cover them")
      #expect(heard["0.moderation_warning.action"] == "mark_statuses_as_sensitive")
      #expect(EntityShape.notification.faults(in: (heard.json as? [Any])?.first) == [])
    }
  }

  @Test func aWordSettlesOneReportAndAnActionAll() async throws {
    try await withSandbox { alice async throws in
      let target = ["account_id": "\(Person.victor)"]
      for _ in 0..<3 { try await alice.submit(.post, "/api/v1/reports", target.map { ($0.key, $0.value) }) }
      try await alice.act("none", on: Person.victor, ["report_id": "6"])
      #expect(try await alice.get("/api/v1/admin/reports?target_account_id=\(Person.victor)").ids == ["8", "7"])
      try await alice.act("silence", on: Person.victor)
      #expect(try await alice.get("/api/v1/admin/reports?target_account_id=\(Person.victor)").ids == [])
    }
  }

  @Test func whoIsLimitedIsKeptFromThePublicOnly() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      let id = try await bob.write("quiet now #zebra")
      try await alice.act("silence", on: Person.bob)
      for path in ["timelines/public", "timelines/public?local=1", "timelines/tag/zebra"] {
        #expect(try await alice.get("/api/v1/\(path)").ids.contains(id) == false, "\(path)")
      }
      for path in ["timelines/home", "accounts/1/statuses", "timelines/list/1"] {
        #expect(try await alice.get("/api/v1/\(path)").ids.contains(id), "\(path)")
      }
      let account = try await alice.get("/api/v1/accounts/1")
      #expect(account["limited"] == "true" && account["suspended"] == nil && account["display_name"] == "Bob")
      #expect(try await bob.get("/api/v1/timelines/home").status == 200)
      #expect(try await alice.post("/api/v1/admin/accounts/1/unsilence")["silenced"] == "false")
      #expect(try await alice.get("/api/v1/timelines/tag/zebra").ids == [id])
      #expect(try await alice.get("/api/v1/accounts/1")["limited"] == nil)
    }
  }

  @Test func whoIsSuspendedIsNotHeardAtAll() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      let id = try await bob.write("gone soon #zebra")
      try await alice.act("suspend", on: Person.bob)
      for path in ["timelines/public", "timelines/tag/zebra", "timelines/home", "timelines/list/1"] {
        #expect(try await alice.get("/api/v1/\(path)").ids.contains(id) == false, "\(path)")
      }
      #expect(try await alice.get("/api/v1/statuses/\(id)").status == 404)
      #expect(try await alice.stranger.get("/api/v1/statuses/\(id)").status == 404)
      #expect(try await alice.get("/api/v1/accounts/1/statuses").ids == [])
      let account = try await alice.get("/api/v1/accounts/1")
      #expect(account["suspended"] == "true" && account["display_name"] == "" && account["acct"] == "bob")
      #expect(try await bob.get("/api/v1/timelines/home")["error"] == "Your login is currently disabled")
      #expect(try await bob.post("/api/v1/statuses", ["status": "still here?"]).status == 403)
      try await alice.post("/api/v1/admin/accounts/1/unsuspend")
      #expect(try await alice.get("/api/v1/statuses/\(id)").status == 200)
      #expect(try await bob.get("/api/v1/timelines/home").status == 200)
    }
  }

  @Test func whoseSignInIsTakenAwayIsStillRead() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      try await alice.act("disable", on: Person.bob)
      #expect(try await bob.get("/api/v1/accounts/verify_credentials").status == 403)
      #expect(try await alice.get("/api/v1/statuses/123").status == 200)
      try await alice.post("/api/v1/admin/accounts/1/enable")
      #expect(try await bob.get("/api/v1/accounts/verify_credentials").status == 200)
    }
  }

  @Test func whatIsCoveredIsCoveredEverywhere() async throws {
    try await withSandbox { alice async throws in
      try await alice.act("sensitive", on: Person.bob)
      #expect(try await alice.get("/api/v1/statuses/123")["sensitive"] == "true")
      #expect(try await alice.get("/api/v1/statuses/42")["sensitive"] == "false")
      try await alice.post("/api/v1/admin/accounts/1/unsensitive")
      #expect(try await alice.get("/api/v1/statuses/123")["sensitive"] == "false")
    }
  }

  /// On whom, with what, and how that is refused.
  static let refused: [(Int64, KeyValuePairs<String, String>, Int)] = [
    (Person.mallory, [:], 422), (Person.mallory, ["type": "delete"], 422), (Person.mallory, ["type": "SUSPEND"], 422),
    (Person.alice, ["type": "suspend"], 403), (Person.zoe, ["type": "disable"], 422), (99, ["type": "none"], 404),
    (Person.mallory, ["type": "none", "report_id": "99"], 404),
    (Person.mallory, ["type": "suspend", "report_id": "5"], 404),
  ]

  @Test func nothingIsDoneByMistake() async throws {
    try await withSandbox { alice async throws in
      for (id, form, status) in Self.refused {
        #expect(try await alice.post("/api/v1/admin/accounts/\(id)/action", form).status == status, "\(id) \(form)")
      }
      #expect(try await alice.number("SELECT count(*) FROM account WHERE suspended OR disabled") == 0)
      #expect(try await alice.get("/api/v1/admin/reports").ids.count == 4)
    }
  }
}

extension Visitor {
  @discardableResult fileprivate func act(
    _ kind: String, on target: Int64, _ more: KeyValuePairs<String, String> = [:]
  ) async throws -> Answer {
    try await submit(
      .post, "/api/v1/admin/accounts/\(target)/action", [("type", kind)] + more.map { ($0.key, $0.value) })
  }
}
