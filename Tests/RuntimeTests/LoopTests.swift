import JSONValue
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// A loop that goes through its items in turn: errors, pace, and what is told of them.
struct LoopTests {
  private static let failing: Scene.Answer = { url in
    let text = (url.values(of: "text").first ?? nil) ?? ""
    return text.hasPrefix("bad") ? .failure(Failure(.notFound, "no \(text)")) : .success([])
  }

  @Test(arguments: [
    ("", ["setThing a", "setThing bad1"]), (" on-error=stop", ["setThing a", "setThing bad1"]),
    (" on-error=skip", ["setThing a", "setThing bad1", "setThing b", "setThing bad2", "setThing c"]),
    (" on-error=skip limit=2", ["setThing a", "setThing bad1"]), (" parallel=1 limit=1", ["setThing a"]),
  ])
  func anErrorEndsTheLoopOrItsItem(settings: String, calls: [String]) async {
    let scene = Scene(answering: Self.failing)
    let failure = await scene.failure("for x in [a bad1 b bad2 c]\(settings)\nset $x\nend\nprint on")
    #expect(scene.calls == calls)
    #expect((failure == nil) == settings.contains("skip") || settings.contains("limit=1"))
    #expect(scene.printed == (failure == nil ? ["on"] : []))
  }

  @Test func whatIsSteppedOverIsToldWithItsItem() async throws {
    let scene = Scene(answering: Self.failing)
    let script = "let rows = [[a] [bad]]\nfor row in $rows\nfor x in $row on-error=stop\nset $x\nend\nend"
    let diagnostic = try #require(await scene.failure(script))
    #expect(
      diagnostic.trail == [
        "in 'for row' (line 2), item 2 of 2", "in 'for x' (line 3), item 1 of 1, x = bad",
      ])
    #expect(diagnostic.context == ["tusker://x-callback-url/setThing?text=bad"])
    #expect(diagnostic.exitCode == .refused)
  }

  @Test func onlyTheValuesThatHadAPartAreTold() async throws {
    let scene = Scene { url in url.action == "listMany" ? .page(of: url, count: 3) : .failure(Failure(.notFound, "no"))
    }
    let long = "for t in (many --all)\nlet other = 1\nthing status:$t.count\nend"
    let diagnostic = try #require(await scene.failure(long))
    #expect(diagnostic.trail == ["in 'for t' (line 1), item 1, t.count = 0"])
  }

  @Test func skippedItemsAreCountedAndTold() async throws {
    let scene = Scene(answering: Self.failing)
    var frame = Frame(
      source: Source("for x in [bad1 a bad2] on-error=skip\nset $x\nend\nfor x in [bad3] on-error=skip\nset $x\nend"))
    let interpreter = scene.interpreter()
    for statement in try Parser.parse(frame.source) { _ = try await interpreter.run(statement, in: &frame) }
    #expect(frame.skipped == 3)
    #expect(scene.told("skipped ") == ["set failed: no bad1", "set failed: no bad2", "set failed: no bad3"])
  }

  @Test func paceIsKeptFromBeginningToBeginning() async throws {
    let clock = TestClock()
    let scene = Scene(Scene.Surroundings(clock: clock)) { url in
      if url.values(of: "text") == ["slow"] { clock.advance(by: 7) }
      if url.values(of: "text") == ["slower"] { clock.advance(by: 15) }
      return .success([])
    }
    try await scene.run("for x in [a slow b slower c] pace=10s\nset $x\nend")
    #expect(clock.sleeps == [.seconds(10), .seconds(3), .seconds(10)])
    #expect(clock.now == TestClock.start + 10 + 10 + 10 + 15)
  }

  @Test func paceIsNotKeptAfterTheLastNorInARehearsal() async throws {
    let clock = TestClock()
    let scene = Scene([:], Scene.Surroundings(clock: clock))
    try await scene.run("for x in [a] pace=10s\nset $x\nend\nfor x in [a b] pace=10s limit=1\nset $x\nend")
    try await scene.run("for x in [a b c] pace=10s\nset $x\nwait 5s\nend", rehearses: true)
    #expect(clock.sleeps.isEmpty)
  }

  @Test func waitingSleepsAsLongAsItSays() async throws {
    let clock = TestClock()
    let scene = Scene([:], Scene.Surroundings(clock: clock))
    try await scene.run("wait 90s\nwait 1h\nwait 3s --progress")
    #expect(clock.sleeps == [.seconds(90), .seconds(3600), .seconds(1), .seconds(1), .seconds(1)])
  }

  @Test func noStatementRunsWhenTheTimeIsOver() async throws {
    let clock = TestClock(limit: 100)
    let scene = Scene([:], Scene.Surroundings(clock: clock))
    #expect(try await scene.run("set a\nwait 60s\nset b\nfor x in [1 2 3]\nwait 60s\nset c\nend\nset d") == .success)
    #expect(scene.calls == ["setThing a", "setThing b"])
  }

  @Test(
    arguments: [
      ("null", nil), ("5", nil), ("'text'", nil), ("status:1", nil), ("thing status:1", nil), ("[a]", "a"),
    ] as [(String, String?)])
  func onlyAListIsGoneThrough(value: String, printed: String?) async {
    let scene = Scene()
    let failure = await scene.failure("let l = \(value)\nfor x in $l\nprint $x\nend")
    #expect(failure?.kind == (printed == nil ? .forNeedsList : nil))
    #expect(scene.printed == (printed.map { [$0] } ?? []))
  }

  @Test func aFieldThatMayBeMissingIsAnEmptyList() async throws {
    let scene = Scene(["setThing": .item(["id": "1"])])
    try await scene.run("let x = set a\nfor t in $x.tags?\nprint no\nend\nprint on")
    #expect(scene.printed == ["on"])
    #expect(await scene.failure("let x = set a\nfor t in $x.tags\nend")?.kind == .unknownField)
  }
}
