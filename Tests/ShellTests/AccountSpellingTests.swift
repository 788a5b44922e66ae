import JSONValue
import TestSupport
import Testing
import TuskActions
import TuskCommon
import TuskRuntime
import TuskShell
import XCallbackURL

/// The journal of a script whose account is spelled in several ways.
struct AccountSpellingTests {
  @Test(arguments: ["@Stadt@BAWÜ.social", "@stadt@xn--baw-joa.social"])
  func whatIsDoneStaysDoneUnderAnotherSpelling(_ spelling: String) async throws {
    let home = try TemporaryFolder()
    let journal = LocalJournal(path: home.path + "/journal", now: { 1000 })
    func ledger(_ name: String) -> ScriptLedger {
      ScriptLedger(
        journal, path: "a.tsk", statedName: nil, isFresh: false, accountName: { _ async throws(Failure) in name })
    }
    let first = ledger("@stadt@bawü.social")
    guard case .open(let attempt) = try await first.begin("k", of: nil, as: nil) else { return #expect(Bool(false)) }
    try await first.finish(attempt, outcome: ["x": 1])
    _ = try await first.advance("s", from: nil, to: 60)
    let other = ledger(spelling)
    guard case .done = try await other.begin("k", of: nil, as: nil) else { return #expect(Bool(false)) }
    #expect(try await other.lastTime(of: "s") == 60)
    #expect(try await other.name(of: "k", in: nil, as: nil).account == "@stadt@bawü.social")
    guard case .open = try await ledger("@stadt@bawu.social").begin("k", of: nil, as: nil) else {
      return #expect(Bool(false))
    }
  }
}
