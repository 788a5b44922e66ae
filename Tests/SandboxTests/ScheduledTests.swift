import GRDB
import HTTPTypes
import Testing

@testable import TuskSandbox

/// Statuses that wait, and what has become of them when their hour comes.
@Suite struct ScheduledTests {
  static let later = "2199-01-02T03:04:05.678Z"

  @Test func whatWasAskedForIsKept() async throws {
    try await withSandbox { alice async throws in
      let media = try #require(try await alice.upload(Sample.png)["id"])
      let waiting = try await alice.post(
        "/api/v1/statuses",
        [
          "status": "a&b=ü+%20 ", "scheduled_at": Self.later, "visibility": "private", "spoiler_text": "cw",
          "language": "de", "sensitive": "true", "in_reply_to_id": "123", "media_ids[]": media,
        ])
      let expected = [
        "params.text": "a&b=ü+%20 ", "params.visibility": "private", "params.spoiler_text": "cw",
        "params.language": "de", "params.sensitive": "true", "params.in_reply_to_id": "123", "params.poll": "null",
        "params.media_ids.0": media, "media_attachments.0.id": media, "scheduled_at": Self.later,
      ]
      for (place, value) in expected { #expect(waiting[place] == value, "\(place)") }
      let id = try #require(waiting["id"])
      #expect(try await alice.get("/api/v1/scheduled_statuses/\(id)").text == waiting.text)
      #expect(try await alice.get("/api/v1/scheduled_statuses").ids == [id, "1"])
      #expect(try await alice.get("/api/v1/accounts/\(Sample.alice)/statuses?limit=1")["0.spoiler_text"] != "cw")
    }
  }

  @Test func itsHourMakesItAStatus() async throws {
    try await withSandbox { alice async throws in
      let media = try #require(try await alice.upload(Sample.png)["id"])
      let waiting = try await alice.post(
        "/api/v1/statuses", ["status": "@bob #zebra", "scheduled_at": Self.later, "media_ids[]": media])
      let due = Moment.now.adding(seconds: -30)
      try await alice.tamper(
        "UPDATE scheduled SET scheduledAt = ? WHERE id = ?", [due, waiting["id"].flatMap { Int64($0) }])
      let bob = try await alice.acting(as: "bob")
      let heard = try await bob.get("/api/v1/notifications")
      #expect(heard["0.type"] == "mention")
      #expect(heard["0.status.created_at"] == due.iso)
      #expect(heard["0.status.media_attachments.0.id"] == media)
      #expect(heard["0.status.application.name"] == "Tusk")
      #expect(try await alice.get("/api/v1/timelines/tag/zebra").ids.count == 1)
      #expect(try await alice.get("/api/v1/scheduled_statuses").ids == ["1"])
    }
  }

  @Test func whatCanNoLongerBeSaidIsDropped() async throws {
    try await withSandbox { alice async throws in
      let parent = try await alice.write("soon gone")
      let reply = try await alice.post(
        "/api/v1/statuses", ["status": "zebra", "scheduled_at": Self.later, "in_reply_to_id": parent])
      try await alice.ask(.delete, "/api/v1/statuses/\(parent)")
      try await alice.tamper("UPDATE scheduled SET scheduledAt = 0")
      #expect(try await alice.get("/api/v1/scheduled_statuses/\(reply["id"] ?? "")").status == 404)
      #expect(try await alice.get("/api/v2/search?q=zebra&type=statuses")["statuses"] == "0")
      #expect(try await alice.get("/api/v2/search?q=happy+new+week&type=statuses")["statuses"] == "1")
    }
  }

  @Test func takingItBackFreesItsPictures() async throws {
    try await withSandbox { alice async throws in
      let media = try #require(try await alice.upload(Sample.png)["id"])
      let waiting = try await alice.post(
        "/api/v1/statuses", ["status": "x", "scheduled_at": Self.later, "media_ids[]": media])
      #expect(try await alice.post("/api/v1/statuses", ["status": "y", "media_ids[]": media]).status == 422)
      try await alice.ask(.delete, "/api/v1/scheduled_statuses/\(waiting["id"] ?? "")")
      #expect(try await alice.post("/api/v1/statuses", ["status": "y", "media_ids[]": media]).status == 200)
    }
  }

  /// When, how that is answered, and whether the status is out at once.
  static let times: [(String, Int, isOut: Bool)] = [
    ("1999-01-01T00:00:00Z", 200, true), ("", 200, true), ("tomorrow", 422, false),
    ("2199-13-01T00:00:00Z", 422, false),
    ("2199-01-01T00:00:00+02:00", 200, false), ("2199-01-01T00:00:00.5Z", 200, false), ("2199-01-01", 200, false),
    ("9999-12-31T23:59:59Z", 200, false), ("\0", 200, true),
  ]

  @Test func timesAreReadAsRailsReadsThem() async throws {
    try await withSandbox { alice async throws in
      for (time, status, isOut) in Self.times {
        let answer = try await alice.post("/api/v1/statuses", ["status": "x", "scheduled_at": time])
        #expect(answer.status == status, "\(time)")
        guard status == 200 else {
          #expect(answer["error"] == "Invalid date supplied")
          continue
        }
        #expect((answer["content"] != nil) == isOut, "\(time)")
        #expect((answer["scheduled_at"] != nil) == !isOut, "\(time)")
      }
      #expect(
        try await alice.get("/api/v1/scheduled_statuses").column("scheduled_at").contains("2198-12-31T22:00:00.000Z"))
    }
  }

  /// A new time for a waiting status, and the answer's status.
  static let changes: [(String?, Int)] = [
    ("2199-05-05T05:05:05Z", 200), ("2001-01-01T00:00:00Z", 422), ("later", 422), (nil, 422),
    (Moment.now.adding(seconds: 200).iso, 422),
  ]

  @Test func theHourIsMoved() async throws {
    try await withSandbox { alice async throws in
      for (time, status) in Self.changes {
        let pairs = time.map { [("scheduled_at", $0)] } ?? []
        let answer = try await alice.submit(.put, "/api/v1/scheduled_statuses/1", pairs)
        #expect(answer.status == status, "\(time ?? "nothing")")
      }
      let kept = try await alice.get("/api/v1/scheduled_statuses/1")
      #expect(kept["scheduled_at"] == "2199-05-05T05:05:05.000Z")
      #expect(kept["params.text"] == "Happy new week!")
    }
  }

  @Test func aStatusThatWouldBeRefusedDoesNotWait() async throws {
    try await withSandbox { alice async throws in
      for pairs in [
        [("status", "")], [("status", "x"), ("visibility", "loud")], [("status", "x"), ("media_ids[]", "1")],
      ] {
        let answer = try await alice.submit(.post, "/api/v1/statuses", pairs + [("scheduled_at", Self.later)])
        #expect(answer.status == 422, "\(pairs)")
      }
      #expect(try await alice.get("/api/v1/scheduled_statuses").ids == ["1"])
    }
  }
}
