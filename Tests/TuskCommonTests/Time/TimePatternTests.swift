import Testing
import TuskCommon

/// Times as text, and text as times, by patterns.
struct TimePatternTests {
  /// 2026-03-01 11:30:09 UTC, a Sunday.
  private static let moment = 1_772_364_609

  @Test(arguments: [
    ("%Y-%m-%d %H:%M:%S", 0, "2026-03-01 11:30:09"), ("%F %T", 3600, "2026-03-01 12:30:09"), ("%R", -19_800, "06:00"),
    ("%d.%m.%y", 0, "01.03.26"), ("%e %b %Y", 0, " 1 Mar 2026"), ("%A, %B %d", 0, "Sunday, March 01"),
    ("%a %h", 0, "Sun Mar"), ("%I:%M %p", 3600, "12:30 PM"), ("%I %p", -43_200, "11 PM"), ("%j %u", 0, "060 7"),
    ("%G-W%V", 0, "2026-W09"), ("%z", -19_800, "-0530"), ("%s", 7200, "1772364609"), ("100%%", 0, "100%"),
    ("%n%t", 0, "\n\t"), ("", 0, ""), ("Ω", 0, "Ω"),
  ])
  func aPatternWritesATime(_ pattern: String, _ offset: Int, _ text: String) throws {
    #expect(try #require(TimePattern(pattern)).text(of: Self.moment, offset: offset) == text)
  }

  @Test(arguments: ["%", "%Q", "a%", "%é", "%%%"])
  func anUnknownConversionIsRefused(_ pattern: String) { #expect(TimePattern(pattern) == nil) }

  @Test(arguments: [
    (0, "1970-W01"), (1_609_459_200, "2020-W53"), (1_609_718_400, "2021-W01"), (1_735_603_200, "2025-W01"),
  ])
  func weeksAreThoseOfISO8601(_ seconds: Int, _ week: String) throws {
    #expect(try #require(TimePattern("%G-W%V")).text(of: seconds, offset: 0) == week)
  }

  @Test(arguments: [
    ("%Y-%m-%d %H:%M:%S", "2026-03-01 11:30:09"), ("%F %T%z", "2026-03-01 12:30:09+0100"),
    ("%F %T%z", "2026-03-01 12:30:09+01:00"), ("%F %TZ", "2026-03-01 11:30:09Z"),
    ("%F %T%z:x", "2026-03-01 12:30:09+0100:x"), ("%s", "1772364609"),
    ("%A, %e %B %Y, %I:%M:%S %p", "sunday,  1 march 2026, 11:30:09 am"), ("%d/%m/%y %T", "1/3/26 11:30:09"),
  ])
  func aPatternReadsATime(_ pattern: String, _ text: String) throws {
    let reading = try #require(TimePattern(pattern)?.reading(text))
    let seconds = reading.epoch ?? reading.civil.secondsSince1970 + reading.second - (reading.offset ?? 0)
    #expect(seconds == Self.moment)
  }

  @Test(arguments: [
    ("%F", "2026-02-29"), ("%F", "2026-3"), ("%F", "2026-03-01 "), ("%F", "x2026-03-01"), ("%H", "24"), ("%M", "60"),
    ("%z", "+9"), ("%z", "+-123"), ("%z", "+01::30"), ("%a %F", "Mon 2026-03-01"), ("%z", "+2500"), ("%B", "Mrz"),
    ("%p", "xm"), ("%j", "060"), ("%s", "99999999999999999999"),
    ("%s", ""),
  ])
  func anotherTextIsNotRead(_ pattern: String, _ text: String) throws {
    #expect(try #require(TimePattern(pattern)).reading(text) == nil)
  }

  @Test func noPatternAndNoTextTrap() throws {
    var random = SystemRandomNumberGenerator()
    let letters = Array("%YymdeHIpMSjuAaBbGVzsFTRhnt%0123456789 -:+.ZäPM")
    for _ in 0..<20_000 {
      let texts = (0..<2).map { _ in
        String((0..<Int.random(in: 0..<12, using: &random)).compactMap { _ in letters.randomElement(using: &random) })
      }
      guard let pattern = TimePattern(texts[0]) else { continue }
      let written = pattern.text(
        of: Int.random(in: Instant.calendar, using: &random), offset: Int.random(in: -86_399...86_399))
      _ = (pattern.reading(texts[1]), pattern.reading(written))
    }
  }
}
