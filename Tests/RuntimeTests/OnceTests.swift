import JSONValue
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// What is done once, ever: what is recorded, what is skipped, and what names the changes within.
@Suite(.timeLimit(.minutes(5)))
struct OnceTests {
  private static let failing: Scene.Answer = { url in
    url.values(of: "text") == ["bad"]
      ? .failure(Failure(.notFound, "no")) : url.action == "listMany" ? .page(of: url, count: 3) : .item(.thing)
  }

  private func scene(_ ledger: TestLedger? = TestLedger(), clock: TestClock = TestClock()) -> Scene {
    Scene(Scene.Surroundings(ledger: ledger, clock: clock), answering: Self.failing)
  }

  /// Which request of a block a line of a plan makes is counted from 1.
  @Test(arguments: [
    "0", "-5", "99999999999999999999", "abc", "1.5", "01", "''", "' 1'", "1:", ":", "'for 1 item 2:0'",
    "'for 1 item 2'",
  ])
  func aPlaceThatNoBlockHasIsRefused(place: String) async throws {
    for head in ["once k of=script effect=\(place)", "let n = \(place)\nonce k of=script effect=$n"] {
      let scene = Scene()
      _ = try #require(await scene.failure("\(head) tusker://x-callback-url/setThing?text=a"), "\(head)")
      #expect(scene.urls.isEmpty)
    }
  }

  @Test(arguments: [
    "let x = set a", "let x = 5", "let x = null", "let x = [1 a status:7]", "let x = \"text\"",
    "let x = @bob@b.example",
    "let x = many --all", "let x = true", "let p = set a\nlet x = $p.date", "let p = set a\nlet x = $p.by",
    "let p = set a\nlet x = $p.parts",
    "let x = run printf abc", "for y in [1 2]\nlet x = $y\nend", "def d\nreturn status:9\nend\nlet x = d",
    "once inner\nlet x = set b\nend", "let x = thing status:1",
  ])
  func whatWasDoneIsSkippedAndItsNamesAreKnown(body: String) async throws {
    let ledger = TestLedger()
    let script = "once k\n\(body)\nend\nprint $x \"|\" [$x]\n$x"
    let (first, second) = (scene(ledger), scene(ledger))
    try await first.run(script)
    try await second.run(script)
    #expect(second.urls.isEmpty)
    #expect(second.seen == first.seen.filter { !$0.hasPrefix("result") })
  }

  @Test func whatIsRememberedKeepsItsKindAndOrigin() async throws {
    let ledger = TestLedger()
    let script = "once k\nlet x = set a\nlet t = $x.text\nend\n"
    try await scene(ledger).run(script)
    let again = scene(ledger)
    try await again.run(script + "thing $x\nperson $x.by\nset b reply=$x.id")
    #expect(again.calls == ["getThing 7", "getPerson 3", "setThing b 7"])
    #expect(await scene(ledger).failure(script + "run echo $t x $t")?.kind == nil)
    #expect(await scene(ledger).failure(script + "run $t")?.kind == .foreignValue)
    #expect(await scene(ledger).failure(script + "things > $t")?.kind == .foreignValue)
  }

  @Test(arguments: [
    ("once k\nset a\nend", ["begin - k", "finish - k"]), ("once k\nset bad\nend", ["begin - k", "abandon - k"]),
    ("once k\nexpect 1 == 2\nend", ["begin - k", "abandon - k"]),
    ("try\nonce k\nset bad\nend\nend", ["begin - k", "abandon - k"]),
    ("once k\ntry\nset bad\nend\nend", ["begin - k", "finish - k"]),
    ("once k\nend\nonce k\nend", ["begin - k", "finish - k", "done - k"]),
    ("once k\nonce l\nend\nend", ["begin - k", "begin - l", "finish - l", "finish - k"]),
    ("once k\nonce l\nset bad\nend\nend", ["begin - k", "begin - l", "abandon - l", "abandon - k"]),
    ("once k\ntry\nonce l\nset bad\nend\nend\nend", ["begin - k", "begin - l", "abandon - l", "finish - k"]),
    (
      "as @b@b.example\nonce k\nend\nend\nonce k\nend",
      ["begin @b@b.example k", "finish @b@b.example k", "begin - k", "finish - k"]
    ),
    ("once 5\nend\nonce status:5\nend", ["begin - 5", "finish - 5", "done - 5"]),
    ("for x in [a b a] once=$x\nset $x\nend", ["begin - a", "finish - a", "begin - b", "finish - b", "done - a"]),
    (
      "for x in [a bad c] once=$x on-error=skip\nset $x\nend",
      ["begin - a", "finish - a", "begin - bad", "abandon - bad", "begin - c", "finish - c"]
    ),
    (
      "for x in [a b] once=\"k-$x\"\nif $x == a\nnext\nend\nstop\nend",
      ["begin - k-a", "finish - k-a", "begin - k-b", "finish - k-b"]
    ),
    ("def d\nonce k\nset a\nreturn 1\nend\nend\nd\nd", ["begin - k", "finish - k", "done - k"]),
  ])
  func theLedgerIsToldInOrder(script: String, calls: [String]) async {
    let ledger = TestLedger()
    _ = await scene(ledger).failure(script)
    #expect(await ledger.calls == calls)
  }

