import JSONValue
import Synchronization
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// Lists of several pages: how many are asked for, when, and what ends them.
struct PagingTests {
  @Test(arguments: [
    ("many", 10, ["-"]), ("many --all", 35, ["-", "10", "20", "30"]), ("many limit=35", 35, ["-", "10", "20", "30"]),
    ("many limit=34", 34, ["-", "10", "20", "30"]), ("many limit=30", 30, ["-", "10", "20"]),
    ("many limit=31", 31, ["-", "10", "20", "30"]),
    ("many limit=3", 3, ["-"]), ("many limit=1", 1, ["-"]), ("many limit=99", 35, ["-", "10", "20", "30"]),
    ("many --all count=5", 35, ["-", "5", "10", "15", "20", "25", "30"]), ("many count=5 limit=7", 7, ["-", "5"]),
    ("many count=5", 5, ["-"]),
  ])
  func asManyPagesAreReadAsAreWanted(line: String, count: Int, pages: [String]) async throws {
    for script in ["let l = \(line)\nprint $l", "for x in (\(line))\nprint $x.count\nend", line] {
      let scene = Scene { url in .page(of: url, count: 35) }
      try await scene.run(script)
      #expect(scene.urls.map { ($0.values(of: "page").first ?? nil) ?? "-" } == pages)
      guard script != line else {
        #expect(scene.told("more ").count == pages.count - 1)
        continue
      }
      #expect(
        scene.printed.joined(separator: " ").split(separator: " ").count == count * (script.hasPrefix("let") ? 2 : 1))
    }
  }

  @Test func aPageIsReadWhenItsFirstItemIsWanted() async throws {
    let scene = Scene { url in url.action == "listMany" ? .page(of: url, count: 25) : .success([]) }
    try await scene.run(
      "let l = many --all\nset a\nfor x in $l\nif $x.count == 11\nstop\nend\nend\nset b\nfor x in $l\nend")
    #expect(scene.urls.map(\.action) == ["listMany", "setThing", "listMany", "setThing", "listMany"])
  }

  @Test func aListWithANameIsReadOnce() async throws {
    let scene = Scene { url in .page(of: url, count: 25) }
    try await scene.run("let l = many --all\nfor x in $l\nend\nprint $l.24.id\nfor x in $l\nend\nset a reply=$l.3")
    #expect(scene.urls.map(\.action) == ["listMany", "listMany", "listMany", "setThing"])
  }

  @Test(arguments: [
    [[1], [], [2], []], [[], [], [1]], [[1, 2], [], [], [], [3]], [[]], [[], []],
  ])
  func anEmptyPageIsNotTheEnd(pages: [[Int]]) async throws {
    let scene = Scene { url in
      let place = Int((url.values(of: "page").first ?? nil) ?? "0") ?? 0
      return .items(JSON.things(pages[place]), next: place + 1 < pages.count ? "\(place + 1)" : nil)
    }
    try await scene.run("for x in (many --all)\nprint $x.count\nend\nmany --all")
    #expect(scene.printed == pages.flatMap { $0 }.map(String.init))
    #expect(scene.urls.count == 2 * pages.count)
  }

  @Test(arguments: [["a"], ["a", "a"], ["a", "b", "a"], ["a", "b", "c", "b"], [""]])
  func aServerThatLeadsBackIsNotFollowedForEver(cursors: [String]) async throws {
    for line in ["many --all", "for x in (many --all)\nend", "let l = many limit=1000\nprint $l"] {
      let asked = Mutex(0)
      let scene = Scene { _ in
        let place = asked.withLock { count in
          count += 1
          return count - 1
        }
        return .items(JSON.things([place]), next: cursors[place % cursors.count])
      }
      let failure = await scene.failure(line)
      #expect(failure?.message.contains("not the whole list") == true && failure?.exitCode == .refused)
      #expect(scene.urls.count <= Set(cursors).count + 1)
    }
  }

  @Test func whatFailsOnALaterPageFailsThere() async throws {
    let scene = Scene { url in
      url.values(of: "page") == ["20"] ? .failure(Failure(.network, "gone")) : .page(of: url, count: 35)
    }
    let diagnostic = try #require(await scene.failure("let l = many --all\nfor x in $l\nprint $x.count\nend"))
    #expect(scene.printed.count == 20)
    #expect(diagnostic.exitCode == .temporary && diagnostic.message == "many failed: gone")
    #expect(diagnostic.context == ["tusker://x-callback-url/listMany?page=20&count=40"])
    let again = try #require(await scene.failure("let l = many --all\ntry\nprint $l\nend\nprint $l"))
    #expect(again.message == "many failed: gone" && scene.printed.count == 20)
  }

  @Test func aListWithoutEndIsReadAsFarAsItIsWanted() async throws {
    let count = Mutex(0)
    let scene = Scene { url in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return url.action == "watchThings" ? .items(JSON.things([number]), next: "same") : .success([])
    }
    try await scene.run(
      "for x in (watch limit=5)\nprint $x.count\nend\nfor x in (watch)\nif $x.count == 9\nstop\nend\nend")
    #expect(scene.printed == ["1", "2", "3", "4", "5"])
    #expect(scene.urls.count == 9)
  }

  /// Each request takes a second, and every other one brings something.
  @Test(arguments: [
    ("watch timeout=5s", 5, [], true), ("watch timeout=5s limit=9", 5, [], true),
    ("watch timeout=5s limit=3", 5, [], false), ("watch timeout=5s limit=2", 3, [], false),
    ("for x in (watch timeout=5s)\nprint $x.count\nend", 5, ["1", "2", "3"], true),
    ("let l = watch timeout=5s\nfor x in $l\nprint $x.count\nend", 5, ["1", "2", "3"], true),
    ("for x in (watch timeout=5s)\nprint $x.count\nif $x.count == 2\nstop\nend\nend", 3, ["1", "2"], false),
    ("for x in (watch timeout=5s)\nprint $x.count\nwait 10s\nend", 1, ["1"], true), ("watch limit=9", 17, [], false),
    ("try\nfor x in (watch timeout=5s)\nend\ncatch e\nprint $e.kind $e.retryable\nend", 5, ["network true"], false),
  ])
  func aListWithoutEndIsReadAsLongAsItMayTake(
    script: String, requests: Int, printed: [String], isLate: Bool
  ) async throws {
    let clock = TestClock()
    let scene = Scene(Scene.Surroundings(clock: clock)) { _ in
      clock.advance(by: 1)
      let second = clock.now - TestClock.start
      return .items(second % 2 == 1 ? JSON.things([(second + 1) / 2]) : [], next: second < 50 ? "on" : nil)
    }
    let failure = await scene.failure(script)
    #expect(scene.urls.count == requests && scene.printed == printed)
    #expect(failure?.message == (isLate ? "watch failed: timed out after 5 s" : nil))
    #expect(failure?.exitCode == (isLate ? .temporary : nil))
    let times = (0..<requests).map { Duration.seconds(script.contains("timeout") ? 5 - $0 : 30) }
    #expect(scene.allOptions.map(\.timeout) == times)
  }

  @Test(arguments: [(5, "timed out after 5 s"), (1, "no response within 1 s")])
  func aPageThatIsLateIsToldAsTheListsTime(seconds: Int, message: String) async {
    let clock = TestClock()
    let scene = Scene(Scene.Surroundings(clock: clock)) { _ in
      clock.advance(by: seconds)
      return .failure(Failure(.timedOut, "no response within 1 s"))
    }
    #expect(await scene.failure("watch timeout=5s")?.message == "watch failed: \(message)")
  }

  @Test func aLoopStopsAtItsOwnLimitToo() async throws {
    let scene = Scene { url in .page(of: url, count: 100) }
    try await scene.run("for x in (many --all) limit=10\nprint $x.count\nend\nfor x in [1 2 3] limit=2\nprint $x\nend")
    #expect(scene.printed.count == 12)
    #expect(scene.urls.count == 1)
  }

  @Test func whatIsNoListHasNoPages() async throws {
    let scene = Scene(["listMany": .success([CallbackURL.Pair("things", "1,2")])])
    try await scene.run("many --all")
    #expect(scene.urls.count == 1)
    #expect(await scene.failure("for x in (many --all)\nprint no\nend") == nil)
    #expect(scene.printed.isEmpty)
  }
}

