import JSONValue
import Synchronization
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// Blocks that run at certain times, by a clock that nobody waits for. It begins on Sunday 2026-03-01 at 12:00 UTC.
@Suite(.timeLimit(.minutes(5)))
struct ScheduleTests {
  private static let hour = 3600

  /// What ran, with the seconds since the start before it.
  private func runs(
    _ script: String, hours: Int = 24, ledger: TestLedger? = nil, answering answer: @escaping @Sendable () -> Void = {}
  ) async throws -> [String] {
    let clock = TestClock(limit: hours * Self.hour)
    let scene = Scene(Scene.Surroundings(ledger: ledger, clock: clock)) { url in
      answer()
      return .success([CallbackURL.Pair("url", "\(clock.now - TestClock.start)")])
    }
    #expect(try await scene.run(script) == .success)
    return zip(scene.told("result "), scene.calls).map { answer, call in
      "\((try? JSON(parsing: answer))?["url"]?.string ?? "") \(call.dropFirst("setThing ".count))"
    }
  }

  @Test(arguments: [
    ("every 6h\nset a\nend", ["0 a", "21600 a", "43200 a", "64800 a"]),
    ("every 10h\nset a\nend\nevery 15h\nset b\nend", ["0 a", "0 b", "36000 a", "54000 b", "72000 a"]),
    ("at 13:00 zone=UTC\nset a\nend", ["3600 a"]), ("at 11:00 zone=UTC\nset a\nend", ["82800 a"]),
    ("at 13:00 zone=Europe/Berlin\nset a\nend", []), ("at 14:00 zone=Europe/Berlin\nset a\nend", ["3600 a"]),
    ("at 13:00 zone=UTC days=[mon]\nset a\nend", []), ("at 13:00 zone=UTC days=[sat sun]\nset a\nend", ["3600 a"]),
    ("at 13:00 zone=UTC days=sun\nset a\nend", ["3600 a"]),
    ("set x\nevery 20h\nset a\nend\nset y", ["0 x", "0 y", "0 a", "72000 a"]),
    ("every 10h\nset a\nwait 25h\nend", ["0 a"]),
    ("let n = 1\nevery 10h\nset \"$n\"\nlet n = 2\nend", ["0 1", "36000 2", "72000 2"]),
    ("every 20h\nset a\nend\nevery 20h\nset b\nend", ["0 a", "0 b", "72000 a", "72000 b"]),
  ])
  func blocksRunAtTheirTimes(script: String, runs: [String]) async throws {
    let found = try await self.runs(script)
    #expect(found == runs.filter { !script.contains("13:00 zone=Europe") || !$0.isEmpty })
  }

  @Test(arguments: [-86_400, -3600, 3600, 86_400])
  func intervalsAreCountedByAClockThatNobodySets(seconds: Int) async throws {
    let clock = TestClock(limit: 24 * Self.hour)
    let ledger = TestLedger()
    let times = Mutex<[Int]>([])
    let scene = Scene(Scene.Surroundings(ledger: ledger, clock: clock)) { _ in
      let isFirst = times.withLock { times in
        times.append(clock.elapsed)
        return times.count == 1
      }
      if isFirst { clock.set(by: seconds) }
      return .success([])
    }
    #expect(try await scene.run("every 6h\nset a\nend") == .success)
    #expect(times.withLock { $0 } == [0, 21600, 43200, 64800])
  }

  @Test func jitterOnlyPutsOff() async throws {
    let found = try await runs("every 2h jitter=30m\nset a\nend", hours: 100)
    let times = found.compactMap { Int($0.split(separator: " ")[0]) }
    #expect(times.count >= 49)
    for (index, time) in times.enumerated() {
      #expect((0...1800).contains(time - index * 7200))
    }
    #expect(Set(times.map { $0 % 7200 }).count > 10)
  }

  @Test(arguments: [
    (["every 6h": TestClock.start - 1 * 3600], ["18000 a", "39600 a", "61200 a", "82800 a"]),
    (["every 6h": TestClock.start - 6 * 3600], ["0 a", "21600 a", "43200 a", "64800 a"]),
    (["every 6h": TestClock.start - 100 * 3600], ["0 a", "7200 a", "28800 a", "50400 a", "72000 a"]),
    (["every 6h": TestClock.start + 100 * 3600], ["21600 a", "43200 a", "64800 a"]),
  ])
  func aTimeThatWasMissedIsMadeUpForOnce(times: [String: Int], runs: [String]) async throws {
    #expect(try await self.runs("every 6h\nset a\nend", ledger: TestLedger(times: times)) == runs)
  }

