import JSONValue
import Synchronization
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// A loop with several items at once: their order, how many there are, and what ends them.
@Suite(.timeLimit(.minutes(5)))
struct ParallelTests {
  private static func text(_ url: CallbackURL) -> String { (url.values(of: "text").first ?? nil) ?? "" }

  /// The numbers of requests that are open, and of those that were at most.
  private struct Load {
    var now = 0
    var most = 0
  }

  @Test(arguments: [2, 3, 8, 64])
  func whatItemsTellComesInTheirOrder(width: Int) async throws {
    let scene = Scene { url in
      // The later an item, the sooner it is done.
      for _ in 0..<(200 - 10 * (Int(Self.text(url)) ?? 0)) { await Task.yield() }
      return .success([CallbackURL.Pair("url", Self.text(url))])
    }
    let numbers = (0..<20).map(String.init)
    try await scene.run("for x in [\(numbers.joined(separator: " "))] parallel=\(width)\nset $x\nprint $x\nend")
    #expect(scene.seen == numbers.flatMap { ["result {\"url\":\"\($0)\"}", "printed \($0)"] })
  }

  @Test(arguments: [2, 3, 5])
  func noMoreRunAtOnceThanAreAllowed(width: Int) async throws {
    let load = Mutex(Load())
    let scene = Scene { _ in
      load.withLock { load in
        load.now += 1
        load.most = max(load.most, load.now)
      }
      for _ in 0..<50 { await Task.yield() }
      load.withLock { $0.now -= 1 }
      return .success([])
    }
    try await scene.run("for x in [\((0..<40).map(String.init).joined(separator: " "))] parallel=\(width)\nset $x\nend")
    #expect(load.withLock { $0.most } == width)
    #expect(scene.urls.count == 40)
  }

  @Test func noMoreThanTwiceAsManyAreHeldBack() async throws {
    let gate = Gate()
    let done = Mutex(0)
    let scene = Scene { url in
      guard Self.text(url) != "0" else {
        await gate.wait()
        return .success([])
      }
      // With three at once five more begin while the first one keeps them all from being told.
      if done.withLock({ count in
        count += 1; return count
      }) == 5 {
        for _ in 0..<500 { await Task.yield() }
        #expect(done.withLock { $0 } == 5)
        gate.open()
      }
      return .success([])
    }
    try await scene.run("for x in [\((0..<20).map(String.init).joined(separator: " "))] parallel=3\nset $x\nend")
    #expect(scene.urls.count == 20)
  }

