import Testing
import TuskCommon
import TuskRuntime
import XCallbackURL

/// `at 09:00 zone=… days=…`.
struct DailyScheduleTests {
  /// The moment before, the time, the days and the next moment, found by looking at every minute in turn.
  @Test(
    arguments: [
      ("Europe/Berlin", 1792840000, 2, 15, "", 1792887300),
      ("Europe/Berlin", 1806191600, 1, 45, "tue mon", 1806277500),
      ("Europe/Berlin", 1932598799, 3, 45, "sat sun", 1932601500),
      ("Europe/Berlin", 2374102800, 3, 0, "", 2374189200),
      ("America/New_York", 1049612399, 3, 30, "fri tue", 1049787000),
      ("America/New_York", 1804917600, 2, 45, "", 1804923900),
      ("America/New_York", 1951366200, 1, 0, "", 1951452000),
      ("America/New_York", 2393474400, 23, 0, "", 2393553600),
      ("Australia/Lord_Howe", 499191000, 1, 0, "", 499269600),
      ("Australia/Lord_Howe", 1301757000, 1, 45, "", 1301843700),
      ("Australia/Lord_Howe", 1933077600, 0, 30, "", 1933162200),
      ("Australia/Lord_Howe", 2390350000, 1, 15, "", 2390395500),
      ("Asia/Kathmandu", 202435199, 4, 15, "fri tue", 202689900),
      ("Asia/Kathmandu", 1780182000, 5, 45, "", 1780185600),
      ("Asia/Kathmandu", 1937948400, 4, 30, "", 1938033900),
      ("Asia/Kathmandu", 2379838000, 3, 15, "", 2379879000),
      ("America/Sao_Paulo", 1541210400, 23, 0, "tue fri", 1541552400),
      ("America/Sao_Paulo", 1298163200, 21, 30, "", 1298248200),
      ("America/Sao_Paulo", 1938038399, 21, 15, "", 1938039300),
      ("America/Sao_Paulo", 2379888600, 20, 15, "tue sun", 2380230900),
      ("Pacific/Apia", 1811807999, 13, 0, "", 1811808000),
      ("Pacific/Apia", 1054375600, 13, 30, "", 1054427400),
      ("Pacific/Apia", 1938034400, 13, 45, "fri tue", 1938213900),
      ("Pacific/Apia", 2379887999, 12, 15, "fri sat", 2379971700),
      ("Africa/Casablanca", 504828000, 22, 0, "", 504910800),
      ("Africa/Casablanca", 1301738800, 23, 0, "wed sun", 1301868000),
      ("Africa/Casablanca", 1927109200, 1, 30, "thu wed", 1927413000),
      ("Africa/Casablanca", 2383088400, 2, 0, "thu wed", 2383437600),
      ("Asia/Tehran", 1300741199, 1, 0, "", 1300825800),
      ("Asia/Tehran", 202345200, 2, 0, "", 202429800),
      ("Asia/Tehran", 1938034400, 2, 30, "", 1938034800),
      ("Asia/Tehran", 2379887999, 3, 0, "fri mon", 2379972600),
      ("America/Santiago", 1712368800, 23, 0, "", 1712455200),
      ("America/Santiago", 1820116799, 1, 30, "sat sun", 1820118600),
      ("America/Santiago", 1946520000, 1, 45, "mon fri", 1946609100),
      ("America/Santiago", 2374714799, 22, 0, "mon tue", 2374884000),
      ("Europe/Dublin", 499218800, 0, 0, "wed tue", 499392000),
      ("Europe/Dublin", 1774742000, 2, 15, "", 1774746900),
      ("Europe/Dublin", 1932599400, 1, 45, "wed tue", 1932770700),
      ("Europe/Dublin", 2392851599, 0, 15, "", 2392935300),
      ("Pacific/Chatham", 1047646800, 2, 30, "", 1047732300),
      ("Pacific/Chatham", 764085599, 0, 45, "", 764164800),
      ("Pacific/Chatham", 1948284600, 3, 45, "wed sat", 1948543200),
      ("Pacific/Chatham", 2389698000, 2, 0, "", 2389698900),
      ("Atlantic/Azores", 1319937000, 0, 0, "", 1320022800),
      ("Atlantic/Azores", 1521889600, 23, 30, "", 1521937800),
      ("Atlantic/Azores", 1932599400, 1, 0, "fri sat", 1933030800),
      ("Atlantic/Azores", 2392801600, 22, 15, "", 2392841700),
      ("America/St_Johns", 783436000, 23, 0, "", 783480600),
      ("America/St_Johns", 199170000, 3, 15, "", 199176300),
      ("America/St_Johns", 1930752400, 3, 45, "", 1930803300),
      ("America/St_Johns", 2393471400, 1, 30, "tue mon", 2393557200),
      ("Asia/Gaza", 482273600, 1, 0, "", 482277600),
      ("Asia/Gaza", 1050526800, 0, 0, "thu wed", 1050530400),
      ("Asia/Gaza", 1950559200, 0, 45, "", 1950644700),
      ("Asia/Gaza", 2374013400, 2, 30, "", 2374097400),
      ("Antarctica/Troll", 770378800, 0, 0, "thu fri", 770515200),
      ("Antarctica/Troll", 1792890000, 1, 15, "", 1792977300),
      ("Antarctica/Troll", 1950738800, 1, 15, "sun tue", 1950916500),
      ("Antarctica/Troll", 2392801600, 1, 45, "", 2392847100),
      ("Africa/Cairo", 1824757200, 21, 0, "thu fri", 1824836400),
      ("Africa/Cairo", 199753800, 2, 0, "tue mon", 199926000),
      ("Africa/Cairo", 1951156400, 23, 45, "", 1951159500),
      ("Africa/Cairo", 2376943199, 0, 45, "", 2376943200),
      ("Pacific/Apia", 1325160000, 9, 0, "fri", 1325239200),
    ] as [(String, Int, Int, Int, String, Int)])
  func theNextMomentIsWhatTheClocksSay(
    zone: String, after: Int, hour: Int, minute: Int, days: String, next: Int
  ) throws {
    let wanted = Set(days.split(separator: " ").compactMap { Weekday(abbreviation: String($0)) })
    let schedule = DailySchedule(
      at: try Self.time(hour, minute), days: wanted, zone: try TimeZoneRules(named: zone))
    #expect(schedule.next(after: after) == next)
  }