  @Test(arguments: [
    ("once k\nset a\nset a\nset b\nend", ["setThing#1", "setThing#2", "setThing#3"]),
    (
      "once k\ndrop status:1 status:2 status:1\nend",
      ["dropThing statusID=1#1", "dropThing statusID=2#1", "dropThing statusID=1#2"]
    ),
    ("once k\ndrop https://a.example/1\nend", ["dropThing statusURL=https://a.example/1#1"]),
    ("once k\nthing status:1\nmany\nend", []), ("set a", []), ("once k\nend\nset a", []),
    ("once k\nset a\nonce l\nset a\nend\nset a\nend", ["setThing#1", "setThing#1", "setThing#2"]),
    ("def d\nset a\nend\nonce k\nd\nset a\nd\nend", ["setThing#1", "setThing#2", "setThing#3"]),
    ("once k\nfor x in [1 2]\nset a\nend\nend", ["setThing#1", "setThing#2"]),
    ("once k\ntry\nset bad\nend\nset a\nend", ["setThing#1", "setThing#2"]),
  ])
  func changesHaveNamesThatComeAgain(script: String, names: [String]) async throws {
    for _ in 0..<2 {
      let scene = scene()
      try await scene.run(script)
      #expect(scene.allOptions.compactMap(\.effect?.name) == names)
    }
  }

  @Test func changesOfItemsAtOnceAreSetApart() async throws {
    let scene = scene()
    let loop = "for x in [a b] parallel=2\nset $x\nset $x\nend\n"
    try await scene.run("once k\nset z\n\(loop)\(loop)for y in [1 2]\n\(loop)end\nset z\nend")
    let names = scene.allOptions.compactMap(\.effect?.name)
    #expect(names.count == 18 && Set(names).count == 18)
    let again = self.scene()
    try await again.run("once k\nset z\n\(loop)\(loop)for y in [1 2]\n\(loop)end\nset z\nend")
    #expect(Set(again.allOptions.compactMap(\.effect?.name)) == Set(names))
  }

  /// Waiting for itself would last for ever.
  @Test(arguments: [
    "once k\nonce k\nend\nend", "once k\nonce k of=script\nend\nend",
    "once k of=script\nonce k\nend\nend",
    "once k\nonce k of=script effect=1 tusker://x-callback-url/setThing?text=a\nend",
    "once k\nonce l\nfor x in [1 2] parallel=2\nonce k of=script as=me@a.example\nend\nend\nend\nend",
  ])
  func aBlockWithinItselfIsRefused(script: String) async throws {
    let ledger = TestLedger(current: "@me@a.example")
    let failure = await scene(ledger).failure(script)
    #expect(failure?.message == "'k' is already running: the block contains itself")
  }

