import Testing
import TuskCommon

/// RFC 3339.
struct InstantTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (1_704_164_645, "2024-01-02T03:04:05Z"), (-1, "1969-12-31T23:59:59Z"),
    (951_782_400, "2000-02-29T00:00:00Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
    (253_402_300_799, "9999-12-31T23:59:59Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"),
  ])
  func writingAndReadingAgree(seconds: Int, text: String) {
    #expect(Instant(seconds: seconds).rfc3339 == text)
    #expect(Instant(rfc3339: text)?.seconds == seconds)
  }

  @Test(arguments: [Int.min, -1 << 56, 1 << 56, .max])
  func timesFarAwayAreWrittenToo(seconds: Int) {
    #expect(Instant(seconds: seconds).rfc3339.hasSuffix("Z"))
  }

  @Test(arguments: [
    ("2024-01-02t03:04:05z", 1_704_164_645), ("2024-01-02T05:04:05+02:00", 1_704_164_645),
    ("2024-01-01T23:34:05-03:30", 1_704_164_645), ("2024-01-02T03:04:05.999999999Z", 1_704_164_645),
    ("2024-01-02T03:04:05.5-00:00", 1_704_164_645), ("2016-12-31T23:59:60Z", 1_483_228_800),
  ])
  func otherSpellingsAreRead(text: String, seconds: Int) {
    #expect(Instant(rfc3339: text)?.seconds == seconds)
  }

  @Test(arguments: [
    "", "T", "2024", "2024-01-02", "2024-01-02T03:04Z", "2024-01-02T03:04:05", "2024-01-02 03:04:05Z",
    "2024-02-30T00:00:00Z", "2023-02-29T00:00:00Z", "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z",
    "2024-01-00T00:00:00Z", "2024-01-02T24:00:00Z", "2024-01-02T03:60:00Z", "2024-01-02T03:04:61Z",
    "2024-01-02T03:04:05.Z", "2024-01-02T03:04:05+24:00", "2024-01-02T03:04:05+02:60", "2024-01-02T03:04:05+0200",
    "2024-01-02T03:04:05+02", "2024-01-02T03:04:05Z ", " 2024-01-02T03:04:05Z", "24-01-02T03:04:05Z",
    "٢٠٢٤-01-02T03:04:05Z", "2024-01-02T03:04:05Z\u{0}", "+024-01-02T03:04:05Z",
  ])
  func whatIsNotRFC3339IsRefused(text: String) {
    #expect(Instant(rfc3339: text) == nil)
  }

  /// Every day of four years that tell apart the rules for leap years.
  @Test(arguments: [(1900, 365), (2000, 366), (2023, 365), (2024, 366)])
  func yearsHaveTheirDays(year: Int, days: Int) {
    var found = 0
    for month in 0...13 {
      for day in 0...32 {
        let pad = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
        found += Instant(rfc3339: "\(year)-\(pad(month))-\(pad(day))T00:00:00Z") == nil ? 0 : 1
      }
    }
    #expect(found == days)
  }
}
