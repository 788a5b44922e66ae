import Glibc
import TestSupport
import Testing
import TuskActions
import TuskCommon

/// Times of day on the days on which clocks are changed, as a whole run takes them.
struct TimeOfDayTests {
  /// Today in a time zone where it is about noon and where clocks are changed at two in the night.
  struct Day {
    let zone: String
    /// Midnight by the time of winter.
    let midnight: Int

    /// - Parameter toSummer: whether they are put forward, or else back.
    init(toSummer: Bool) {
      let now = time(nil)
      let west = now % 86_400 - 43_200
      let local = now - west
      var clock = time_t(local)
      var parts = tm()
      gmtime_r(&clock, &parts)
      let today = Int(parts.tm_yday)
      let other = (today + (toSummer ? 30 : 335)) % 365
      let rules = toSummer ? "\(today)/2,\(other)/2" : "\(other)/2,\(today)/2"
      zone = "WIN\(Self.clock(west))SUM\(Self.clock(west - 3600)),\(rules)"
      midnight = local - local % 86_400 + west
    }

    private static func clock(_ seconds: Int) -> String {
      let size = abs(seconds)
      return "\(seconds < 0 ? "-" : "+")\(size / 3600):\(size / 60 % 60):\(size % 60)"
    }
  }

  /// Which of these moments are not before a time of day.
  private func moments(_ moments: [Int], after time: String, in zone: String) async throws -> [Int] {
    let rows = moments.sorted(by: >).map { moment in
      #"{"id":"\#(moment)","created_at":"\#(Instant(seconds: moment).rfc3339)","account":{"id":"2","acct":"b@b.example"}}"#
    }
    var answers = LoopbackServer.everything
    answers["GET /api/v1/timelines/home"] = .body("[\(rows.joined(separator: ","))]")
    let run = try await TuskRun.of(
      ["-c", "timeline after=\(time) --ids"], home: try TemporaryFolder(), server: try LoopbackServer(answers),
      zone: zone)
    try #require(run.exit == 0, "\(run)")
    return run.lines.compactMap { Int($0.dropFirst("status:".count)) }.sorted()
  }

  @Test(arguments: [
    (true, "00:00", 0), (true, "01:59", 7140), (true, "03:00", 7200), (true, "12:00", 39_600), (true, "23:59", 82_740),
    (false, "00:00", -3600), (false, "00:59", -60), (false, "02:00", 7200), (false, "12:00", 43_200),
    (false, "23:59", 86_340),
  ])
  func aTimeIsTheClocksOwn(toSummer: Bool, text: String, seconds: Int) async throws {
    let day = Day(toSummer: toSummer)
    let moment = day.midnight + seconds
    let found = try await moments([moment - 1, moment, moment + 1], after: text, in: day.zone)
    #expect(found == [moment, moment + 1], "\(day)")
  }

  @Test(arguments: [(true, "02:30", [5400, 9000]), (false, "01:30", [1800, 5400])])
  func aTimeThatIsNotThereOrThereTwiceIsOneOfTheTwo(toSummer: Bool, text: String, seconds: [Int]) async throws {
    let day = Day(toSummer: toSummer)
    let both = seconds.map { day.midnight + $0 }
    let found = try await moments(both.flatMap { [$0 - 1, $0] }, after: text, in: day.zone)
    #expect(found == [both[0], both[1] - 1, both[1]] || found == [both[1]], "\(day)")
  }
}