  private static func time(_ hour: Int, _ minute: Int) throws -> TimeOfDay {
    let digits = [hour, minute].map { ($0 < 10 ? "0" : "") + "\($0)" }
    return try #require(TimeOfDay(digits.joined(separator: ":")))
  }

  @Test func aSkippedTimeIsDueAfterTheGapAndADoubledOneOnce() throws {
    let berlin = try TimeZoneRules(named: "Europe/Berlin")
    let schedule = DailySchedule(at: try Self.time(2, 30), zone: berlin)
    // 29 March 2026 has no 02:30; 25 October 2026 has two.
    let spring = schedule.next(after: 1_774_700_000)
    #expect(spring == 1_774_746_000)
    #expect(berlin.civilTime(at: spring) == CivilTime(year: 2026, month: 3, day: 29, hour: 3))
    let autumn = schedule.next(after: 1_792_870_000)
    #expect(autumn == 1_792_888_200)
    #expect(schedule.next(after: autumn) == autumn + 25 * 3600)
  }

  @Test(arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC", "Pacific/Apia"])
  func aYearHasOneMomentForEachDay(zone: String) throws {
    let rules = try TimeZoneRules(named: zone)
    for hour in [0, 2, 23] {
      let schedule = DailySchedule(at: try Self.time(hour, 30), zone: rules)
      var moment = 1_767_225_600
      for _ in 0..<365 {
        let next = schedule.next(after: moment)
        #expect(next > moment)
        moment = next
      }
      #expect((1_767_225_600 + 364 * 86_400...1_767_225_600 + 366 * 86_400).contains(moment))
    }
  }

  @Test(arguments: Weekday.allCases)
  func aDayOfTheWeekIsDueOnceAWeek(day: Weekday) throws {
    let schedule = DailySchedule(at: try Self.time(9, 0), days: [day], zone: .utc)
    let first = schedule.next(after: 1_767_225_600)
    #expect(CivilTime(secondsSince1970: first).weekday == day)
    #expect(schedule.next(after: first) == first + 7 * 86_400)
    #expect(Weekday(abbreviation: day.abbreviation) == day)
  }

  @Test(arguments: ["Mon", "monday", "", "m", "xyz", "mo"])
  func otherSpellingsOfDaysAreNone(text: String) {
    #expect(Weekday(abbreviation: text) == nil)
  }
}
