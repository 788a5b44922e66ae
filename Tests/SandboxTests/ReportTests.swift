import HTTPTypes
import TestSupport
import Testing

@testable import TuskSandbox

/// Reports, from those who file them to those who settle them.
@Suite struct ReportTests {
  private static let queue = "/api/v1/admin/reports"

  @Test func theQueueHoldsEachKindAndTheSettledOnesApart() async throws {
    try await withSandbox { alice async throws in
      let open = try await alice.get(Self.queue)
      #expect(open.column("category") == ["violation", "other", "spam", "spam"])
      #expect(open.ids == ["5", "4", "3", "2"])
      #expect(open["0.rules.0.text"] == "Describe your pictures" && open["0.rules.1.id"] == "1")
      #expect(open["2.statuses"] == "2" && open["2.statuses.0.account.username"] == "you_have_won")
      #expect(open["1.comment"] == "Sends me control characters.\nPlease have a look.")
      let settled = try await alice.get(Self.queue + "?resolved=true")
      #expect(settled.ids == ["1"])
      #expect(settled["0.action_taken_by_account.username"] == "alice")
    }
  }

  /// A script may tell a pest by its numbers.
  @Test func aPestIsSmall() async throws {
    try await withSandbox { alice async throws in
      let target = try await alice.get(Self.queue + "/3")["target_account.id"] ?? ""
      let pest = try await alice.get("/api/v1/accounts/\(target)")
      let followers = pest["followers_count"].flatMap { Int($0) }
      let statuses = pest["statuses_count"].flatMap { Int($0) }
      #expect(try #require(followers) < 3)
      #expect(try (1..<10).contains(#require(statuses)))
    }
  }

  /// What is asked of the queue, and the ids that it gives.
  static let questions: [(String, [String])] = [
    ("limit=2", ["5", "4"]), ("limit=2&max_id=4", ["3", "2"]), ("min_id=3&limit=1", ["4"]), ("since_id=4", ["5"]),
    ("account_id=1", ["3"]), ("account_id=\(Person.peggy)", ["5"]), ("account_id=\(Person.erin)", []),
    ("target_account_id=\(Person.mallory)", ["4"]), ("target_account_id=\(Person.mallory)&resolved=1", ["1"]),
    ("target_account_id=\(Person.mallory)&account_id=2&resolved=1", ["1"]), ("resolved=false", ["5", "4", "3", "2"]),
    ("account_id=nobody", ["5", "4", "3", "2"]), ("limit=0", []),
  ]

  @Test func theQueueIsReadInParts() async throws {
    try await withSandbox { alice async throws in
      for (question, ids) in Self.questions {
        #expect(try await alice.get("\(Self.queue)?\(question)").ids == ids, "\(question)")
      }
      let first = try await alice.get(Self.queue + "?limit=3")
      let second = try await alice.get(#require(first.link("next")))
      #expect(second.ids == ["2"])
      #expect(second.link("next") == nil)
      #expect(try await alice.get(#require(second.link("prev"))).ids == first.ids)
    }
  }

  @Test func settlingIsUndone() async throws {
    try await withSandbox { alice async throws in
      let settled = try await alice.post(Self.queue + "/4/resolve")
      #expect(settled["action_taken"] == "true" && settled["action_taken_at"] != "null")
      #expect(settled["action_taken_by_account.account.acct"] == "alice")
      #expect(EntityShape.adminReport.faults(in: settled.json) == [])
      #expect(try await alice.get(Self.queue + "?resolved=1").ids == ["4", "1"])
      let reopened = try await alice.post(Self.queue + "/4/reopen")
      #expect(reopened["action_taken"] == "false" && reopened["action_taken_by_account"] == "null")
      #expect(try await alice.get(Self.queue).ids == ["5", "4", "3", "2"])
      #expect(try await alice.post(Self.queue + "/2/assign_to_self")["assigned_account.username"] == "alice")
      #expect(try await alice.get(Self.queue + "/2")["assigned_account.id"] == Sample.alice)
      #expect(try await alice.post(Self.queue + "/2/unassign")["assigned_account"] == "null")
    }
  }

  @Test func whatIsFiledIsInTheQueueAndInTheNotifications() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      let status = try await alice.acting(as: "victor").write("rude words")
      let filed = try await bob.submit(
        .post, "/api/v1/reports",
        [
          ("account_id", "\(Person.victor)"), ("status_ids[]", status), ("status_ids[]", "1"), ("rule_ids[]", "1"),
          ("comment", "rude"), ("forward", "true"),
        ])
      #expect(filed["category"] == "violation" && filed["comment"] == "rude" && filed["forwarded"] == "false")
      #expect(filed["status_ids"] == "1" && filed["status_ids.0"] == status, "another's status is no evidence")
      let id = try #require(filed["id"])
      let newest = try await alice.get(Self.queue)
      #expect(newest["0.id"] == id && newest["0.account.username"] == "bob")
      #expect(newest["0.statuses.0.id"] == status && newest["0.rules.0.id"] == "1")
      let heard = try await alice.get("/api/v1/notifications?limit=1")
      #expect(heard["0.type"] == "admin.report" && heard["0.report.id"] == id)
      #expect(try await bob.get("/api/v1/notifications?types[]=admin.report").ids == [])
    }
  }

  @Test func theReportThatAliceHeardOfIsOneOfTheQueue() async throws {
    try await withSandbox { alice async throws in
      let heard = try await alice.get("/api/v1/notifications/78")
      let report = try await alice.get("\(Self.queue)/\(heard["report.id"] ?? "")")
      #expect(report["target_account.username"] == "best_offers")
      #expect(report["comment"] == heard["report.comment"])
    }
  }

  /// Forms that are refused, and with what.
  static let refused: [([(String, String)], Int, String)] = [
    ([], 404, "Record not found"), ([("account_id", "77")], 404, "Record not found"),
    ([("account_id", "x")], 404, "Record not found"),
    ([("account_id", "8"), ("category", "boredom")], 422, "'boredom' is not a valid category"),
    ([("account_id", "8"), ("rule_ids[]", "4")], 422, "Validation failed: Rule ids does not reference valid rules"),
    ([("account_id", "8"), ("rule_ids[]", "'")], 422, "Validation failed: Rule ids does not reference valid rules"),
    (
      [("account_id", "8"), ("comment", String(repeating: "x", count: 1001))], 422,
      "Validation failed: Comment is too long (maximum is 1000 characters)"
    ),
  ]

  @Test func complaintsAboutNothingAreRefused() async throws {
    try await withSandbox { alice async throws in
      for (pairs, status, words) in Self.refused {
        let answer = try await alice.submit(.post, "/api/v1/reports", pairs)
        #expect(answer.status == status && answer["error"] == words, "\(pairs)")
      }
      #expect(try await alice.number("SELECT count(*) FROM report") == 5)
      for name in ["", "/resolve", "/reopen", "/assign_to_self", "/unassign"] {
        for id in ["0", "99", "x", "-1"] {
          let answer = try await alice.ask(name.isEmpty ? .get : .post, "\(Self.queue)/\(id)\(name)")
          #expect(answer.status == 404, "\(id)\(name)")
        }
      }
    }
  }
}
