import JSONValue
import TestSupport
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// A run that is withdrawn while it waits: it ends there, at once, and says so.
@Suite(.timeLimit(.minutes(5)))
struct CancellationTests {
  @Test(arguments: [
    "set go\nwait 1h", "set go\nwait 1h --progress", "for x in [1 2] pace=1h\nset go\nend", "set go\nrun sleep 10000",
    "set go\nlet x = run sleep 10000", "set go\nmany --all | sleep 10000", "set go\nrun sleep 10000 | cat > /dev/null",
    "for x in [1 2 3] parallel=2\nset go\nwait 1h\nend", "for x in [1 2 3] parallel=2\nset go\nrun sleep 10000\nend",
    "for x in [1 2] on-error=skip\nset go\nwait 1h\nend", "try\nset go\nwait 1h\ncatch\nset never\nend",
    "def d\nset go\nwait 1h\nend\nlet x = d", "once k\nset go\nwait 1h\nend", "as @b@b.example\nset go\nwait 1h\nend",
    "for x in [a a] parallel=2 once=$x\nset go\nwait 1h\nend", "set go\nfor e in (watch)\nset never\nend",
    "set go\nwatch limit=5",
    "set go\nfor e in (watch) parallel=3\nset never\nend", "set go\nlet l = watch limit=9\nprint $l\nset never",
    "set go\nthing (watch limit=2)",
    "set go\nat 13:00 zone=UTC\nset never\nend", "source wait.tsk", "set go\nif (watch limit=1) == []\nset never\nend",
  ])
  func whatWaitsEndsAtOnce(script: String) async throws {
    ignoreBrokenPipes()
    let ledger = TestLedger()
    let begun = Gate()
    let scene = Scene(
      Scene.Surroundings(
        ledger: ledger, clock: TestClock(lasts: true), scripts: ["wait.tsk": "set go\nwait 1h"])
    ) { url in
      switch url.action {
      case "setThing": begun.open()
      case "watchThings":
        await Gate().wait()
        return .canceled
      default: break
      }
      return .success([])
    }
    let isScheduled = script.contains("\nat ")
    let work = Task { await scene.failure(script + (isScheduled ? "" : "\nset never")) }
    await begun.wait()
    for _ in 0..<20 { await Task.yield() }
    work.cancel()
    let diagnostic = try #require(await work.value)
    #expect(diagnostic.kind == .interrupted && diagnostic.exitCode == .interrupted, "\(diagnostic)")
    #expect(!scene.calls.contains("setThing never"))
    #expect(await ledger.calls.allSatisfy { !$0.hasPrefix("finish") })
  }

  /// The rows arrive although the run is withdrawn.
  @Test func aFilterIsInterruptedInsteadOfCutShort() async throws {
    let ledger = TestLedger()
    let begun = Gate()
    let scene = Scene(Scene.Surroundings(ledger: ledger)) { _ in
      begun.open()
      await Gate().wait()
      return .items([["id": "1", "count": 2]])
    }
    let work = Task { await scene.failure("once k\nlet n = many | where count > 0 | total count\nend") }
    await begun.wait()
    work.cancel()
    let diagnostic = try #require(await work.value)
    #expect(diagnostic.kind == .interrupted, "\(diagnostic)")
    #expect(await ledger.calls.allSatisfy { !$0.hasPrefix("finish") })
  }
}
