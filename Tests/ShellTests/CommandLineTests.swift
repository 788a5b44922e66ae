import Glibc
import JSONValue
import TestSupport
import Testing
import TuskActions

/// The subcommands that need no server, as a program calls them.
struct CommandLineTests {
  private let home: TemporaryFolder
  private var permissionsPath: String { home.path + "/.config/tusk/permissions.json" }

  init() throws {
    home = try TemporaryFolder()
  }

  private func run(_ arguments: String..., input: String = "", environment: [String] = []) async throws -> TuskRun {
    try await TuskRun.of(arguments, home: home, input: Array(input.utf8), environment: environment)
  }

  @Test(arguments: [
    ("fav status:123", "tusker://x-callback-url/favoriteStatus?statusID=123\n"),
    ("get account acct=a@b --json", "tusker://x-callback-url/getAccount?acct=a%40b&json=true\n"),
    (
      "fav status:1 status:2",
      "tusker://x-callback-url/favoriteStatus?statusID=1\ntusker://x-callback-url/favoriteStatus?statusID=2\n"
    ),
    ("post '+ é &' --silent", "tusker://x-callback-url/postStatus?text=%2B%20%C3%A9%20%26&silent=true&x-source=tusk\n"),
    ("me --yes timeout=5s --ids", "tusker://x-callback-url/getCurrentUser\n"),
  ])
  func aLineHasItsURLsWithoutOursAddedToThem(line: String, urls: String) async throws {
    let run = try await run("url", line)
    #expect(run.output == urls && run.errors == "" && run.exit == 0, "\(run)")
  }

  @Test(arguments: [
    ("zz", 64), ("fav", 64), ("fav status:", 64), ("let x = 1", 64), ("print x", 64), ("me | cat", 64),
    ("get status 9", 64),
  ])
  func whatHasNoURLIsAnError(line: String, exit: Int32) async throws {
    let run = try await run("url", line)
    #expect(run.output == "" && run.exit == exit && run.errors.hasPrefix("error: "), "\(run)")
  }

  @Test(arguments: [
    ("me\npost x\n", ""), ("print a\nopen tusker://x-callback-url/getCurrentUser\nhelp\n", ""),
    ("post file:none\n", ""),
    ("print $1 $2\nfav status:$1\n", ""), ("fav account:1\n", ":1:"), ("me\nprnt a\n", ":2:"),
    ("me\nopen tusker://x-callback-url/x\n", ":2:"), ("zz\nyy\n'\n", ":3:"),
  ])
  func checkingFindsMistakesAndNothingElse(script: String, place: String) async throws {
    try TuskRun.write(Array(script.utf8), to: home.path + "/a.tsk")
    let file = try await run("check", "a.tsk")
    #expect(file.exit == (place.isEmpty ? 0 : 64) && file.output == "", "\(file)")
    #expect(place.isEmpty ? file.errors == "" : file.errors.contains("a.tsk" + place), "\(file.errors)")
    #expect(try await run("check", "-", input: script).exit == file.exit)
  }

  @Test(arguments: ["sandbox", "handler"])
  func anUnknownSubcommandShowsUsageOfItsCommand(command: String) async throws {
    let run = try await run(command, "frob")
    #expect(run.exit == 64 && run.errors.contains("'frob'"), "\(run)")
    #expect(run.errors.contains("\nUsage: tusk \(command) <subcommand>\n  See 'tusk \(command) --help'"), "\(run)")
  }

  @Test func everyMistakeOfAScriptIsFound() async throws {
    let run = try await run("check", "--json", "-", input: "zz\nme\nfav account:1\npost visibility=x\n")
    let lines = try run.errors.split(separator: "\n").map { try JSON(parsing: String($0))["error"]?["line"] }
    #expect(lines == [1, 3, 4], "\(run)")
  }

