import JSONValue
import Testing

@testable import Fediverse

struct TimestampTests {
  @Test(arguments: [
    ("2024-01-02T03:04:05.000Z", 1_704_164_645, 0),
    ("2024-01-02T03:04:05Z", 1_704_164_645, 0),
    ("2024-01-02t03:04:05z", 1_704_164_645, 0),
    ("2024-01-02 03:04:05", 1_704_164_645, 0),
    ("2024-01-02T03:04", 1_704_164_640, 0),
    ("2022-02-20T04:14:49", 1_645_330_489, 0),
    ("2024-01-02T03:04:05.123456Z", 1_704_164_645, 123_456_000),
    ("2024-01-02T03:04:05.1234567891Z", 1_704_164_645, 123_456_789),
    ("2024-01-02T03:04:05+00:00", 1_704_164_645, 0),
    ("2024-01-02T05:04:05+0200", 1_704_164_645, 0),
    ("2024-01-02T05:04:05+02", 1_704_164_645, 0),
    ("2024-01-01T21:34:05-05:30", 1_704_164_645, 0),
    ("2024-01-02", 1_704_153_600, 0),
    ("2024-02-29", 1_709_164_800, 0),
    ("1969-12-31T23:59:59Z", -1, 0),
    ("1600-02-29", -11_670_998_400, 0),
    ("2016-12-31T23:59:60Z", 1_483_228_800, 0),
    ("1704164645", 1_704_164_645, 0),
    ("1704164645.5", 1_704_164_645, 500_000_000),
    ("1704164645123", 1_704_164_645, 123_000_000),
    ("-1", -1, 0),
    ("0", 0, 0),
  ])
  func momentsAreRead(_ text: String, _ seconds: Int, _ nanoseconds: Int) {
    #expect(Timestamp(text) == Timestamp(seconds: seconds, nanoseconds: nanoseconds))
  }

  @Test(
    arguments: [
      "", " ", "yesterday", "2024", "2024-1-2", "2024-13-01", "2023-02-29", "2024-00-01", "2024-01-02T",
      "2024-01-02T25:00",
      "2024-01-02T03:04:05.Z", "2024-01-02T03:04:05+2", "2024-01-02T03:04:05Zx", "2024-01-02T03:60:00", "１２",
    ].filter { $0 != "2024" })
  func otherTextsAreNoMoments(_ text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test func jsonIsReadWhateverItsType() {
    #expect(Timestamp(json: 1_704_164_645) == Timestamp(seconds: 1_704_164_645))
    #expect(Timestamp(json: "1704164645") == Timestamp(seconds: 1_704_164_645))
    let others: [JSON] = [nil, "", [], true]
    #expect(others.allSatisfy { Timestamp(json: $0) == nil })
  }

  @Test(arguments: [
    (0, 0, "1970-01-01T00:00:00Z"), (1_704_164_645, 123_000_000, "2024-01-02T03:04:05.123Z"),
    (-1, 0, "1969-12-31T23:59:59Z"), (253_402_300_799, 0, "9999-12-31T23:59:59Z"),
    (951_782_400, 0, "2000-02-29T00:00:00Z"),
  ])
  func momentsAreWritten(_ seconds: Int, _ nanoseconds: Int, _ text: String) {
    #expect(Timestamp(seconds: seconds, nanoseconds: nanoseconds).description == text)
  }

  @Test(arguments: [Int.min, Int.max, -(1 << 56)])
  func momentsFarAwayCanBeWritten(_ seconds: Int) {
    #expect(Timestamp(seconds: seconds).description.hasSuffix("Z"))
  }

  @Test func everyDayIsReadAsItIsWritten() {
    for day in stride(from: -100_000, to: 100_000, by: 37) {
      let moment = Timestamp(seconds: day * 86_400 + 4321)
      #expect(Timestamp(moment.description) == moment)
    }
  }

  @Test func datesWithMonthNamesAreRead() {
    #expect(Timestamp("Fri Nov 20 09:10:11 +0000 2026") == Timestamp("2026-11-20T09:10:11Z"))
    #expect(Timestamp("Fri Nov 6 09:10:11 +0100 2026") == Timestamp("2026-11-06T08:10:11Z"))
    #expect(Timestamp("Fri Nov 31 09:10:11 +0000 2026") == nil)
    #expect(Timestamp(httpDate: "Wed, 21 Oct 2015 07:28:00 GMT") == Timestamp("2015-10-21T07:28:00Z"))
    #expect(Timestamp(httpDate: "tomorrow") == nil)
  }
}
