import JSONValue
import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// How a program goes on and ends: order, failures and withdrawal.
struct RunningTests {
  @Test(arguments: ["set x=(things)", "set (things) (things)", "thing (things) x=1", "set $1.x"])
  func whatIsWrongOpensNothingBesideWhatItReads(line: String) async {
    let scene = Scene(["listThings": .items([["id": "1", "text": "one"]])])
    #expect(await scene.failure(line, arguments: ["a"]) != nil)
    #expect(scene.calls.allSatisfy { $0 == "listThings" })
  }

  @Test func theFirstFailedSubjectEndsTheLine() async throws {
    let scene = Scene(["getThing": .failure(Failure(.notFound, "gone"))])
    let diagnostic = try #require(await scene.failure("thing status:1 status:2 status:3\nset a"))
    #expect(scene.urls.count == 1)
    #expect(diagnostic.context == ["tusker://x-callback-url/getThing?statusID=1"])
    #expect(!diagnostic.context[0].contains("x-success"))
  }

  @Test func aLineWithAMistakeOpensNoneOfItsURLs() async {
    for line in ["thing status:1 status:2 --wrong", "thing status:1 account:2", "thing [status:1 status:2] x=1"] {
      let scene = Scene()
      #expect(await scene.failure(line)?.exitCode == .usage)
      #expect(scene.urls.isEmpty && scene.seen.isEmpty)
    }
  }

  @Test(arguments: ["tihng status:1", "prnt a", "opne x", "thigns", "sett a"])
  func aMistypedVerbIsCorrected(line: String) async throws {
    let diagnostic = try #require(await Scene().failure(line))
    let verb = try #require(diagnostic.near.first)
    #expect(diagnostic.exitCode == .usage)
    #expect(["thing", "print", "open", "things", "set"].contains(verb))
  }

  @Test func aWithdrawnRunStopsBetweenItsURLs() async throws {
    let gate = AsyncStream<Void>.makeStream()
    let scene = Scene(answering: { _ in
      gate.continuation.finish()
      while !Task.isCancelled { await Task.yield() }
      return .success([])
    })
    let work = Task { await scene.failure("thing status:1 status:2\nset a") }
    for await _ in gate.stream {}
    work.cancel()
    let diagnostic = try #require(await work.value)
    #expect(diagnostic.kind == .interrupted && diagnostic.exitCode == .interrupted)
    #expect(scene.urls.count == 1)
    #expect(scene.seen.last == "result {}")
  }

  @Test func aWithdrawnActionIsInterruptedAndNotUnconfirmed() async throws {
    let gate = AsyncStream<Void>.makeStream()
    let scene = Scene(answering: { _ in
      gate.continuation.finish()
      while !Task.isCancelled { await Task.yield() }
      return .canceled
    })
    let refusal = Refusal("no", remedy: "--yes")
    let work = Task { await scene.failure("set a", refusal: refusal) }
    for await _ in gate.stream {}
    work.cancel()
    #expect(await work.value?.kind == .interrupted)
  }

  @Test func whatNobodyExplainsIsStillNotDone() async throws {
    let diagnostic = try #require(await Scene(["setThing": .canceled]).failure("set a"))
    #expect(diagnostic.kind == .needsConfirmation && diagnostic.exitCode == .canceled)
    #expect(diagnostic.message == "'set' was not confirmed, so it was not done")
    #expect(diagnostic.edits.isEmpty)
  }

  @Test func jsonIsAnnouncedBeforeTheAnswer() async throws {
    let scene = Scene()
    try await scene.run("thing status:1 --json\nthing status:1\nset a --no-json")
    #expect(scene.wishesForJSON == [true, false, false])
  }
}

struct FailureExitCodeTests {
  @Test(arguments: [
    (1, 64), (2, 64), (3, 64), (4, 64), (5, 64), (11, 69), (12, 77), (13, 69), (14, 69), (15, 75), (16, 75), (17, 69),
    (18, 69), (21, 75), (22, 75), (23, 69), (31, 78), (70, 70), (0, 69), (-1, 69), (99, 69), (404, 69),
  ])
  func everyCodeOfAFailureHasAnExit(code: Int, exit: Int32) {
    #expect(ExitCode(Failure(Failure.Code(rawValue: code), "x")).rawValue == exit)
  }

  @Test func everyFailureExitsWithAnExplainedCode() {
    let codes = ExitCode.meanings.map(\.code.rawValue)
    for code in 0...100 {
      let exit = ExitCode(Failure(Failure.Code(rawValue: code), "x"))
      #expect(codes.contains(exit.rawValue))
    }
  }
}
