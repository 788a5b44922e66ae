import Testing
import TuskActions
import XCallbackURL

/// The times of schedules, which the next run goes on from.
struct JournalScheduleTests {
  private let scene: JournalScene

  init() throws {
    scene = try JournalScene()
  }

  private func last(_ schedule: String = "every 6h", script: String = "s", account: String = "a") async throws -> Int? {
    try await scene.run().lastTime(of: schedule, script: script, account: account)
  }

  private func set(
    _ time: Int, _ schedule: String = "every 6h", script: String = "s", account: String = "a"
  ) async throws {
    let last = try await last(schedule, script: script, account: account)
    #expect(try await scene.run().advance(schedule, from: last, to: time, script: script, account: account))
  }

  @Test func aScheduleThatNeverRanHasNoTime() async throws {
    #expect(try await last() == nil)
  }

  /// A clock that was wrong once must not stop a schedule for ever, so a time may go back.
  @Test(arguments: [100, 0, -1, 4_102_444_800, .max, .min])
  func theNextRunKnowsTheLastTime(time: Int) async throws {
    try await set(1_795_000_000)
    try await set(time)
    #expect(try await last() == time)
  }

  /// Of several processes that run the same script only one runs a schedule for a time.
  @Test(arguments: [nil, 0, 100, 300])
  func whoeverKnowsAnotherTimeRunsNothing(known: Int?) async throws {
    try await set(200)
    #expect(try await !scene.run().advance("every 6h", from: known, to: 400, script: "s", account: "a"))
    #expect(try await last() == 200)
    #expect(try await !scene.run().advance("every 1h", from: 7, to: 400, script: "s", account: "a"))
    #expect(try await last("every 1h") == nil)
  }

  @Test func everyScheduleOfEveryScriptAndAccountHasItsOwn() async throws {
    let owners = [("every 6h", "s", "a"), ("every 6h (2)", "s", "a"), ("every 6h", "t", "a"), ("every 6h", "s", "b")]
    for (time, owner) in owners.enumerated() { try await set(time, owner.0, script: owner.1, account: owner.2) }
    for (time, owner) in owners.enumerated() {
      #expect(try await last(owner.0, script: owner.1, account: owner.2) == time)
    }
  }

  @Test func aScheduleIsNoOccasion() async throws {
    try await set(100)
    #expect(try await scene.run().entries() == [])
    #expect(try await scene.run().forget() == 0)
    #expect(try await last() == nil)
  }
}
