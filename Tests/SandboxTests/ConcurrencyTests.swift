import GRDB
import HTTPTypes
import TestSupport
import Testing

@testable import TuskSandbox

/// Many who ask at once.
@Suite struct ConcurrencyTests {
  @Test func tenWritersLoseNothingAndShareNoID() async throws {
    try await withSandbox { alice async throws in
      let before = try await alice.number("SELECT statusesCount FROM account WHERE id = ?", [Person.alice])
      let ids = try await tenfold { writer in
        try await (0..<8).asyncMap { try await alice.write("writer \(writer) number \($0)") }
      }.flatMap { $0 }
      #expect(Set(ids).count == 80)
      #expect(ids.allSatisfy { Int64($0) != nil })
      let listed = try await alice.number("SELECT count(*) FROM status WHERE text LIKE 'writer % number %'")
      #expect(listed == 80)
      #expect(
        try await alice.number("SELECT statusesCount FROM account WHERE id = ?", [Person.alice]) == before + 80)
    }
  }

  @Test func aWritersStatusesAreInTheOrderInWhichTheyWereTaken() async throws {
    try await withSandbox { alice async throws in
      let runs = try await tenfold { writer in
        try await (0..<5).asyncMap { try await alice.write("\(writer) \($0)") }
      }
      for run in runs { #expect(run.compactMap { Int64($0) } == run.compactMap { Int64($0) }.sorted()) }
    }
  }

  @Test func oneKeyAtOnceMakesOneStatus() async throws {
    try await withSandbox { alice async throws in
      let bob = try await alice.acting(as: "bob")
      let answers = try await tenfold { number in
        try await (number < 7 ? alice : bob).ask(
          .post, "/api/v1/statuses", ["status": "once"], headers: ["Idempotency-Key": "k"])["id"]
      }
      #expect(Set(answers).count == 2)
      #expect(try await alice.number("SELECT count(*) FROM status WHERE text = 'once'") == 2)
      try await alice.tamper("UPDATE idempotency SET expiresAt = ?", [Moment.now])
      let later = try await alice.ask(
        .post, "/api/v1/statuses", ["status": "once"], headers: ["Idempotency-Key": "k"])
      #expect(!answers.contains(later["id"]))
    }
  }

  @Test func aKeyWhoseStatusIsGoneMakesAnother() async throws {
    try await withSandbox { alice async throws in
      let key = ["Idempotency-Key": "k"]
      let first = try #require(try await alice.ask(.post, "/api/v1/statuses", ["status": "x"], headers: key)["id"])
      try await alice.ask(.delete, "/api/v1/statuses/\(first)")
      let second = try await alice.ask(.post, "/api/v1/statuses", ["status": "y"], headers: key)
      #expect(second["content"] == "<p>y</p>")
      let refused = try await alice.ask(.post, "/api/v1/statuses", ["status": ""], headers: key)
      #expect(refused["id"] == second["id"])
    }
  }

  @Test func countersDoNotDriftWhenAllPullAtThem() async throws {
    try await withSandbox { alice async throws in
      let names = ["bob", "carol", "dora", "erin", "frank", "trent", "peggy", "victor", "judy", "heidi"]
      let people = try await names.asyncMap { try await alice.acting(as: $0) }
      let id = try await alice.write("?", ["poll[options][]": "a", "poll[options][0]": "b", "poll[expires_in]": "600"])
      let poll = try #require(try await alice.get("/api/v1/statuses/\(id)")["poll.id"])
      _ = try await tenfold { number in
        let person = people[number]
        for act in ["favourite", "favourite", "reblog", "unfavourite", "favourite", "reblog"] {
          try await person.post("/api/v1/statuses/\(id)/\(act)")
        }
        try await person.post("/api/v1/polls/\(poll)/votes", ["choices[]": "\(number % 2)"])
        return try await person.post("/api/v1/polls/\(poll)/votes", ["choices[]": "0"]).status
      }
      let status = try await alice.get("/api/v1/statuses/\(id)")
      for field in ["favourites_count", "reblogs_count", "poll.votes_count", "poll.voters_count"] {
        #expect(status[field] == "10", "\(field)")
      }
      #expect(status["poll.options.0.votes_count"] == "5")
      let told = try await alice.get("/api/v1/notifications?limit=80")
      #expect(told.column("status.id").filter { $0 == id }.count == 20)
    }
  }

  @Test func whoReadsWhileOthersWriteSeesWholeStatuses() async throws {
    try await withSandbox { alice async throws in
      let media = try await (0..<5).asyncMap { _ in try await alice.upload(Sample.png)["id"] ?? "" }
      let pages = try await tenfold { number -> [Answer] in
        guard number < 5 else {
          return try await (0..<6).asyncMap { _ in
            try await alice.get("/api/v1/accounts/\(Sample.alice)/statuses?limit=5")
          }
        }
        _ = try await alice.write("#whole @bob", ["media_ids[]": media[number]])
        return []
      }.flatMap { $0 }
      for page in pages {
        #expect(EntityShape.list(.status).faults(in: page.json) == [])
        for (index, content) in page.column("content").enumerated() where content.contains("whole") {
          #expect(page["\(index).media_attachments"] == "1")
          #expect(page["\(index).mentions.0.acct"] == "bob")
          #expect(page["\(index).tags.0.name"] == "whole")
        }
      }
    }
  }
}

/// Does ten things at once and gives what came of them, in their order.
private func tenfold<Result: Sendable>(
  _ act: @escaping @Sendable (Int) async throws -> Result
) async throws -> [Result] {
  try await withThrowingTaskGroup(of: (Int, Result).self) { group in
    for number in 0..<10 { group.addTask { (number, try await act(number)) } }
    return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
  }
}

extension Sequence {
  /// One after the other, as each waits.
  fileprivate func asyncMap<Result>(_ act: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await act(element)) }
    return results
  }
}