/// The timeout of a list: it limits all pages together, and only the requests for them.
struct ListTimeoutTests {
  /// Each request takes a second, and a list goes on for as long as it is asked.
  @Test(arguments: [
    ("many --all timeout=5s", 5, true), ("for x in (many --all timeout=5s)\nend", 5, true),
    ("for x in (many --all timeout=5s)\nwait 10s\nend", 5, true), ("many limit=3 timeout=5s", 3, false),
    ("many timeout=5s", 1, false), ("many limit=9", 9, false),
    ("for x in (many --all timeout=5s)\nif $x.count == 2\nstop\nend\nend", 2, false),
  ])
  func allPagesTogetherMayTakeAsLong(script: String, requests: Int, isLate: Bool) async throws {
    let clock = TestClock()
    let scene = Scene(Scene.Surroundings(clock: clock)) { url in
      clock.advance(by: 1)
      let place = Int((url.values(of: "page").first ?? nil) ?? "0") ?? 0
      return .items(JSON.things([place + 1]), next: "\(place + 1)")
    }
    let failure = await scene.failure(script)
    #expect(scene.urls.count == requests, "\(failure?.message ?? "")")
    #expect(failure?.message == (isLate ? "many failed: timed out after 5 s" : nil))
    #expect(failure?.exitCode == (isLate ? .temporary : nil))
  }

