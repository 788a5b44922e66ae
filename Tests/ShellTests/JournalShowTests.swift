import Fediverse
import Foundation
import TestSupport
import Testing
import TuskActions
import TuskCommon
import XCallbackURL

/// The journal as `tusk journal` prints it.
struct JournalShowTests {
  @Test(arguments: [0, 1])
  func theAdviceForAnUnknownOutcomeWorks(way: Int) async throws {
    let home = try TemporaryFolder()
    let journal = LocalJournal(path: home.path + "/.local/state/tusk/journal.db", now: { 1000 })
    let name = OnceName(script: "welcome", account: "@a@b.example", key: "k")
    guard case .open(let attempt) = try await journal.begin(name) else { throw Failure(.defect, "not open") }
    let time = SendTime(local: Timestamp(seconds: 1000))
    try await journal.willSend(
      effect: "postStatus#1", url: "tusker://x-callback-url/postStatus?text=One", at: time, in: attempt)
    try await journal.abandon(attempt)
    await journal.close()
    let shown = try await TuskRun.of(["journal", "show", "welcome"], home: home)
    let mark = "    to settle it: "
    let advice = try #require(shown.lines.first { $0.hasPrefix(mark) }, "\(shown)").dropFirst(mark.count)
    let commands = String(advice).components(separatedBy: ", or: ").map { $0.split(separator: " ").map(String.init) }
    try #require(commands.count == 2)
    let run = try await TuskRun.of(Array(commands[way].dropFirst()), home: home)
    #expect(run.exit == 0, "\(run)")
    let after = try await TuskRun.of(["journal", "show", "welcome"], home: home)
    #expect(after.output.contains("\n    \(way == 0 ? "done" : "not sent")  tusker:"), "\(after)")
    #expect(!after.output.contains(mark), "\(after)")
  }
}