  @Test(arguments: [
    (TestClock.start - 1 * 3600, ["82800 a"]), (TestClock.start - 2 * 3600, ["0 a", "82800 a"]),
    (TestClock.start - 200 * 3600, ["0 a", "82800 a"]),
    // Recorded before the clock was set back a little, and by a clock that was wrong.
    (TestClock.start + 23 * 3600, []), (TestClock.start + 100 * 3600, ["82800 a"]),
  ])
  func aDayThatWasMissedIsMadeUpForOnce(last: Int, runs: [String]) async throws {
    let ledger = TestLedger(times: ["at 11:00": last])
    #expect(try await self.runs("at 11:00 zone=UTC\nset a\nend", ledger: ledger) == runs)
  }

  /// A script that is ended before the first run, and started again after its time, makes up for it.
  @Test func theStartCountsAsTheTimeBeforeTheFirstRun() async throws {
    let ledger = TestLedger()
    #expect(try await runs("at 14:00 zone=UTC\nset a\nend\nevery 1h\nset b\nend", hours: 1, ledger: ledger) == ["0 b"])
    #expect(try await ledger.lastTime(of: "at 14:00") == TestClock.start)
  }

  @Test func aBlockThatTakesLongSkipsWhatItMissed() async throws {
    let clock = TestClock(limit: 24 * Self.hour)
    let scene = Scene([:], Scene.Surroundings(clock: clock))
    try await scene.run("every 1h\nset a\nwait 5h\nend")
    #expect(scene.urls.count == 5)
  }

  /// While another block ran, or the machine slept.
  @Test(arguments: [
    ("every 6h\nset a\nend\nevery 30d\nwait 40h\nend", 50, ["0 a", "144000 a", "151200 a", "172800 a"]),
    ("every 6h jitter=1s\nset a\nend\nevery 30d\nwait 40h\nend", 41, ["0 a", "144000 a"]),
    ("at 13:00 zone=UTC\nset a\nend\nevery 30d\nwait 80h\nend", 100, ["288000 a", "349200 a"]),
    ("at 13:00 zone=UTC days=[mon]\nset a\nend\nevery 99d\nwait 800h\nend", 870, ["2880000 a", "3114000 a"]),
  ])
  func timesThatWereMissedMeanwhileAreMadeUpForOnce(script: String, hours: Int, runs: [String]) async throws {
    #expect(try await self.runs(script, hours: hours) == runs)
  }

  @Test func whatRanIsRecorded() async throws {
    let ledger = TestLedger()
    _ = try await runs("every 12h\nset a\nend\nevery 12h\nset b\nend", ledger: ledger)
    let names = await Set(ledger.calls)
    #expect(names == ["runs every 12h", "runs every 12h (2)"])
  }

  @Test func exitWithinEndsThemAll() async throws {
    let scene = Scene([:], Scene.Surroundings(clock: TestClock(limit: 1000 * Self.hour)))
    #expect(try await scene.run("every 1h\nset a\nend\nevery 5h\nif 1 == 1\nexit 7\nend\nend")?.rawValue == 7)
    #expect(scene.calls == ["setThing a"])
  }

  /// Whatever starts a script again after each error would otherwise post again each time.
  @Test func anErrorEndsThemAllAndTheTimeCountsAsRun() async throws {
    let ledger = TestLedger()
    let scene = Scene(Scene.Surroundings(ledger: ledger)) { _ in .failure(Failure(.notFound, "no")) }
    #expect(await scene.failure("every 1h\nset a\nend")?.exitCode == .refused)
    #expect(await ledger.calls == ["runs every 1h"])
  }

  @Test(arguments: [
    ("every 1h\nonce k\nset a\nend\nwait 10m\nonce l\nset b\nend\nend", ["setThing b"], "starts again"),
    ("every 1h\nfor x in [a] once=$x\nset $x\nend\nwait 10m\nend", [], "starts again"),
    ("every 1h\nset a\nwait 10m\nend", [], "is not repeated, because it does 'set' outside of 'once'"),
    (
      "def d\nset a\nend\nevery 1h\nd\nwait 10m\nend", [],
      "is not repeated, because it does 'set' outside of 'once'"
    ),
    (
      "every 1h\nrun true\nwait 10m\nend", [],
      "is not repeated, because it runs the program true outside of 'once'"
    ),
  ])
  func aStoppedRunStartsAgainIfChangesAreOnce(script: String, calls: [String], told: String) async throws {
    let (ledger, clock) = (TestLedger(), TestClock(lasts: true))
    let first = Scene([:], Scene.Surroundings(ledger: ledger, clock: clock))
    let work = Task { await first.failure(script) }
    await clock.someoneSleeps()
    work.cancel()
    #expect(await work.value?.kind == .interrupted)
    for notes in [["every 1h: its last run was interrupted and \(told)"], []] {
      let clock = TestClock(limit: Self.hour / 2)
      let next = Scene([:], Scene.Surroundings(ledger: ledger, clock: clock))
      #expect(try await next.run(script) == .success)
      #expect(next.told("stderr ") == notes && next.calls == (notes.isEmpty ? [] : calls))
    }
  }

