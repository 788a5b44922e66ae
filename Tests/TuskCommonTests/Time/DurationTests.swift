import Testing
import TuskCommon

/// Durations as the language writes them.
struct DurationTests {
  @Test(
    arguments: [
      ("0s", 0), ("30s", 30), ("5m", 300), ("1h", 3600), ("2d", 172_800), ("1w", 604_800), ("1ms", 1), ("999ms", 1),
      ("1000ms", 1), ("1001ms", 2), ("0ms", 0), ("007d", 604_800), ("36500d", 3_153_600_000),
      ("3153600000000ms", 3_153_600_000),
    ])
  func wholeSecondsAreRoundedUp(text: String, seconds: Int) {
    #expect(Duration(written: text)?.wholeSeconds == seconds)
  }

  @Test(arguments: [
    "", "5", "s", "d", "5 d", " 5d", "5d ", "-5d", "+5d", "5D", "1h30m", "1.5h", "5y", "5min", "٥d", "5\u{301}d",
    "9223372036854775807s", "9223372036854775808ms", "99999999999999999999d", "36501d", "3153600000001ms", "5d\u{0}",
    "d5", "0x5d",
  ])
  func onlyOneNumberAndOneUnitAreRead(text: String) {
    #expect(Duration(written: text) == nil)
  }

  @Test(
    arguments: [
      ("36500d", false), ("36501d", true), ("99999999999999999999d", true), ("9223372036854775807ms", true),
      ("x", false),
      ("99999999999999999999", false), ("", false),
    ])
  func aDurationThatClocksCannotCountIsTooLong(text: String, isTooLong: Bool) {
    #expect(Duration.isTooLong(text) == isTooLong)
  }

  @Test(arguments: [("500ms", "500 ms"), ("1500ms", "1500 ms"), ("2000ms", "2 s"), ("0s", "0 s"), ("5m", "300 s")])
  func peopleReadSecondsOrMilliseconds(text: String, shown: String) {
    #expect(Duration(written: text)?.written == shown)
  }
}
