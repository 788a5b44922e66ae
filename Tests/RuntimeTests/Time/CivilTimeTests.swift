import Testing

@testable import TuskRuntime

/// The calendar, and the rules that POSIX writes in `TZ`.
struct CivilTimeTests {
  @Test(
    arguments: [
      (0, 1970, 1, 1, 0, 0, "thu"), (-1, 1969, 12, 31, 23, 59, "wed"), (951_782_400, 2000, 2, 29, 0, 0, "tue"),
      (1_709_164_800, 2024, 2, 29, 0, 0, "thu"), (4_107_542_400, 2100, 3, 1, 0, 0, "mon"),
      (-2_208_988_800, 1900, 1, 1, 0, 0, "mon"),
      (1_795_285_500, 2026, 11, 21, 18, 25, "sat"), (253_402_300_740, 9999, 12, 31, 23, 59, "fri"),
      (-62_167_219_200, 0, 1, 1, 0, 0, "sat"),
    ])
  func secondsBecomeDatesAndDatesSeconds(
    seconds: Int, year: Int, month: Int, day: Int, hour: Int, minute: Int, weekday: String
  ) {
    let civil = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute)
    #expect(CivilTime(secondsSince1970: seconds) == civil)
    #expect(civil.secondsSince1970 == seconds - (seconds % 60 + 60) % 60)
    #expect(civil.weekday.abbreviation == weekday)
  }

  @Test func everyDayOfEightCenturiesFollowsTheOneBefore() {
    var (year, month, day) = (1600, 1, 1)
    let first = CivilTime(year: year, month: month, day: day).dayNumber
    for number in first..<first + 800 * 365 {
      let civil = CivilTime(dayNumber: number)
      guard civil == CivilTime(year: year, month: month, day: day), civil.dayNumber == number else {
        Issue.record("day \(number) is \(civil), not \(year)-\(month)-\(day)")
        return
      }
      day += 1
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      if day > [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] {
        (month, day) = (month + 1, 1)
      }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }

  @Test(
    arguments: [
      ("UTC0", 1_800_000_000, 0), ("EST5", 0, -18_000), ("CET-1CEST,M3.5.0,M10.5.0/3", 1_774_745_999, 3600),
      ("CET-1CEST,M3.5.0,M10.5.0/3", 1_774_746_000, 7200), ("CET-1CEST,M3.5.0,M10.5.0/3", 1_792_889_999, 7200),
      ("CET-1CEST,M3.5.0,M10.5.0/3", 1_792_890_000, 3600),
      // Summer over New Year, and a summer that is half an hour.
      ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_767_225_600, 39_600), ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_782_864_000, 36_000),
      ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 1_767_225_600, 39_600),
      // A summer that is behind winter, and a change before midnight of its day.
      ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_767_225_600, 0), ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_782_864_000, 3600),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1_774_745_999, -7200),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1_774_746_000, -3600),
      // 1 March is day 60 with J and day 59 or 60 without.
      ("AAA0BBB,J60/0,J61/0", 1_709_251_200, 3600), ("AAA0BBB,60/0,61/0", 1_709_251_200, 3600),
      ("AAA0BBB,59/0,60/0", 1_772_323_200, 3600), ("AAA0BBB,J60/0,J61/0", 1_772_323_200, 3600),
      ("AAA0BBB,J60/0,J61/0", 1_709_164_800, 0),
    ])
  func rulesGiveOffsets(rule: String, moment: Int, offset: Int) throws {
    #expect(try #require(PosixTimeZone(rule)).offset(at: moment) == offset)
  }

  @Test(arguments: [
    "", "X", "CE-1", "CET", "CET-", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,", "CET-1CEST,M0.5.0,M10.5.0",
    "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J100", "CET-1CEST,366,1", "<CET-1", "CET-168",
    "CET-1CEST,M3.5.0,M10.5.0/", "CET-1CEST,M3.5.0,M10.5.0 ", "CET-1:60", "CET-99999999999999999999",
  ])
  func whatIsNoRuleIsRefused(text: String) {
    #expect(PosixTimeZone(text) == nil)
  }
}
