import JSONValue
import Testing
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// What `catch` knows of a mistake, and what no `catch` holds up.
struct CatchingTests {
  @Test(arguments: [
    (Failure.Code.network, "network", true), (.timedOut, "network", true), (.serverFailure, "network", true),
    (.insecure, "network", false), (.unknownOutcome, "network", false), (.malformedAnswer, "network", false),
    (.rateLimited, "rate", true), (.unauthorized, "auth", false), (.forbidden, "denied", false),
    (.notFound, "missing", false), (.invalidParameter, "invalid", false), (.missingParameter, "invalid", false),
    (.rejected, "invalid", false), (.unsupported, "invalid", false), (.defect, "usage", false),
  ])
  func aFailureHasItsKind(code: Failure.Code, kind: String, isTemporary: Bool) async throws {
    let scene = Scene(["setThing": .failure(Failure(code, "no, $1 \"x\""))])
    try await scene.run("try\nset a\ncatch e\nprint $e.kind $e.retryable $e.url\nprint $e.message\nprint \"$e\"\nend")
    #expect(
      scene.printed == [
        "\(kind) \(isTemporary) tusker://x-callback-url/setThing?text=a", "set failed: no, $1 \"x\"",
        "set failed: no, $1 \"x\"",
      ])
  }

  @Test(arguments: [
    ("expect 1 == 2 'so'", "expect", "so"), ("set $none", "usage", "undefined variable 'none'"),
    ("nonsense", "usage", "unknown verb 'nonsense'"),
    ("drop status:1", "cancelled", "'drop' was not confirmed, so it was not done"),
    ("run false", "invalid", "'false' exited with status 1"),
    ("run no-such-program-here", "missing", "program 'no-such-program-here' not found"),
    ("set a size=x", "usage", "'size' must be a whole number from 0 to 100, not 'x'"),
  ])
  func otherMistakesHaveTheirKindToo(line: String, kind: String, message: String) async throws {
    let scene = Scene(["dropThing": .canceled])
    try await scene.run("try\n\(line)\ncatch e\nprint $e.kind $e.retryable \"${e.url?}\"\nprint $e.message\nend")
    #expect(scene.printed == ["\(kind) false ", message])
  }

  @Test func whatWasDoneBeforeTheMistakeStays() async throws {
    let scene = Scene()
    try await scene.run("let x = 1\ntry\nlet x = 2\nexpect 1 == 2\nlet x = 3\ncatch e\nend\nprint $x $e.kind")
    #expect(scene.printed == ["2 expect"])
  }

  @Test func theAccountAndTheLoopsAreLeftAsTheyWere() async throws {
    let scene = Scene()
    try await scene.run(
      """
      let x = "before"
      try
        as @b@b.example
          for x in [1 2]
            expect 1 == 2
          end
        end
      catch
        set caught
      end
      set after
      print $x
      """)
    #expect(scene.allOptions.map(\.account) == [nil, nil])
    #expect(scene.printed == ["before"])
  }

  @Test func aHandlerMayFail() async throws {
    let scene = Scene()
    let diagnostic = try #require(await scene.failure("try\nexpect 1 == 2 'a'\ncatch\nexpect 1 == 2 'b'\nend"))
    #expect(diagnostic.message == "b")
  }

  @Test func anInterruptionIsNotCaught() async throws {
    let clock = TestClock(lasts: true)
    let scene = Scene([:], Scene.Surroundings(clock: clock))
    let work = Task { await scene.failure("try\nwait 1h\ncatch\nprint caught\nend\nprint on") }
    await clock.someoneSleeps()
    work.cancel()
    #expect(await work.value?.kind == .interrupted)
    #expect(scene.seen.isEmpty)
  }
}
