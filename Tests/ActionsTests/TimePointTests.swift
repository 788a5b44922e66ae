import Fediverse
import Foundation
import JSONValue
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// Times as requests spell them.
struct TimePointTests {
  @Test(
    arguments: [
      ("0s", 0), ("30s", 30), ("5m", 300), ("1h", 3600), ("2d", 172_800), ("1w", 604_800), ("1ms", 1), ("999ms", 1),
      ("1000ms", 1), ("1001ms", 2), ("0ms", 0), ("007d", 604_800), ("3153600000000ms", 3_153_600_000),
      ("36500d", 3_153_600_000),
    ])
  func aDurationIsOneNumberAndOneUnit(text: String, seconds: Int) {
    #expect(TimePoint(text) == .ago(seconds))
  }

  @Test(arguments: [
    "", "5", "d", "5 d", " 5d", "5d ", "-5d", "+5d", "5D", "1h30m", "1.5h", "5y", "5min", "٥d", "5\u{301}d",
    "36501d", "3153600001s", "9223372036854775807ms", "9223372036854775807s", "9223372036854775808ms",
    "99999999999999999999d", "5d\u{0}", "d5", "0x5d",
  ])
  func whatIsNoDurationIsNone(text: String) {
    #expect(TimePoint(text) == nil)
  }

  @Test(arguments: [("2026-12-24", 24), ("2026-12-01", 1), ("2026-12-32", nil), ("2026-02-29", nil)])
  func aDateIsTheStartOfItsDay(text: String, day: Int?) {
    #expect(TimePoint(text) == day.map { .day(CivilTime(year: 2026, month: 12, day: $0)) })
  }

  @Test(arguments: [("00:00", 0, 0), ("09:05", 9, 5), ("23:59", 23, 59), ("12:30", 12, 30)])
  func aTimeOfDayIsTwoDigitsEach(text: String, hour: Int, minute: Int) throws {
    let time = try #require(TimeOfDay(text))
    #expect(time.hour == hour && time.minute == minute)
    #expect(TimePoint(text) == .today(time))
  }

  @Test(arguments: [
    "24:00", "12:60", "9:05", "+9:05", "09:+5", "-0:00", "9:005", "009:5", "09:05:00", "0905", "12:", ":12", "::::",
    "٠٩:٠٥", "12:3a", "12.30", "1 :30",
  ])
  func whatIsNoTimeOfDayIsNone(text: String) {
    #expect(TimePoint(text) == nil)
  }

  @Test(
    arguments: [
      ("2024-01-02T03:04:05Z", 1_704_164_645), ("2024-01-02t03:04:05z", 1_704_164_645),
      ("2024-01-02T05:04:05+02:00", 1_704_164_645), ("2024-01-01T23:04:05-04:00", 1_704_164_645),
      ("1969-12-31T23:59:59Z", -1),
    ])
  func aDateWithATimeIsRFC3339(text: String, seconds: Int) {
    #expect(TimePoint(text) == .at(Timestamp(seconds: seconds)))
  }

  @Test(arguments: [
    "2024-13-01T00:00:00Z", "2024-02-30T00:00:00Z", "T", "yesterday", "2024-01-02 03:04", "now", "Tuesday",
  ])
  func whatIsNoDateIsNone(text: String) {
    #expect(TimePoint(text) == nil)
  }

  @Test(arguments: ["before", "after", "since"], ["", "soon", "5", "25:00", "2024", "-1d"])
  func aRequestTellsWhatATimeLooksLike(name: String, value: String) async throws {
    let engine = try TestEngine()
    let url = CallbackURL(scheme: "tusker", action: "getTimeline", pairs: [.init(name, value)])
    guard case .failure(let failure) = await engine.open(url).response else {
      Issue.record("it was taken")
      return
    }
    #expect(failure.code == .invalidParameter && engine.stub.log.isEmpty)
    #expect(value.isEmpty || failure.message.contains("not '\(value)'"))
  }

  @Test func bothNamesOfABoundAreOneParameter() async throws {
    #expect(try await TestEngine().failureCode(of: "getTimeline?after=1d&since=2d") == 2)
  }

  @Test(arguments: [(0, 0), (2, 30), (12, 0), (23, 59)])
  func aTimeOfDayIsOnTheDayThatItIsHere(hour: Int, minute: Int) async throws {
    let now = 1_704_200_000
    let day = Date(timeIntervalSince1970: Double(now))
    let moment = try #require(Calendar.current.date(bySettingHour: hour, minute: minute, second: 0, of: day))
    let bound = Int(moment.timeIntervalSince1970)
    let rows = [bound + 1, bound, bound - 1].map { seconds in
      Bodies.status.changing("id", to: .string(String(seconds - bound + 1)))
        .changing("created_at", to: .string(Timestamp(seconds: seconds).description))
    }
    let stub = StubServer(changing: ["GET /api/v1/timelines/home": .array(rows)])
    let digits = { (number: Int) in number < 10 ? "0\(number)" : String(number) }
    let time = "\(digits(hour))%3A\(digits(minute))"
    #expect(try await TestEngine(stub, now: { now }).listing(of: "getTimeline?after=\(time)").ids == ["2", "1"])
    #expect(try await TestEngine(stub, now: { now }).listing(of: "getTimeline?before=\(time)").ids == ["0"])
  }
}
