import Glibc
import TestSupport
import Testing
import TuskActions
import TuskCommon
import TuskRuntime
import XCallbackURL

@testable import TuskShell

/// What the reason says where nobody can be asked.
struct ConsentPromptTests {
  private let consentPrompt = ConsentPrompt(terminal: nil)

  private func consentRequest(_ action: String) throws -> Consent.ConsentRequest {
    let signature = try #require(Shell.catalog.signature(action: action))
    return Consent.ConsentRequest(
      signature: signature, url: CallbackURL(scheme: "tusker", action: action, pairs: []), source: "Drafts",
      isSilent: false, origin: Origin(.program))
  }

  private func refusal(of question: Consent.Question) async throws -> Refusal {
    guard case .nobody(let refusal) = await consentPrompt.answer(question) else { throw Failure(.defect, "asked") }
    return refusal
  }

  @Test func aScriptLearnsBothWaysOut() async throws {
    let script = Origin.Script(path: "my script.tsk", digest: "d", effects: ["x"])
    let refusal = try await refusal(of: .script(script, account: "@a@b"))
    for words in ["my script.tsk", "@a@b", "tusk permit my script.tsk", "--yes"] {
      #expect(refusal.message.contains(words), "\(words)")
    }
    #expect(refusal.remedy == nil)
  }

  @Test(arguments: [("@a@b", "'tusk permit s.tsk'"), ("@c@d", "'tusk permit --as @c@d s.tsk'")])
  func anotherAccountIsNamedInTheRemedy(account: String, remedy: String) async throws {
    let prompt = ConsentPrompt(terminal: nil, isOther: { $0 == "@c@d" })
    let question = Consent.Question.script(Origin.Script(path: "s.tsk", digest: "d", effects: ["x"]), account: account)
    guard case .nobody(let refusal) = await prompt.answer(question) else { throw Failure(.defect, "asked") }
    #expect(refusal.message.contains(remedy))
  }

  @Test func aScriptThatCannotBePermittedLearnsWhy() async throws {
    let obstacle = "line 1: which script $f names is known only when it runs"
    let script = Origin.Script(path: "my script.tsk", digest: "d", effects: ["x"], obstacle: obstacle)
    let refusal = try await refusal(of: .script(script, account: "@a@b"))
    for words in ["my script.tsk", "@a@b", obstacle, "--yes"] { #expect(refusal.message.contains(words), "\(words)") }
    #expect(!refusal.message.contains("tusk permit"))
  }

  /// A person sees how many accounts a status mentions, in its text or as a parameter.
  @Test(arguments: [
    ("postStatus?text=x&mentioning=bob", 1), ("postStatus?text=%40bob%20%40eve&mentioning=%40Bob", 2),
    ("postStatus?text=x&poll=a&poll=RT%40bob", 1), ("postStatus?text=%23tea", 0), ("followUser?acct=bob", 0),
  ])
  func aConfirmationCountsTheMentionedAccounts(request: String, accounts: Int) throws {
    let url = try CallbackURL(parsing: "tusker://x-callback-url/\(request)")
    let signature = try #require(Shell.catalog.signature(action: url.action))
    let consentRequest = Consent.ConsentRequest(
      signature: signature, url: url, source: "Drafts", isSilent: false, origin: Origin(.program))
    let rows = Consent.Question.confirmation(consentRequest, account: "@a@b").rows.filter { $0.hasPrefix("  mentions") }
    #expect(rows == (accounts == 0 ? [] : ["  mentions: \(accounts.counting("account"))"]))
  }

  @Test func aDeedNamesItsVerbAndTheFlag() async throws {
    let request = try consentRequest("dismissAllNotifications")
    let refusal = try await refusal(of: .confirmation(request, account: "@a@b"))
    #expect(refusal.message.hasPrefix("'dismiss all' needs confirmation") && refusal.message.hasSuffix("pass --yes"))
    #expect(refusal.remedy == "--yes")
  }

  @Test(arguments: [
    (0, "just now"), (59, "just now"), (119, "a minute ago"), (120, "2 minutes ago"), (599, "9 minutes ago"),
  ])
  func aRepetitionSaysHowLongAgoAndTheFlag(_ seconds: Int, _ time: String) async throws {
    let question = Consent.Question.repeating(try consentRequest("postStatus"), secondsAgo: seconds, account: "@a@b")
    let refusal = try await refusal(of: question)
    #expect(
      refusal.message == "@a@b did the same \(time), in another run; use --again to repeat it, or again=true in a URL")
    #expect(refusal.remedy == "--again")
  }

