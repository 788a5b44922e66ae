import Testing
import TuskCommon

/// The calendar.
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

  @Test(arguments: [
    (0, "1970-01-01", "00:00"), (1_766_567_159, "2025-12-24", "09:05"), (-62_167_219_260, "-0001-12-31", "23:59"),
    (253_402_300_800, "10000-01-01", "00:00"),
  ])
  func datesAndClocksHaveFixedWidths(seconds: Int, date: String, clock: String) {
    let civil = CivilTime(secondsSince1970: seconds)
    #expect(civil.date == date && civil.clock == clock)
  }

  @Test func abbreviationsNameTheSevenDays() {
    #expect(Weekday.allCases.map(\.abbreviation) == ["mon", "tue", "wed", "thu", "fri", "sat", "sun"])
    #expect(Weekday.allCases.allSatisfy { Weekday(abbreviation: $0.abbreviation) == $0 })
    #expect(["", "m", "Mon", "monday"].allSatisfy { Weekday(abbreviation: $0) == nil })
  }
}
