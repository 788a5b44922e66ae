import GRDB
import HTTPTypes
import TestSupport
import Testing

@testable import TuskSandbox

/// The time that the owner moves on.
@Suite struct ClockTests {
  private static let day = 86_400

  @Test func theClockGoesOnAndIsTold() async throws {
    try await withSandbox { alice async throws in
      let before = try await alice.get("/sandbox/v1/clock")
      #expect(before["ahead"] == "0")
      for (seconds, sum) in [(90, 90), (0, 90), (Self.day, Self.day + 90)] {
        let answer = try await alice.post("/sandbox/v1/clock", ["advance": "\(seconds)"])
        #expect(answer["ahead"] == "\(sum)")
        #expect(try await alice.get("/sandbox/v1/clock")["ahead"] == "\(sum)")
      }
      let start = try #require(before["now"].flatMap(Moment.init(parsing:)))
      let now = try #require(try await alice.get("/sandbox/v1/clock")["now"].flatMap(Moment.init(parsing:)))
      #expect(now.seconds(since: start) >= Self.day + 90)
      #expect(now.seconds(since: start) < Self.day + 3600)
    }
  }

  static let refused = ["-1", "", "soon", "1.5", "1e3", "0x10"]

  @Test func theClockDoesNotGoBackOrAstray() async throws {
    try await withSandbox { alice async throws in
      for advance in Self.refused {
        #expect(try await alice.post("/sandbox/v1/clock", ["advance": advance]).status == 422, "\(advance)")
      }
      #expect(try await alice.post("/sandbox/v1/clock").status == 422)
      var answers: [Int] = []
      for _ in 0..<5 { answers.append(try await alice.post("/sandbox/v1/clock", ["advance": "1000000000"]).status) }
      #expect(answers == [200, 200, 200, 422, 422])
      #expect(try await alice.write("in three thousand million seconds") != "")
      #expect(try await alice.get("/sandbox/v1/clock")["ahead"] == "3000000000")
    }
  }