  @Test func anUnknownSourceIsNamed() async throws {
    let refusal = try await refusal(of: .source(try consentRequest("favoriteStatus"), account: "@a@b"))
    #expect(refusal.message.hasPrefix("'Drafts' needs permission to change @a@b"))
  }
}

/// Where a person is asked: `tusk` on a terminal of its own.
@Suite(.serialized)
struct ConsentQuestionTests {
  private let home: TemporaryFolder
  private let server: LoopbackServer
  private let script: String

  init() throws {
    home = try TemporaryFolder()
    server = try LoopbackServer()
    script = home.path + "/a.tsk"
    try TuskRun.write(Array("post one --again\npost two --again\n".utf8), to: script)
  }

  private func start(_ arguments: String...) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltProgram.tusk, arguments, environment: TuskRun.environment(home: home, server: server) + ["TERM=xterm"])
  }

  @Test(arguments: [
    ("o", 0, 2, false), ("once", 0, 2, false), ("ALWAYS", 0, 2, true), (" a ", 0, 2, true), ("n", 3, 0, false),
    ("", 3, 0, false), ("no", 3, 0, false), (" NO", 3, 0, false),
  ])
  func aScriptIsAskedForOnce(answer: String, exit: Int32, posts: Int, isKept: Bool) throws {
    let terminal = try start(script)
    try terminal.expect("\(script) wants to change @bob@b.example:")
    try terminal.expect("post: Posts a status. (2 times)")
    try terminal.expect("Allow it? [o]nce, [a]lways, [N]o: ")
    #expect(server.writes.isEmpty)
    terminal.type(answer + "\r")
    #expect(try terminal.exitCode() == exit)
    #expect(server.writes.count == posts)
    let permissions = Permissions(path: home.path + "/.config/tusk/permissions.json", now: { 0 })
    #expect(try permissions.entries().map(\.name) == (isKept ? [script] : []))
  }

  @Test func alwaysHoldsUntilTheFileChanges() throws {
    let first = try start(script)
    try first.expect("[N]o: ")
    first.type("a\r")
    #expect(try first.exitCode() == 0)
    #expect(try start(script).exitCode() == 0)
    try TuskRun.write(Array("post one --again\npost two --again\n\n".utf8), to: script)
    let changed = try start(script)
    try changed.expect("[N]o: ")
    changed.type("\r")
    #expect(try changed.exitCode() == 3)
    #expect(server.writes.count == 4)
  }

  @Test(arguments: [("y", true), ("Yes", true), ("", false), ("n", false), ("No", false)])
  func aMassEffectIsConfirmedByAYesAlone(answer: String, isDone: Bool) throws {
    let terminal = try start("-c", "dismiss all")
    try terminal.expect("this command would act as @bob@b.example:")
    try terminal.expect("  dismissAllNotifications: Dismisses all notifications.\r\n")
    try terminal.expect("Allow it? [y/N] ")
    terminal.type(answer + "\r")
    #expect(try terminal.exitCode() == (isDone ? 0 : 3))
    #expect(server.writes == (isDone ? ["POST /api/v1/notifications/clear"] : []))
  }

  @Test(arguments: [("y", 0, 2), ("n", 3, 0)])
  func severalSubjectsAreOneQuestion(answer: String, code: Int32, writes: Int) throws {
    let status = try #require(LoopbackServer.everything["GET /api/v1/statuses/9"])
    let routes = ["DELETE /api/v1/statuses/8": status, "DELETE /api/v1/statuses/9": status]
    let server = try LoopbackServer(LoopbackServer.everything.merging(routes) { $1 })
    let terminal = try PseudoTerminal(
      BuiltProgram.tusk, ["-c", "delete status:9 status:8"],
      environment: TuskRun.environment(home: home, server: server) + ["TERM=xterm"])
    try terminal.expect("delete 2 statuses as @bob@b.example:\r\n")
    try terminal.expect("  the status: @bob@b.example: \"One\" (0 replies)\r\n  8\r\n")
    try terminal.expect("Allow it? [y/N] ")
    terminal.type(answer + "\r")
    #expect(try terminal.exitCode() == code)
    #expect(server.writes.count == writes)
    #expect(terminal.transcript.matches(of: /Allow it/).count == 1)
  }

  @Test func anotherProgramIsNamedAndItsNameWritesNoRows() throws {
    let source = "Drafts%27%0A%0Aallow%20it%3F%20%1B%5B2J%E2%80%AE"
    let terminal = try start(
      "open", "tusker://x-callback-url/favoriteStatus?statusID=9&x-source=\(source)")
    try terminal.expect("'Drafts’⏎⏎allow it? ␛[2J<U+202E>' (unverified name) wants to act as @bob@b.example:")
    try terminal.expect("Allow it? [y/N] ")
    #expect(!terminal.transcript.contains("\u{1B}[2J"))
    terminal.type("n\r")
    #expect(try terminal.exitCode() == 3)
    #expect(server.writes.isEmpty)
  }

  @Test func aSilentSourceIsAskedForAndItsNameWritesNoRows() throws {
    let terminal = try start(
      "open", "tusker://x-callback-url/favoriteStatus?statusID=9&silent=true&x-source=a%0Aallow%20it%3F")
    try terminal.expect("'a⏎allow it?' (unverified name) wants to act as @bob@b.example without asking:")
    try terminal.expect("[N]o, never: ")
    terminal.type("o\r")
    #expect(try terminal.exitCode() == 0)
    #expect(server.writes == ["POST /api/v1/statuses/9/favourite"])
  }

  @Test(arguments: ["y", "yes", "oo", "never", "alwaysonce", "ö", String(repeating: "n", count: 300)])
  func anUnknownWordAsksAgain(word: String) throws {
    let terminal = try start(script)
    try terminal.expect("[N]o: ")
    terminal.type(word + "\r")
    try terminal.expect("Type o (once), a (always) or n (no).\r\nAllow it? [o]nce, [a]lways, [N]o: ")
    terminal.type("once\r")
    #expect(try terminal.exitCode() == 0)
    #expect(server.writes.count == 2)
  }

  /// The words fit the question, and each of them is an answer.
  @Test(arguments: ["maybe", "once", "a"])
  func anUnknownWordForAYesNamesTheAnswers(word: String) throws {
    let terminal = try start("-c", "dismiss all")
    try terminal.expect("Allow it? [y/N] ")
    terminal.type(word + "\r")
    try terminal.expect("Type y (yes) or n (no).\r\nAllow it? [y/N] ")
    terminal.type("yes\r")
    #expect(try terminal.exitCode() == 0)
  }

  /// After a stop the screen has other text.
  @Test func aContinuedQuestionIsShownAgain() throws {
    let terminal = try start("-c", "dismiss all")
    for _ in 0..<2 {
      try terminal.expect("this command would act as @bob@b.example:")
      try terminal.expect("Allow it? [y/N] ")
      terminal.signal(SIGCONT)
    }
    try terminal.expect("Allow it? [y/N] ")
    terminal.type("y\r")
    #expect(try terminal.exitCode() == 0)
    #expect(server.writes.count == 1)
  }

  @Test func theEndOfInputEndsTheLineOfTheQuestion() throws {
    let terminal = try start("-c", "dismiss all")
    try terminal.expect("Allow it? [y/N] ")
    terminal.type("\u{4}")
    #expect(try terminal.exitCode() == 3)
    #expect(terminal.transcript.contains("Allow it? [y/N] \r\n"))
  }

  /// Only `never` is kept; after it each request of the program is a question.
  @Test(arguments: [("", 0), ("n", 0), ("never", 1)])
  func onlyNeverIsKept(answer: String, kept: Int) throws {
    let url = "tusker://x-callback-url/favoriteStatus?statusID=9&silent=true&x-source=Drafts"
    let terminal = try start("open", url)
    try terminal.expect("Allow it? [o]nce, [a]lways, [N]o, never: ")
    terminal.type(answer + "\r")
    if kept > 0 {
      try terminal.expect("Allow it? [y/N] ")
      terminal.type("\r")
    }
    #expect(try terminal.exitCode() == 3)
    #expect(server.writes.isEmpty)
    let permissions = Permissions(path: home.path + "/.config/tusk/permissions.json", now: { 0 })
    #expect(try permissions.entries().map(\.decision) == Array(repeating: .deny, count: kept))
  }

  @Test func aScriptThatIsKnownOnlyWhenItRunsIsNeverAlwaysAllowed() throws {
    try TuskRun.write(Array("source $1\n".utf8), to: script)
    let other = home.path + "/other.tsk"
    try TuskRun.write(Array("post one --again\n".utf8), to: other)
    for _ in 0..<2 {
      let terminal = try start(script, other)
      try terminal.expect("it cannot be allowed for always: \(script), line 1: which script $1 names is known only")
      try terminal.expect("Allow it? [o]nce, [N]o: ")
      terminal.type("always\r")
      try terminal.expect("Allow it? [o]nce, [N]o: ")
      terminal.type("o\r")
      #expect(try terminal.exitCode() == 0)
    }
    #expect(server.writes.count == 2)
  }

  @Test func theEndOfTheTerminalIsANo() throws {
    let terminal = try start("-c", "dismiss all")
    try terminal.expect("Allow it? [y/N] ")
    terminal.type("\u{4}")
    #expect(try terminal.exitCode() == 3)
    #expect(server.writes.isEmpty)
  }
}