  @Test func theFirstErrorInTheirOrderEndsTheLoop() async throws {
    let late = Gate()
    let scene = Scene { url in
      switch Self.text(url) {
      case "b":
        await late.wait()
        return .failure(Failure(.notFound, "no b"))
      case "c":
        late.open()
        return .failure(Failure(.notFound, "no c"))
      default: return .success([])
      }
    }
    let diagnostic = try #require(
      await scene.failure("for x in [a b c d e f g h i j] parallel=3\nset $x\nprint $x\nend\nprint on"))
    #expect(diagnostic.message == "set failed: no b")
    #expect(diagnostic.trail == ["in 'for x' (line 1), item 2 of 10, x = b"])
    #expect(scene.printed.first == "a" && !scene.printed.contains("on") && !scene.printed.contains("j"))
  }

  @Test func skippedItemsAreToldInTheirPlaces() async throws {
    let scene = Scene { url in
      Self.text(url) == "b" ? .failure(Failure(.notFound, "no")) : .success([])
    }
    var frame = Frame(source: Source("for x in [a b c] parallel=3 on-error=skip\nset $x\nprint $x\nend"))
    for statement in try Parser.parse(frame.source) { _ = try await scene.interpreter().run(statement, in: &frame) }
    #expect(scene.seen.filter { !$0.hasPrefix("result") } == ["printed a", "skipped set failed: no", "printed c"])
    #expect(frame.skipped == 1)
  }

  @Test(
    arguments: [
      ("stop", nil, ["0", "1", "on"]), ("exit 5", 5, ["0", "1"]),
      ("next", nil, ["0", "1", "3", "4", "5", "6", "7", "on"]),
    ] as [(String, Int32?, [String])])
  func theLoopMayBeLeftFromWithin(line: String, code: Int32?, printed: [String]) async throws {
    let scene = Scene { url in
      if Self.text(url) != "2" { for _ in 0..<30 { await Task.yield() } }
      return .success([])
    }
    let body = "if $x == 2\n\(line)\nend\nset $x\nprint $x"
    let ending = try await scene.run("for x in [0 1 2 3 4 5 6 7] parallel=2\n\(body)\nend\nprint on")
    #expect(ending?.rawValue == code)
    // What ran beside the item that left may have been told as well, and nothing that began later.
    #expect(scene.printed.filter { $0 != "3" } == printed.filter { $0 != "3" })
  }

  @Test func aVerbMayAnswerFromWithin() async throws {
    let scene = Scene()
    try await scene.run(
      "def find\nfor x in [1 2 3] parallel=2\nif $x == 2\nreturn \"found $x\"\nend\nend\nend\nprint (find)")
    #expect(scene.printed == ["found 2"])
  }

  @Test func anEventIsToldBeforeTheNextOneComes() async throws {
    let told = Gate()
    let scene = Scene { url in
      switch url.action {
      case "setThing": return .success([])
      case "getThing":
        told.open()
        return .success([])
      default:
        let page = (url.values(of: "page").first ?? nil) ?? "0"
        // The second event comes when the first one is seen to be done, by the verb that follows it.
        if page == "1" { await told.wait() }
        return .items(JSON.things([Int(page) ?? 0]), next: page == "0" ? "1" : nil)
      }
    }
    let seen = Mutex<[String]>([])
    var host = scene.host()
    host.showing = { event in
      guard case .printed(let line, _) = event else { return }
      seen.withLock { $0.append(line) }
      told.open()
    }
    let interpreter = Interpreter(resolver: Scene.resolver, host: host)
    var frame = Frame(source: Source("for x in (watch limit=2) parallel=2\nprint $x.count\nend"))
    for statement in try Parser.parse(frame.source) { _ = try await interpreter.run(statement, in: &frame) }
    #expect(seen.withLock { $0 } == ["0", "1"])
  }

  @Test func anErrorIsNotHeldUpByAListThatIsSlow() async throws {
    let scene = Scene { url in
      guard url.action == "watchThings" else { return .failure(Failure(.notFound, "no")) }
      guard url.values(of: "page").isEmpty else {
        await Gate().wait()
        return .canceled
      }
      return .items(JSON.things([1]), next: "1")
    }
    let diagnostic = try #require(await scene.failure("for x in (watch) parallel=2\nset a\nend"))
    #expect(diagnostic.message == "set failed: no")
  }

  @Test func aListThatWasLeftWhileItWasReadCanBeReadOn() async throws {
    let begun = Gate()
    let isFirst = Mutex(true)
    let scene = Scene { url in
      guard url.action == "listMany" else {
        await begun.wait()
        return .success([])
      }
      if url.values(of: "page") == ["10"],
        isFirst.withLock({ first in
          defer { first = false }; return first
        })
      {
        begun.open()
        await Gate().wait()
        return .canceled
      }
      return .page(of: url, count: 15)
    }
    try await scene.run(
      "let l = many --all\nfor x in [1 2] parallel=2\nif $x == 1\nset a\nstop\nend\nfor y in $l\nend\nend\nprint $l.14.id"
    )
    #expect(scene.printed == ["status:14"])
  }

  @Test func parallelRefusalsStayApart() async throws {
    let (first, second) = (Gate(), Gate())
    var host = Scene().host()
    host.opening = { url, _ in
      let name = (url.values(of: "text").first ?? nil) ?? ""
      // Each request is refused only when both have arrived, and the first one is answered last.
      if name == "a" {
        first.open()
        await second.wait()
      } else {
        await first.wait()
        second.open()
      }
      let callback = try? Request(url, policy: CallbackPolicy()).callbacks.url(for: .canceled)
      return EngineReply(opening: callback, refusal: Refusal("'\(name)' may not be set"))
    }
    let skipped = Mutex<[String]>([])
    host.showing = { event in
      guard case .skipped(let diagnostic, _) = event else { return }
      skipped.withLock { $0.append(diagnostic.message) }
    }
    let interpreter = Interpreter(resolver: Scene.resolver, host: host)
    var frame = Frame(source: Source("for x in [a b] parallel=2 on-error=skip\nset $x\nend"))
    for statement in try Parser.parse(frame.source) { _ = try await interpreter.run(statement, in: &frame) }
    #expect(skipped.withLock { $0 } == ["'a' may not be set", "'b' may not be set"])
  }

  @Test func paceHoldsUpTheBeginnings() async throws {
    let clock = TestClock()
    let scene = Scene([:], Scene.Surroundings(clock: clock))
    try await scene.run("for x in [1 2 3 4] parallel=2 pace=5s\nset $x\nend")
    #expect(clock.sleeps == [.seconds(5), .seconds(5), .seconds(5)])
  }

  @Test func programsWriteInTheOrderOfTheirItems() async throws {
    let scene = Scene()
    try await scene.run("for x in [1 2 3 4] parallel=4\nrun printf \"%s-\" $x\nend")
    #expect(scene.printed == ["1-", "2-", "3-", "4-"])
  }

  @Test func loopsStandWithinLoops() async throws {
    let scene = Scene()
    try await scene.run("for x in [a b c] parallel=2\nfor y in [1 2 3] parallel=3\nprint \"$x$y\"\nend\nend")
    #expect(scene.printed == ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"])
  }
}