  @Test(arguments: [
    ("UTC", "2024-01-02 03:04"), ("Europe/Berlin", "2024-01-02 04:04"), ("XYZ+5:30", "2024-01-01 21:34"),
    ("nowhere/land", "2024-01-02 03:04"),
  ])
  func timesAreLocal(zone: String, text: String) async throws {
    try await Permissions(path: permissionsPath, now: { 1_704_164_645 }).decide(.allow, source: "a\nb", account: "@a@b")
    let run = try await run("permissions", environment: ["TZ=\(zone)"])
    // Where the machine has no table of time zones it knows none by its name.
    let known = zone != "Europe/Berlin" || access("/usr/share/zoneinfo/Europe/Berlin", F_OK) == 0
    #expect(run.output == "allow  source  a⏎b  @a@b  \(known ? text : "2024-01-02 03:04")\n", "\(run)")
  }

  @Test func permissionsAreListedAsTheyAreStored() async throws {
    try await Permissions(path: permissionsPath, now: { 7 }).decide(.deny, source: "Drafts", account: "@a@b")
    let run = try await run("permissions", "--json")
    #expect(run.output == #"{"kind":"source","name":"Drafts","account":"@a@b","decision":"deny","time":7}"# + "\n")
    #expect(try await self.run("permissions", "--revoke", "Drafts").exit == 0)
    let again = try await self.run("permissions", "--revoke", "Drafts")
    #expect(again.exit == 69 && again.errors.contains("no permission is called 'Drafts'"))
    #expect(try await self.run("permissions").output == "")
  }

  @Test(arguments: ["accounts.json", "permissions.json"])
  func aFileThatOthersCanReadIsRefusedByName(file: String) async throws {
    let path = home.path + "/.config/tusk/" + file
    try PrivateFile(path).write("[]")
    chmod(path, 0o644)
    let run = try await run(file == "accounts.json" ? "accounts" : "permissions")
    #expect(run.exit == 78 && run.output == "" && run.errors.contains("chmod 600 \(path)"), "\(run)")
  }

  @Test(arguments: [
    ("", "reading   home"), ("fav", "favouriteStatus"), ("favoriteStatus", "fav"), ("dismiss", "dismissNotification"),
  ])
  func helpTellsWhatItHas(topic: String, words: String) async throws {
    let run = topic.isEmpty ? try await run("help") : try await run("help", topic)
    #expect(run.exit == 0 && run.output.contains(words) == (words != "favouriteStatus"), "\(run)")
  }

  @Test(arguments: [("fvaorite", "favorite"), ("dismis", "dismiss"), ("qqqqqq", "'help' lists them all")])
  func aMistypedTopicIsCorrected(topic: String, hint: String) async throws {
    let run = try await run("help", topic)
    #expect(run.exit == 64 && run.output == "", "\(run)")
    #expect(run.errors.hasPrefix("error: unknown verb '\(topic)'") && run.errors.contains(hint))
  }

  @Test func whoSignsOutIsToldWhoIsLeftToBeChosen() async throws {
    for name in ["@a@a.example", "@b@a.example"] {
      try await AccountStore(path: home.path + "/.config/tusk/accounts.json").add(
        name: name, account: ActingAccount(label: nil, server: "127.0.0.1:9", token: ""), command: "echo \(name)")
    }
    let advice = "no account is selected; select one with: tusk use @a@a.example\n"
    let first = try await run("logout")
    #expect(first.exit == 0 && first.errors.hasPrefix("signed out @b@a.example"), "\(first)")
    #expect(first.errors.hasSuffix("\n" + advice), "\(first)")
    let second = try await run("logout")
    #expect(second.exit == 77 && second.errors == "error: " + advice, "\(second)")
    let last = try await run("logout", "@a@a.example")
    #expect(last.exit == 0 && !last.errors.contains("select"), "\(last)")
  }

