import Glibc
import TestSupport
import Testing
import TuskShell
import XCallbackURL

/// Requests of other programs that reach a person at the prompt.
@Suite(.serialized)
struct PromptRequestTests {
  private let home: TemporaryFolder
  private let server: LoopbackServer
  private let terminal: PseudoTerminal
  private let folder: MailboxFolder

  init() throws {
    home = try TemporaryFolder()
    server = try LoopbackServer()
    let runtime = "\(home.path)/run"
    mkdir(runtime, 0o700)
    mkdir("\(home.path)/bin", 0o700)
    try write("#!/bin/sh\necho \"$2\" >> '\(home.path)/opened'\n", toFile: "\(home.path)/bin/gio")
    chmod("\(home.path)/bin/gio", 0o700)
    folder = MailboxFolder(ProcessEnvironment(variables: ["XDG_RUNTIME_DIR": runtime]))
    terminal = try PseudoTerminal(
      BuiltProgram.tusk,
      environment: TuskRun.environment(home: home, server: server).filter { !$0.hasPrefix("PATH=") }
        + ["TERM=xterm-256color", "XDG_RUNTIME_DIR=\(runtime)", "PATH=\(home.path)/bin:\(TestPrograms.folder)"])
    try terminal.expect("\u{1B}[?2004h")
    try terminal.expect("> ")
  }

  private static let request =
    "tusker://x-callback-url/favoriteStatus?statusID=9&x-source=Drafts&x-success=drafts%3A%2F%2Fx-callback-url%2Fok"
    + "&x-cancel=drafts%3A%2F%2Fx-callback-url%2Fno"

  @Test(arguments: [("y", "ok?statusURL="), ("n", "no\n"), ("", "no\n")])
  func aRequestIsAskedAboutAboveTheLineThatIsBeingTyped(answer: String, opened: String) throws {
    terminal.type("print \"half")
    try terminal.expect("half")
    #expect(try folder.deliver(try CallbackURL(parsing: Self.request)))
    try terminal.expect("'Drafts' (unverified name) requests: fav status:9")
    try terminal.expect("the result goes to: drafts://x-callback-url/ok")
    try terminal.expect("Allow it? [y/N] ")
    #expect(server.writes.isEmpty)
    terminal.type(answer + "\r")
    try terminal.expect("print \"half")
    terminal.type(" a line\"\r")
    try terminal.expect("half a line\r\n")
    #expect(server.writes.count == (answer == "y" ? 1 : 0))
    #expect(try text(ofFile: "\(home.path)/opened").hasPrefix("drafts://x-callback-url/" + opened))
  }

  @Test func anAnswerThatNobodyElseGetsIsShown() throws {
    #expect(try folder.deliver(try CallbackURL(parsing: "tusker://x-callback-url/getCurrentUser?x-source=Drafts")))
    try terminal.expect("'Drafts' (unverified name) requests: me")
    try terminal.expect("username")
    try terminal.expect("> ")
  }

  @Test func whatOnlyTheOwnerCanReadIsToldOnlyWhereTheyAllowIt() throws {
    let request = "tusker://x-callback-url/getCurrentUser?x-source=Drafts&x-success=drafts%3A%2F%2Fx-callback-url%2Fme"
    #expect(try folder.deliver(try CallbackURL(parsing: request)))
    try terminal.expect("(unverified name) wants private data of ")
    try terminal.expect("the result goes to: drafts://x-callback-url/me")
    try terminal.expect("Allow it? [o]nce, [a]lways, [N]o: ")
    terminal.type("a\r")
    try terminal.expect("> ")
    #expect(try text(ofFile: "\(home.path)/opened").hasPrefix("drafts://x-callback-url/me?username="))
  }

  @Test func whoAsksAgainAndAgainIsNotHeard() throws {
    for _ in 0..<QuestionLimit.most {
      #expect(try folder.deliver(try CallbackURL(parsing: Self.request)))
      try terminal.expect("Allow it? [y/N] ")
      terminal.type("n\r")
      try terminal.expect("> ")
    }
    #expect(try folder.deliver(try CallbackURL(parsing: Self.request)))
    try terminal.expect("not asked, because other programs have already asked 5 questions within a minute")
    #expect(server.writes.isEmpty)
  }

  @Test func aCallbackThatNobodyWaitsForIsNotTaken() throws {
    let forged = "tusk://x-callback-url/callback/00112233445566778899aabbccddeeff/success?a=b"
    #expect(try !folder.deliver(try CallbackURL(parsing: forged)))
    #expect(try !folder.deliver(try CallbackURL(parsing: "other://x-callback-url/fav")))
  }
}
