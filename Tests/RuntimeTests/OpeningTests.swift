import Testing
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// `open URL` and a URL alone: the same request, checked like a command.
struct OpeningTests {
  private static let url = "tusker://x-callback-url/setThing?text=x"

  @Test(arguments: [
    ("open \(url)", url), (url, url), ("open '\(url)'", url), ("open \"\(url)\"", url),
    ("let u = \"\(url)\"\nopen $u", url), ("let u = \(url)\nopen \"$u\"", url),
    (
      "let t = \"a&b\"\nopen \"tusker://x-callback-url/setThing?text=$t\"",
      "tusker://x-callback-url/setThing?text=a%26b"
    ),
    ("open tusk://x-callback-url/getThing?statusID=1", nil),
    ("TUSKER://X-Callback-URL/setThing?text=x", nil), ("open tusker://x-callback-url/getThing/?statusID=1", nil),
    ("tusker://x-callback-url/setThing?text=%f0%9f%90%98&silent=true&x-source=me", nil),
  ])
  func whatIsOpenedReachesTheDoorByteForByte(line: String, opened: String?) async throws {
    let scene = Scene()
    try await scene.run(line)
    let wanted = opened ?? line.split(separator: " ").last.map(String.init) ?? ""
    #expect(scene.urls.count == 1)
    #expect(scene.urls[0].description.hasPrefix(wanted))
  }

  @Test(arguments: ["open \(url) --yes timeout=2m", "\(url) --yes timeout=2m", "open timeout=2m --yes \(url)"])
  func optionsOfTheShellStandBesideTheURL(line: String) async throws {
    let scene = Scene()
    try await scene.run(line)
    #expect(scene.allOptions == [Dispatcher.RequestOptions(timeout: .seconds(120), assumesYes: true)])
    #expect(scene.requests == [Self.url])
  }

  @Test func theHelpOfAnUnconfirmedURLWorks() async throws {
    let refusal = Refusal("'set' needs --yes", remedy: "--yes")
    let line = "open \(Self.url)"
    let diagnostic = try #require(await Scene(["setThing": .canceled]).failure(line, refusal: refusal))
    let help = try #require(diagnostic.help(in: Source(line)))
    let scene = Scene()
    try await scene.run(help)
    #expect(scene.allOptions.map(\.assumesYes) == [true])
  }

  @Test(arguments: [
    "open \(url) --silent", "open \(url) --json", "open \(url) text=y", "open \(url) --yse", "open \(url) timeout=2",
    "open \(url) --yes --yes", "open \(url) \(url)", "open 'x'", "open https://a.example/",
    "open 'https://a.example/'", "open [\(url)]",
    "open mailto:a@b", "open tusker:setThing", "open tusker://elsewhere/setThing", "tusker://x-callback-url/",
    "tusker://x-callback-url", "open tusker://x-callback-url/set%54hing/..",
    "open tusker://x-callback-url/setThing?text=\u{E9}", "open tusker://me@x-callback-url/setThing?text=x",
    "open \(url)&x%2Dsuccess=app%3A%2F%2Fx-callback-url", "open \(url)&x-cancel", "open \(url)&x-error=",
  ])
  func whatIsNoRequestOfOursIsAUsageErrorAndOpensNothing(line: String) async throws {
    let scene = Scene()
    let diagnostic = try #require(await scene.failure(line, arguments: [Self.url]))
    #expect(diagnostic.exitCode == .usage)
    #expect(scene.urls.isEmpty)
  }

  @Test func anArgumentMayBeTheURL() async throws {
    let scene = Scene()
    try await scene.run("open $1", arguments: [Self.url])
    #expect(scene.requests == [Self.url])
  }

  @Test(arguments: ["open $t.url", "open \"$t.url\""])
  func aURLFromElsewhereOpensNothing(line: String) async throws {
    let scene = Scene(["getThing": .success([CallbackURL.Pair("url", Self.url)])])
    let diagnostic = try #require(await scene.failure("let t = thing status:1\n\(line)"))
    #expect(diagnostic.kind == .foreignValue && !scene.requests.contains(Self.url), "\(diagnostic)")
  }

  @Test(arguments: [
    ("open tusker://x-callback-url/setThing?text=%zz", "%zz"), ("tusker://x-callback-url/setThing?a=1%00", "%00"),
  ])
  func aBadURLIsPointedAt(line: String, place: String) async throws {
    let diagnostic = try #require(await Scene().failure(line))
    let start = line.utf8.index(line.utf8.startIndex, offsetBy: diagnostic.span.start)
    #expect(line[start...].hasPrefix(place), "\(diagnostic)")
  }

  @Test func aRehearsalOpensWhatReadsAndShowsWhatChanges() async throws {
    let scene = Scene()
    try await scene.run("open \(Self.url)\ntusker://x-callback-url/getThing?statusID=1", rehearses: true)
    #expect(scene.requests == ["tusker://x-callback-url/getThing?statusID=1"])
    #expect(scene.seen.filter { $0.hasPrefix("planned") } == ["planned \(Self.url)"])
  }
}