  @Test func waitsForTheRateLimitAreNoPartOfIt() async throws {
    let clock = TestClock()
    let asked = Mutex(0)
    let interpreter = Interpreter(
      resolver: Scene.resolver,
      host: TestHost(
        clock: clock.wall,
        opening: { url, _ in
          clock.advance(by: 61)
          let count = asked.withLock { count in
            count += 1
            return count
          }
          let response = Response.items(JSON.things([count]), next: count < 4 ? "\(count)" : nil)
          let callback = try? Request(url, policy: CallbackPolicy()).callbacks.url(for: response)
          var reply = EngineReply(opening: callback)
          reply.waited = .seconds(60)
          return reply
        }))
    var frame = Frame(source: Source("many --all timeout=5s"))
    for statement in try Parser.parse(frame.source) { _ = try await interpreter.run(statement, in: &frame) }
    #expect(asked.withLock { $0 } == 4)
  }

  @Test(
    arguments: [
      ("many", "missing", nil), ("many --all", "lacking", nil), ("let l = many\nprint $l.0.id", "missing", nil),
      ("for x in (many --all)\nend", "lacking", nil),
    ] as [(String, String, String?)])
  func whatAnAnswerLacksIsTold(script: String, word: String, failure: String?) async {
    let scene = Scene { _ in
      .success(json: [
        "items": .array(JSON.things([1])), "unreadable": 2, "unreadableReason": "thing.id is not an identifier",
        "unrequested": 1, "mayBeCut": true,
      ])
    }
    #expect(await scene.failure(script)?.message == failure)
    #expect(
      scene.told("\(word) ") == [
        "many: 2 of 3 statuses could not be read (the first: thing.id is not an identifier)",
        "many: statuses that were not asked for, and so were dropped: 1",
        "many: the server sent a full page without a link to the next one, so there may be more statuses",
      ])
  }

  @Test(arguments: ["many", "many --all", "for x in (many)\nend", "let l = many --all\nprint $l"])
  func aListThatEndsTooEarlyFails(script: String) async {
    let scene = Scene { _ in
      .success(json: [
        "items": .array(JSON.things([1])), "next": "https://a.example/p", "incomplete": "it was late",
        "incompleteCode": .int(Failure.Code.timedOut.rawValue),
      ])
    }
    let failure = await scene.failure(script)
    #expect(
      failure?.message == #"many failed: not the whole list: it was late; to continue: page="https://a.example/p""#)
    #expect(failure?.exitCode == .temporary && scene.urls.count == 1)
  }
}
