import JSONValue
import Testing

@testable import Fediverse

/// A model of a server's counts that several processes share.
struct RateFileTests {
  private let buckets = RateBucket.buckets(.get, "/api/v1/a", nil)

  @Test func severalWritersLoseNothing() async {
    let scratch = ScratchFile()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let file = RateFile(scratch.path)
          for _ in 0..<50 { _ = file.update { $0.turn(for: buckets, .wait, at: Timestamp(seconds: 1_700_000_000)) } }
        }
      }
    }
    #expect(RateFile(scratch.path).update { $0.usages[.requests]?.used } == 400)
  }

  @Test(arguments: ["", "{", "null", "[1]", #"{"counts":{"requests":{"limit":"x"}}}"#])
  func aDamagedFileCountsAsNothingKnown(_ text: String) {
    let scratch = ScratchFile(Array(text.utf8))
    let file = RateFile(scratch.path)
    #expect(file.update { $0 } == RateState())
    file.update { $0.blockedUntil = 7 }
    #expect(RateFile(scratch.path).update { $0.blockedUntil } == 7)
  }

  @Test func aShorterStateLeavesNothingOfALongerOne() {
    let scratch = ScratchFile()
    let file = RateFile(scratch.path)
    file.update { $0.blockedUntil = 1_700_000_000_000 }
    file.update { $0.blockedUntil = 1 }
    #expect(RateFile(scratch.path).update { $0.blockedUntil } == 1)
  }

  @Test func withoutAFileEachProcessCountsForItself() {
    let file = RateFile("/nowhere/at/all")
    file.update { $0.blockedUntil = 7 }
    #expect(file.update { $0.blockedUntil } == 7)
  }
}
