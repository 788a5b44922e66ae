import Glibc
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

  /// A process that was stopped within its update.
  @Test func aHeldFileStopsNobody() {
    let scratch = ScratchFile()
    let holder = open(scratch.path, O_RDWR | O_CREAT, 0o600)
    defer { close(holder) }
    #expect(flock(holder, LOCK_EX) == 0)
    let file = RateFile(scratch.path)
    file.update { $0.blockedUntil = 7 }
    #expect(file.update { $0.blockedUntil } == 7)
    #expect(flock(holder, LOCK_UN) == 0)
    #expect(RateFile(scratch.path).update { $0.blockedUntil } == 0)
  }

  @Test func theFileOfANewerVersionIsLeftAsItIs() {
    let text = #"{"schema":2,"counts":"other"}"#
    let scratch = ScratchFile(Array(text.utf8))
    let file = RateFile(scratch.path)
    file.update { $0.blockedUntil = 7 }
    #expect(file.isOfNewerVersion && file.update { $0.blockedUntil } == 7)
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = pread(scratch.descriptor, &bytes, bytes.count, 0)
    #expect(String(decoding: bytes.prefix(count), as: UTF8.self) == text)
  }

  @Test func withoutAFileEachProcessCountsForItself() {
    let file = RateFile(ScratchFile().path + "/rates")
    file.update { $0.blockedUntil = 7 }
    #expect(file.update { $0.blockedUntil } == 7)
  }
}
