import Testing

@testable import XCallbackURL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Dates as texts.
struct TimestampTests {
  /// Seconds since 1970, and both spellings.
  @Test(arguments: [
    (0, "0", "1970-01-01T00:00:00Z"), (1_700_000_000, "1700000000", "2023-11-14T22:13:20Z"),
    (0.5, "0.5", "1970-01-01T00:00:00.5Z"), (-0.5, "-0.5", "1969-12-31T23:59:59.5Z"),
    (-1.25, "-1.25", "1969-12-31T23:59:58.75Z"), (-86_400, "-86400", "1969-12-31T00:00:00Z"),
    (951_782_400, "951782400", "2000-02-29T00:00:00Z"), (-62_135_596_800, "-62135596800", "0001-01-01T00:00:00Z"),
    (-62_167_219_200, "-62167219200", "0000-01-01T00:00:00Z"),
    (253_402_300_799, "253402300799", "9999-12-31T23:59:59Z"), (4_107_542_400, "4107542400", "2100-03-01T00:00:00Z"),
  ])
  func aDateHasTwoSpellings(seconds: Double, unix: String, iso: String) throws {
    let date = Date(timeIntervalSince1970: seconds)
    let timestamp = try #require(Timestamp(date))
    #expect(timestamp.unixText == unix)
    #expect(timestamp.isoText == iso)
    #expect(Timestamp(unixText: unix)?.date == date)
    #expect(Timestamp(isoText: iso)?.date == date)
  }

  /// Other spellings of 2023-11-14T22:13:20Z, or of a part of it.
  @Test(arguments: [
    ("2023-11-14T22:13:20+00:00", 0), ("2023-11-14t22:13:20z", 0), ("2023-11-14 22:13:20 +0000", 0),
    ("2023-11-14T23:13:20+01", 0), ("2023-11-14T17:43:20-04:30", 0), ("2023-11-14T22:13:20", 0),
    ("2023-11-14T22:13Z", -20), ("2023-11-14", -80_000), ("2023-11-14T22:13:20,0Z", 0),
    ("2023-11-14T22:12:60Z", -20),
  ])
  func otherSpellingsAreRead(text: String, offset: Int) {
    #expect(Timestamp(isoText: text)?.seconds == 1_700_000_000 + offset)
  }

  @Test(arguments: [
    "", "2023", "2023-11", "2023-13-01", "2023-00-01", "2023-02-29", "1900-02-29", "2023-04-31", "2023-11-14T",
    "2023-11-14T24:00:00Z", "2023-11-14T22:60:00Z", "2023-11-14T22:13:61Z", "2023-11-14T22:13:20.Z",
    "2023-11-14T22:13:20ZZ", "2023-11-14T22:13:20+24:00", "2023-11-14T22:13:20+1", "+2023-11-14", "２０２３-11-14",
    "2023-11-14T22:13:20+00:0", "2023/11/14",
  ])
  func whatIsNoDateIsNotRead(text: String) {
    #expect(Timestamp(isoText: text) == nil)
    #expect(text == "2023" || Timestamp(unixText: text) == nil)
  }

  @Test(arguments: [
    "-", ".", ".5", "5.", "1.2.3", "1e3", "0x10", "9999999999999999999", "1000000000000000", "+1", "−1",
  ])
  func whatIsNoNumberOfSecondsIsNotRead(text: String) {
    #expect(Timestamp(unixText: text) == nil)
  }

  @Test func noBitOfADateIsLost() throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      var random = URLGenerator(seed: seed)
      for _ in 0..<500 {
        let date = random.date()
        let timestamp = try #require(Timestamp(date))
        #expect(Timestamp(unixText: timestamp.unixText)?.date == date, "seed \(seed): \(timestamp.unixText)")
        let iso = try #require(timestamp.isoText)
        #expect(Timestamp(isoText: iso)?.date == date, "seed \(seed): \(iso)")
      }
      let tiny = Date(timeIntervalSinceReferenceDate: Double.random(in: 0..<1e-9, using: &random))
      #expect(Timestamp(unixText: try #require(Timestamp(tiny)).unixText)?.date == tiny)
    }
  }

  @Test func nothingTrapsFarAway() {
    for interval in [Double.infinity, -.infinity, .nan, 1e15, -1e300, .greatestFiniteMagnitude] {
      #expect(Timestamp(Date(timeIntervalSinceReferenceDate: interval)) == nil)
    }
    #expect(Timestamp(Date(timeIntervalSinceReferenceDate: 9e14))?.isoText == nil)
    #expect(Timestamp(Date(timeIntervalSinceReferenceDate: -9e14))?.isoText == nil)
  }
}