  @Test func aKeyMayDependOnAPlannedAnswer() async throws {
    let scene = scene()
    try await scene.run(
      """
      once thread
        let s = set root
        once "reply $s.id"
          set second reply=$s
        end
        for x in [1 2] once="r $s.id $x"
          set $x
        end
      end
      for e in (watch)
        once $e.id
          set x
        end
      end
      """, rehearses: true)
    let start = "of=script effect=1 tusker://x-callback-url/setThing?text="
    #expect(
      scene.planned == [
        "once \"thread\" of=script effect=1 let r1 = open tusker://x-callback-url/setThing?text=root",
        "once \"reply ${r1.id}\" \(start)second&reply=${r1}", "once \"r ${r1.id} 1\" \(start)1",
        "once \"r ${r1.id} 2\" \(start)2",
      ])
    #expect(scene.told("noted ").last?.hasPrefix("would: once \"<id") == true)
  }

  @Test func anEffectBelongsToTheInnermostBlockAndItsAccount() async throws {
    let scene = scene()
    try await scene.run("once k\nas @b@b.example\nonce l\nset a\nend\nset b\nend\nend")
    let attempts = scene.allOptions.compactMap(\.effect?.attempt)
    #expect(attempts.map(\.name.key) == ["l", "k"])
    #expect(attempts.map(\.name.account) == ["@b@b.example", "-"])
  }

  @Test(arguments: [
    "once k\nonce k\nset a\nend\nend", "once k\nd\nend",
    "once k\nfor x in [1 2] parallel=2\nonce k\nset a\nend\nend\nend",
  ])
  func aBlockWithinItselfIsAnErrorAndDoesNotWait(script: String) async throws {
    let ledger = TestLedger()
    let scene = scene(ledger)
    let diagnostic = try #require(await scene.failure("def d\nonce k\nset a\nend\nend\n" + script))
    #expect(diagnostic.exitCode == .data)
    #expect(scene.urls.isEmpty)
    #expect(await ledger.calls.last == "abandon - k")
  }

  @Test func theSameKeyAsSomebodyElseIsNotTheSameBlock() async throws {
    let ledger = TestLedger()
    try await scene(ledger).run("once k\nas @b@b.example\nonce k\nset a\nend\nend\nend")
    #expect(await ledger.calls.filter { $0.hasPrefix("begin") } == ["begin - k", "begin @b@b.example k"])
  }

  @Test func itemsWithTheSameKeyAreDoneOnceThoughTheyRunAtOnce() async throws {
    let ledger = TestLedger()
    let clock = TestClock()
    let scene = scene(ledger, clock: clock)
    try await scene.run("for x in [a a a b a] parallel=4 once=$x\nset $x\nprint $x\nend")
    #expect(scene.calls.sorted() == ["setThing a", "setThing b"])
    #expect(scene.printed == ["a", "b"])
  }

  @Test func aFailedItemIsTriedByTheNextOfItsKey() async throws {
    let ledger = TestLedger()
    let scene = scene(ledger)
    try await scene.run("for x in [bad bad] parallel=2 once=$x on-error=skip\nset $x\nend")
    #expect(scene.calls == ["setThing bad", "setThing bad"])
    #expect(scene.told("skipped ").count == 2)
  }

  @Test(arguments: ["", " parallel=3"])
  func aLimitCountsTheItemsThatRun(settings: String) async throws {
    let ledger = TestLedger()
    for calls in [["setThing a", "setThing b"], ["setThing c", "setThing d"], ["setThing e"], []] {
      let scene = scene(ledger)
      try await scene.run("for x in [a b c d e] once=$x limit=2\(settings)\nset $x\nend")
      #expect(scene.calls.sorted() == calls)
    }
  }

  @Test(arguments: ["", "parallel=2"])
  func thePaceIsThatOfItemsThatRun(_ setting: String) async throws {
    let (ledger, clock) = (TestLedger(), TestClock())
    try await scene(ledger).run("for x in [a b] once=$x\nset $x\nend")
    try await scene(ledger, clock: clock).run("for x in [a b c d] once=$x pace=10s \(setting)\nset $x\nend")
    #expect(clock.sleeps == [.seconds(10)])
  }

  @Test func withoutALedgerABlockRunsEachTime() async throws {
    let scene = scene(nil)
    try await scene.run("once k\nset a\nend\nonce k\nset a\nend\nfor x in [b b] once=$x\nset $x\nend")
    #expect(scene.calls == ["setThing a", "setThing a", "setThing b", "setThing b"])
    #expect(scene.allOptions.allSatisfy { $0.effect == nil })
  }

  @Test func aLedgerThatFailsEndsTheScriptBeforeAnythingIsDone() async throws {
    let scene = scene(TestLedger(failingWith: Failure(.badSettings, "the disk is full")))
    let diagnostic = try #require(await scene.failure("once k\nset a\nend"))
    #expect(
      diagnostic.message == "the journal cannot be used: the disk is full" && diagnostic.exitCode == .configuration)
    #expect(scene.urls.isEmpty)
  }

  @Test func aRehearsalRecordsNothing() async throws {
    let ledger = TestLedger()
    let scene = scene(ledger)
    try await scene.run("once k\nset a\nend\nonce l\nset b\nend", rehearses: true)
    #expect(scene.planned.count == 2 && scene.urls.isEmpty)
    #expect(await !ledger.calls.contains { $0.hasPrefix("finish") })
  }

  @Test func namesSetInAVerbStayThere() async throws {
    let ledger = TestLedger()
    let script = "def d x\nlet y = 1\nonce k\nlet z = 2\nend\nprint $z\nend\nd 1"
    let (first, second) = (scene(ledger), scene(ledger))
    try await first.run(script)
    try await second.run(script)
    #expect(first.printed == ["2"] && second.printed == ["2"])
    #expect(await first.failure(script + "\nprint $z")?.kind == .unknownName)
  }
}