  @Test func whatIsWrittenBearsTheTimeOfTheClock() async throws {
    try await withSandbox { alice async throws in
      let first = try await alice.get("/api/v1/statuses/\(try await alice.write("today"))")
      try await alice.advance(by: 100 * Self.day)
      let second = try await alice.get("/api/v1/statuses/\(try await alice.write("much later"))")
      let times = [first, second].compactMap { $0["created_at"].flatMap(Moment.init(parsing:)) }
      #expect(try #require(times.last).seconds(since: try #require(times.first)) >= 100 * Self.day)
      #expect(try #require(Int64(second["id"] ?? "")) > (try #require(Int64(first["id"] ?? ""))))
      #expect(try await alice.get("/api/v1/timelines/home?limit=1").ids == [second["id"]])
    }
  }

  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (4_102_444_799, "Thu, 31 Dec 2099 23:59:59 GMT"),
  ])
  func httpDatesAreAsRFC9110Has(seconds: Int64, date: String) {
    #expect(Moment(milliseconds: seconds * 1000 + 999).httpDate == date)
  }

  @Test func whoAskedAndWhoVotedHearOfTheEndOnce() async throws {
    try await withSandbox { alice async throws in
      let asked = try await alice.submit(
        .post, "/api/v1/statuses",
        [("status", "?"), ("poll[options][]", "a"), ("poll[options][]", "b"), ("poll[expires_in]", "86400")])
      let poll = try #require(asked["poll.id"])
      let voters = [try await alice.acting(as: "bob"), try await alice.playing("me@a.example")]
      for voter in voters { try await voter.post("/api/v1/polls/\(poll)/votes", ["choices[]": "1"]) }
      try await alice.advance(by: Self.day - 3600)
      #expect(try await alice.get("/api/v1/polls/\(poll)")["expired"] == "false")
      try await alice.advance(by: 3600)
      for _ in 0..<2 {
        #expect(try await alice.get("/api/v1/polls/\(poll)")["expired"] == "true")
        for person in voters + [alice] {
          let heard = try await person.get("/api/v1/notifications?types[]=poll&limit=80")
          #expect(heard.column("status.id").filter { $0 == asked["id"] }.count == 1)
          #expect(heard["0.created_at"] == asked["poll.expires_at"] && heard["0.account.username"] == "alice")
        }
        try await alice.advance(by: Self.day)
      }
      #expect(try await alice.acting(as: "erin").get("/api/v1/notifications?types[]=poll").ids == [])
    }
  }

  @Test func endsThatWereToldBeforeTheWorldBeganAreNotToldAgain() async throws {
    try await withSandbox { alice async throws in
      #expect(try await alice.get("/api/v1/notifications?types[]=poll&limit=80").ids == ["90", "71"])
    }
  }

  @Test func theHourOfAStatusComes() async throws {
    try await withSandbox { alice async throws in
      let now = try await alice.get("/sandbox/v1/clock")["now"].flatMap(Moment.init(parsing:))
      let time = try #require(now).adding(seconds: Self.day)
      try await alice.post("/api/v1/statuses", ["status": "#zebra", "scheduled_at": time.iso])
      #expect(try await alice.get("/api/v1/timelines/tag/zebra").ids == [])
      try await alice.advance(by: Self.day)
      #expect(try await alice.get("/api/v1/timelines/tag/zebra")["0.created_at"] == time.iso)
      #expect(try await alice.get("/api/v1/scheduled_statuses").ids == ["1"])
      try await alice.advance(by: 7 * Self.day)
      #expect(try await alice.get("/api/v1/scheduled_statuses").ids == [])
    }
  }

  @Test func keysAreForgottenAfterAnHour() async throws {
    try await withSandbox { alice async throws in
      let key = ["Idempotency-Key": "k"]
      let first = try await alice.ask(.post, "/api/v1/statuses", ["status": "once"], headers: key)
      try await alice.advance(by: 3000)
      #expect(try await alice.ask(.post, "/api/v1/statuses", ["status": "once"], headers: key)["id"] == first["id"])
      try await alice.advance(by: 600)
      #expect(try await alice.ask(.post, "/api/v1/statuses", ["status": "once"], headers: key)["id"] != first["id"])
    }
  }

  @Test func aStatusThatWaitsIsAskedForOnceToo() async throws {
    try await withSandbox { alice async throws in
      let headers = ["Idempotency-Key": "k"]
      let form: KeyValuePairs = ["status": "later", "scheduled_at": ScheduledTests.later]
      let first = try await alice.ask(.post, "/api/v1/statuses", form, headers: headers)
      #expect(try await alice.ask(.post, "/api/v1/statuses", form, headers: headers).text == first.text)
      let bob = try await alice.acting(as: "bob").ask(.post, "/api/v1/statuses", form, headers: headers)
      #expect(bob["id"] != first["id"])
      try await alice.ask(.delete, "/api/v1/scheduled_statuses/\(first["id"] ?? "")")
      let again = try await alice.ask(.post, "/api/v1/statuses", form, headers: headers)
      #expect(again["scheduled_at"] == first["scheduled_at"] && again["id"] != first["id"])
      #expect(try await alice.get("/api/v1/scheduled_statuses").ids == [again["id"], "1"])
    }
  }

  @Test func mutesEndAndFiltersLapse() async throws {
    try await withSandbox { alice async throws in
      try await alice.post("/api/v1/accounts/1/mute", ["duration": "3600"])
      try await alice.post("/api/v2/filters", ["title": "f", "context[]": "home", "expires_in": "3600"])
      #expect(try await alice.get("/api/v1/accounts/relationships?id=1")["0.muting"] == "true")
      try await alice.advance(by: 3601)
      #expect(try await alice.get("/api/v1/accounts/relationships?id=1")["0.muting"] == "false")
    }
  }

  @Test func limitsAreLiftedWhenTheirWindowIsOver() async throws {
    try await withSandbox(enforcingRateLimits: true) { alice async throws in
      var answers: [Int] = []
      while answers.count <= 60, answers.last != 429 { answers.append(try await alice.upload(Sample.png).status) }
      #expect(answers.last == 429)
      try await alice.advance(by: 1800)
      #expect(try await alice.upload(Sample.png).status == 200)
    }
  }

  @Test func theClockOutlivesTheServer() async throws {
    let folder = try TemporaryFolder()
    let sandbox = try Sandbox(database: folder.path + "/a.db")
    try await sandbox.database.write { try sandbox.controls.clock.advance(by: 777, in: $0) }
    try sandbox.close()
    let again = try Sandbox(database: folder.path + "/a.db")
    #expect(again.controls.clock.secondsAhead == 777)
    #expect(again.controls.clock.now.seconds(since: .now) >= 776)
    try again.close()
  }

  @Test func aStoppedClockGoesOnOnlyWhenAdvanced() async throws {
    let folder = try TemporaryFolder()
    var world = Sandbox.World()
    (world.clock, world.isEmpty) = (1_772_355_600, true)
    let sandbox = try Sandbox(database: folder.path + "/a.db", world: world)
    #expect(sandbox.controls.clock.now.iso == "2026-03-01T09:00:00.000Z")
    try await sandbox.database.write { try sandbox.controls.clock.advance(by: 60, in: $0) }
    try sandbox.close()
    let again = try Sandbox(database: folder.path + "/a.db")
    #expect(again.controls.clock.now.iso == "2026-03-01T09:01:00.000Z")
    #expect(again.controls.clock.isOwn)
    let accounts = try await again.database.read { try String.fetchAll($0, sql: "SELECT username FROM account") }
    #expect(accounts == ["alice"])
    #expect(try await again.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM status") } == 0)
    try again.close()
  }

  @Test func whatIsRolledBackDoesNotMoveTheClock() async throws {
    let folder = try TemporaryFolder()
    let sandbox = try Sandbox(database: folder.path + "/a.db")
    try? await sandbox.database.write { db in
      try sandbox.controls.clock.advance(by: 777, in: db)
      throw Refusal.notFound
    }
    #expect(sandbox.controls.clock.secondsAhead == 0)
    try sandbox.close()
  }
}

extension Visitor {
  func advance(by seconds: Int) async throws {
    #expect(try await post("/sandbox/v1/clock", ["advance": "\(seconds)"]).status == 200)
  }
}