  @Test func aFailedRunIsNotRepeated() async throws {
    let ledger = TestLedger()
    let script = "every 1h\nonce k\nset a\nend\nend"
    let first = Scene(Scene.Surroundings(ledger: ledger)) { _ in .failure(Failure(.notFound, "no")) }
    #expect(await first.failure(script) != nil)
    let next = Scene([:], Scene.Surroundings(ledger: ledger, clock: TestClock(limit: Self.hour / 2)))
    #expect(try await next.run(script) == .success)
    #expect(next.calls == [] && next.told("stderr ") == [])
  }

  /// Both begin at the same time; the second sees that the first has run, and waits for the next time.
  @Test func whatAnotherProcessHasRunIsNotRunAgain() async throws {
    let ledger = TestLedger(meanwhile: ["every 12h": TestClock.start])
    #expect(try await runs("every 12h\nset a\nend", ledger: ledger) == ["43200 a"])
  }

  @Test func aRunOfAnotherProcessIsNotTakenForStopped() async throws {
    let ledger = TestLedger(meanwhile: ["every 12h": TestClock.start])
    let scene = Scene([:], Scene.Surroundings(ledger: ledger, clock: TestClock(limit: 13 * Self.hour)))
    try await scene.run("every 12h\nset a\nend")
    #expect(scene.calls == ["setThing a"] && scene.told("stderr ") == [])
  }

  @Test func aBlockActsAsWhoSetItUp() async throws {
    let scene = Scene([:], Scene.Surroundings(clock: TestClock(limit: 5 * Self.hour)))
    try await scene.run("as @b@b.example\nevery 3h\nset a\nend\nend\nevery 3h\nset b\nend")
    #expect(scene.allOptions.map(\.account) == ["@b@b.example", nil, "@b@b.example", nil])
  }

  @Test func atThePromptTheyBeginAtOnce() async throws {
    let scene = Scene(
      [:], Scene.Surroundings(clock: TestClock(limit: 2 * Self.hour), schedulesAtOnce: true))
    try await scene.run("every 1h\nset a\nend\nset b")
    #expect(scene.calls == ["setThing a", "setThing a"])
  }

  @Test func oneThatEndedAtThePromptDoesNotRunWithTheNext() async throws {
    let scene = Scene(Scene.Surroundings(clock: TestClock(limit: 3 * Self.hour), schedulesAtOnce: true)) { url in
      url.description.contains("fails") ? .failure(Failure(.notFound, "no")) : .success([])
    }
    try await scene.run("try\nevery 1h\nset fails\nend\nend\nevery 1h\nset b\nend")
    #expect(scene.calls.filter { $0.contains("fails") }.count == 1 && scene.calls.count > 2)
  }

  @Test func exitAfterTheSimulatedTimeWorksAtThePromptOnly() async throws {
    for (isPrompt, code) in [(true, 3), (false, 0)] {
      let clock = TestClock(limit: 2 * Self.hour)
      let scene = Scene([:], Scene.Surroundings(clock: clock, schedulesAtOnce: isPrompt))
      #expect(try await scene.run("wait 2h\nexit 3\nset a")?.rawValue == Int32(code))
      #expect(scene.calls.isEmpty)
    }
  }

  @Test func aRehearsalShowsThemOnce() async throws {
    let scene = Scene()
    try await scene.run("every 6h jitter=5m\nset a\nend\nat 13:00 zone=UTC\nset b\nend", rehearses: true)
    #expect(scene.planned.isEmpty)
    #expect(
      scene.told("noted ") == [
        "every 6h, next at 2026-03-01T12:00:00Z:", "would: tusker://x-callback-url/setThing?text=a",
        "at 13:00, next at 2026-03-01T13:00:00Z:", "would: tusker://x-callback-url/setThing?text=b",
      ])
  }

  @Test func aRehearsalKnowsWhenTheyLastRan() async throws {
    let ledger = TestLedger(times: ["every 6h": TestClock.start - 3600, "at 11:00": TestClock.start - 30 * 3600])
    let scene = Scene([:], Scene.Surroundings(ledger: ledger))
    try await scene.run("every 6h\nset a\nend\nat 11:00 zone=UTC\nset b\nend", rehearses: true)
    let heads = scene.told("noted ").filter { $0.contains("next at") }
    #expect(heads == ["every 6h, next at 2026-03-01T17:00:00Z:", "at 11:00, next at 2026-03-01T12:00:00Z:"])
  }

  @Test func theyWaitUntilTheyAreWithdrawn() async throws {
    let clock = TestClock(lasts: true)
    let scene = Scene([:], Scene.Surroundings(clock: clock))
    let work = Task { await scene.failure("at 13:00 zone=UTC\nset a\nend") }
    await clock.someoneSleeps()
    work.cancel()
    #expect(await work.value?.kind == .interrupted)
    #expect(scene.urls.isEmpty)
  }
}
