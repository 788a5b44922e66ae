import TestSupport
import Testing
import TuskShell

/// How often a person is asked for what the desktop brings.
struct QuestionLimitTests {
  private let path = TemporaryFolder.freshPath() + "/questions"

  private func limit(at time: Int) -> QuestionLimit {
    QuestionLimit(path: path, now: { time })
  }

  @Test func withinAMinuteNobodyIsAskedMoreOften() async throws {
    for time in 0..<QuestionLimit.most { #expect(try await limit(at: 1_000 + time).allowsOneMore()) }
    for time in [1_005, 1_030, 1_059] { #expect(try await !limit(at: time).allowsOneMore()) }
    // One has passed out of the minute, and one more may come.
    #expect(try await limit(at: 1_060).allowsOneMore())
    #expect(try await !limit(at: 1_060).allowsOneMore())
  }

  @Test func aClockThatIsSetBackSilencesNobodyForLong() async throws {
    for _ in 0..<QuestionLimit.most { _ = try await limit(at: 1_000_000).allowsOneMore() }
    #expect(try await limit(at: 1_000).allowsOneMore())
  }

  @Test(arguments: ["", "x", "{}", "[\"a\", null]", "[1e999]"])
  func aDamagedFileIsBegunAnew(text: String) async throws {
    #expect(try await limit(at: 1_000).allowsOneMore())
    try TuskRun.write(Array(text.utf8), to: path)
    #expect(try await limit(at: 1_000).allowsOneMore())
  }

  @Test func manyAtOnceAreCountedTogether() async {
    let allowed = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<40 { group.addTask { (try? await limit(at: 1_000).allowsOneMore()) ?? false } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(allowed == QuestionLimit.most)
  }
}
