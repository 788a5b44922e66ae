import Testing

@testable import TuskRuntime

/// The rules that POSIX writes in `TZ`.
struct PosixTimeZoneTests {
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
