import Testing
import TuskCommon

struct RateOptionsTests {
  @Test func scriptsSpellTheModes() {
    #expect(RateOptions.Mode.allCases.map(\.rawValue) == ["wait", "pace", "throw"])
  }

  @Test func standardIsToWaitHalfAnHour() {
    #expect(RateOptions() == RateOptions(.wait, longestWait: .seconds(30 * 60)))
  }
}
