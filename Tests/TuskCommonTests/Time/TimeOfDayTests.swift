import Testing
import TuskCommon

/// Times of day, and the clock of this machine.
struct TimeOfDayTests {
  @Test func dayHas1440Minutes() {
    let numbers = (0..<100).map { ($0 < 10 ? "0" : "") + String($0) }
    let read = numbers.flatMap { hour in numbers.compactMap { TimeOfDay("\(hour):\($0)") } }
    #expect(read.map { $0.hour * 60 + $0.minute } == Array(0..<1440))
  }

  @Test(arguments: [
    "", "9:05", "+9:05", "09:+5", "-0:00", "9:005", "009:5", "09:05:00", "0905", "12:", ":12", "::::", "٠٩:٠٥", "12:3a",
    "12.30", "1 :30", " 09:05", "09:05 ",
  ])
  func onlyTwoDigitsEachAreRead(text: String) {
    #expect(TimeOfDay(text) == nil)
  }

  @Test(arguments: ["00:00", "09:05", "23:59"])
  func timeTodayIsWhatTheClockShowsThen(text: String) throws {
    let now = 1_704_200_000
    let moment = LocalTime.seconds(of: try #require(TimeOfDay(text)), onDayOf: now)
    #expect(LocalTime.text(moment) == LocalTime.text(now).prefix(11) + text)
    #expect(abs(moment - now) < 86_400)
  }

  @Test func momentAheadHasSecondsWhenNear() {
    #expect(LocalTime.ahead(7_265, now: 7_200).hasSuffix(":01:05"))
    #expect(LocalTime.ahead(7_265, now: 7_200).count == 8)
    #expect(LocalTime.ahead(86_400 * 3, now: 0) == LocalTime.text(86_400 * 3))
  }
}