  @Test func aTokenIsNotTakenFromTheCommandLineNorEmpty() async throws {
    #expect(try await run("login", "--token", "abc", "a.example").exit == 64)
    let none = try await run("login", "--token", "-", "127.0.0.1:9", input: "\n")
    #expect(none.exit == 64 && none.errors.contains("token"), "\(none)")
    #expect(try await run("login", "--token", "-", "http://b.example", input: "t\n").exit == 64)
    #expect(access(home.path + "/.config/tusk/accounts.json", F_OK) != 0)
  }

  @Test func aServerThatIsNotThereIsATemporaryFailure() async throws {
    for arguments in [["-c", "me"], ["open", "tusker://x-callback-url/getCurrentUser"]] {
      let run = try await TuskRun.of(arguments, home: home, environment: ["TUSK_SERVER=http://127.0.0.1:9"])
      #expect(run.exit == 75 && run.errors.contains("127.0.0.1:9"), "\(run)")
    }
  }
}

/// `tusk open`, as the desktop calls it for another program.
struct OpenCommandTests {
  private let home: TemporaryFolder
  private let server: LoopbackServer

  init() throws {
    home = try TemporaryFolder()
    server = try LoopbackServer()
  }

  private func open(_ request: String, _ options: String...) async throws -> TuskRun {
    try await TuskRun.of(["open", "tusker://x-callback-url/" + request] + options, home: home, server: server)
  }

  private static let callbacks =
    "x-success=bear%3Ayes&x-error=bear%3Abad&x-cancel=bear%3Ano"

  @Test(arguments: [
    ("getNotifications?\(callbacks)", 0, "bear:yes?notifications=77\n"),
    ("getNothing?\(callbacks)", 64, "bear:bad?errorCode=3"),
    ("getStatus?statusID=404&\(callbacks)", 69, "bear:bad?errorCode=11"),
    ("favoriteStatus?statusID=9&\(callbacks)", 3, "bear:no\n"), ("getNotifications", 0, "notifications\t77\n"),
    ("getStatus?statusID=404", 69, ""),
    ("getNotifications?x-success=app%3Ayes&x-error=bear%3Abad", 64, "bear:bad?errorCode=5"),
    ("getNotifications?x-success=https%3A%2F%2Fevil.example", 64, ""),
  ])
  func theCallbackIsPrintedAndTheCodeSaysHowItEnded(request: String, exit: Int32, output: String) async throws {
    let run = try await open(request)
    #expect(run.exit == exit && run.output.hasPrefix(output) && run.output.isEmpty == output.isEmpty, "\(run)")
    #expect(run.lines.isEmpty == output.isEmpty && run.errors.isEmpty == (exit == 0))
    #expect(server.writes.isEmpty)
  }

  @Test func whatCouldNotBeConfirmedSaysHow() async throws {
    let run = try await open("favoriteStatus?statusID=9")
    #expect(run.exit == 3 && run.errors.contains("'fav' needs confirmation"), "\(run)")
    #expect(try await open("favoriteStatus?statusID=9", "--yes").exit == 0)
    #expect(server.writes == ["POST /api/v1/statuses/9/favourite"])
  }

  @Test func anotherSchemeIsCalledBackOnlyWhereItIsAllowed() async throws {
    let request = "getNotifications?x-success=mine%3Ayes"
    #expect(try await open(request).exit == 64)
    #expect(try await open(request, "--allow-callback", "mine").output == "mine:yes?notifications=77\n")
    let dangerous = "getNotifications?x-success=javascript%3Ayes"
    #expect(try await open(dangerous, "--allow-callback", "javascript").exit == 64)
  }

  @Test func onlyAURLThatIsStrictlyOneIsOpened() async throws {
    for text in ["getStatus?statusID=9 9", "getStatus?statusID=%zz", "getStatus?statusID=é"] {
      let run = try await open(text)
      #expect(run.exit == 64 && run.output == "" && run.errors.contains("^"), "\(run)")
    }
    #expect(server.requests.isEmpty)
  }
}
