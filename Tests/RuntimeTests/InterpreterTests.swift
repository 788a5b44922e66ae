import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

struct InterpreterTests {
  @Test func aRateIsSetToTheEndOfTheScriptOrVerb() async throws {
    let scene = Scene()
    let slow = "def slow\n  set rate throw\n  set a\nend\n"
    try await scene.run(slow + "set b\nset rate pace max-wait=2h\nset c\nslow\nset d\nset rate wait\nset e")
    let paced = RateOptions(.pace, longestWait: .seconds(7200))
    #expect(scene.allOptions.map(\.rate) == [.init(), paced, .init(.throw), paced, .init()])
  }

  @Test func commandsRunInOrderAndEachSubjectIsOneURL() async throws {
    let scene = Scene()
    try await scene.run("thing status:1 status:2\nset hello")
    #expect(
      scene.requests == [
        "tusker://x-callback-url/getThing?statusID=1", "tusker://x-callback-url/getThing?statusID=2",
        "tusker://x-callback-url/setThing?text=hello",
      ])
  }

  @Test func aRehearsalShowsWritesAndMakesReads() async throws {
    let scene = Scene()
    try await scene.run("thing status:1\nset hello", rehearses: true)
    #expect(scene.requests == ["tusker://x-callback-url/getThing?statusID=1"])
    #expect(scene.seen.last == "planned tusker://x-callback-url/setThing?text=hello")
  }

  @Test func aURLIsACommand() async throws {
    let scene = Scene()
    try await scene.run("tusker://x-callback-url/setThing?text=a%20b\nopen tusk://x-callback-url/getThing?statusID=1")
    #expect(
      scene.requests == [
        "tusker://x-callback-url/setThing?text=a%20b", "tusk://x-callback-url/getThing?statusID=1",
      ])
  }

  @Test(arguments: [
    "open other://x-callback-url/setThing?text=x", "open tusker://x-callback-url/nothing",
    "open tusker://x-callback-url/setThing?text=x&x-success=a", "open tusker://x-callback-url/setThing?text=%zz",
    "open",
    "open 'tusker://x-callback-url/noThing'", "tusker://x-callback-url/setThing?text=x more",
  ])
  func whatIsNoRequestIsNotOpened(line: String) async {
    let scene = Scene()
    #expect(await scene.failure(line)?.exitCode == .usage)
    #expect(scene.requests.isEmpty)
  }

  @Test func argumentsAreTextAndNeverProgram() async throws {
    let scene = Scene()
    try await scene.run("set $1\nset \"<$2>\"", arguments: ["a b --yes\nset c", "$1"])
    #expect(
      scene.requests == [
        "tusker://x-callback-url/setThing?text=a%20b%20--yes%0Aset%20c",
        "tusker://x-callback-url/setThing?text=%3C%241%3E",
      ])
    #expect(await scene.failure("set $3")?.exitCode == .data)
  }

  @Test func aTextMayComeFromAFile() async throws {
    let scene = Scene()
    try await scene.run("set file:here.txt")
    #expect(scene.requests == ["tusker://x-callback-url/setThing?text=from%20a%20file"])
    #expect(await scene.failure("set file:elsewhere.txt")?.exitCode == .noInput)
  }

  @Test(
    arguments: [
      (.notFound, 69), (.forbidden, 69), (.network, 75), (.rateLimited, 75), (.serverFailure, 75),
      (.timedOut, 75), (.unauthorized, 77), (.invalidParameter, 64), (.unknownOutcome, 69), (.defect, 70),
    ] as [(Failure.Code, Int32)])
  func aFailureEndsWithItsCode(code: Failure.Code, exit: Int32) async {
    let scene = Scene(["setThing": .failure(Failure(code, "no"))])
    let diagnostic = await scene.failure("set a\nset b")
    #expect(diagnostic?.exitCode.rawValue == exit)
    #expect(diagnostic?.message == "set failed: no")
    #expect(scene.requests.count == 1)
  }

  @Test func whatNobodyConfirmedSaysHowItWouldRun() async throws {
    let scene = Scene(["setThing": .canceled])
    let refusal = Refusal("needs --yes", remedy: "--yes")
    let diagnostic = try #require(await scene.failure("set a", refusal: refusal))
    #expect(diagnostic.exitCode == .canceled)
    #expect(diagnostic.message.hasPrefix("needs --yes"))
    #expect(diagnostic.help(in: Source("set a")) == "set a --yes")
  }

  @Test func optionsOfTheShellBecomeTerms() async throws {
    let scene = Scene()
    try await scene.run("set a --yes timeout=2m\nset b")
    #expect(
      scene.allOptions == [
        Dispatcher.RequestOptions(timeout: .seconds(120), assumesYes: true), Dispatcher.RequestOptions(),
      ])
    #expect(scene.requests.first == "tusker://x-callback-url/setThing?text=a")
  }
}
