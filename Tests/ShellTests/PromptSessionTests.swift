import Glibc
import TestSupport
import Testing
import TuskActions

/// A person at the prompt with a server behind it: answers, questions, and Ctrl-C while a command runs.
@Suite(.serialized)
struct PromptSessionTests {
  private let home: TemporaryFolder
  private let server: LoopbackServer
  private let terminal: PseudoTerminal

  init() throws {
    home = try TemporaryFolder()
    server = try LoopbackServer()
    terminal = try PseudoTerminal(
      BuiltProgram.tusk,
      environment: TuskRun.environment(home: home, server: server) + ["TERM=xterm-256color", "PAGER="])
    try terminal.expectPrompt()
  }

  private func enter(_ line: String, answered text: String) throws {
    try terminal.enter(line, answered: text)
  }

  @Test func answersAreCardsAndTablesAndJSONWhereItIsWanted() throws {
    try enter("get status status:9", answered: "https://b.example/@bob/9")
    try enter("get status status:9 --json", answered: #"{"id":"9","account":{"#)
    try enter("get status status:9 --ids", answered: "status:9\r\n")
    try enter("notifications", answered: "mention")
  }

  @Test func aNumberNamesARowOfTheLastList() throws {
    try enter("notifications", answered: "mentioned you")
    try enter("fav 1", answered: "favorited")
    try enter("status it", answered: "https://b.example/@bob/9")
    #expect(server.writes == ["POST /api/v1/statuses/9/favourite"])
  }

  @Test func aFailedLineKeepsIt() throws {
    try enter("get status status:9", answered: "https://b.example/@bob/9")
    try enter("zz", answered: "unknown verb 'zz'")
    try enter("get status status:404", answered: "status 404")
    try enter("it", answered: "https://b.example/@bob/9")
    try enter("fav it", answered: "favorited")
    #expect(server.writes == ["POST /api/v1/statuses/9/favourite"])
  }

  @Test func moreReadsOnWhereTheListEnded() throws {
    let pages = ["6", "5"].map { #"[{"id":"\#($0)","account":{"id":"2","acct":"bob"},"content":"One"}]"# }
    let home = "GET /api/v1/timelines/home"
    let server = try LoopbackServer(LoopbackServer.everything.merging([home: .pages(pages[0], pages[1])]) { $1 })
    let terminal = try PseudoTerminal(
      BuiltProgram.tusk,
      environment: TuskRun.environment(home: self.home, server: server) + ["TERM=xterm-256color", "PAGER="])
    try terminal.expect("> ")
    try terminal.enter("more", answered: "there is none that goes on")
    try terminal.enter("home count=1", answered: " 1  ", "'more' reads on")
    try terminal.enter("fav status:9", answered: "favorited")
    try terminal.enter("more", answered: " 2  ")
    try terminal.enter("more", answered: "there is none that goes on")
    #expect(terminal.transcript.ranges(of: "[2m'more' reads on").count == 1)
    #expect(server.requests.count { $0 == home } == 2)
  }

  @Test func aFailureDoesNotEndThePrompt() throws {
    try enter("get status status:404", answered: "status 404")
    try enter("get status status:503", answered: "status 503")
    try enter("zz", answered: "unknown verb 'zz'")
    try enter("print still here", answered: "still here\r\n")
    #expect(!terminal.transcript.contains("[exit") && !terminal.transcript.contains("x-callback-url"))
  }

  @Test func whatIsTypedIsAPersonsOwnAct() throws {
    try enter("fav status:9", answered: "favorited")
    #expect(server.writes == ["POST /api/v1/statuses/9/favourite"])
  }

  @Test func aMassEffectIsAskedForAtThePrompt() throws {
    terminal.type("dismiss all\r")
    try terminal.expect("Allow it? [y/N] ")
    terminal.type("n\r")
    try terminal.expect("was not confirmed")
    try terminal.expectPrompt()
    #expect(server.writes.isEmpty)
    terminal.type("dismiss all\r")
    try terminal.expect("Allow it? [y/N] ")
    terminal.type("y\r")
    try terminal.expect("dismissed all notifications")
    try terminal.expectPrompt()
    #expect(server.writes == ["POST /api/v1/notifications/clear"])
  }

  /// This server does not say what was there before, which is asked about, too.
  @Test func theChangesOfTheLastSessionAreReachedAfterAQuestion() throws {
    try enter("fav status:9", answered: "favorited")
    terminal.type("exit\r")
    #expect(try terminal.exitCode() == 0)
    let next = try PseudoTerminal(
      BuiltProgram.tusk,
      environment: TuskRun.environment(home: home, server: server) + ["TERM=xterm-256color", "PAGER="])
    next.type("undo\r")
    try next.expect("undo 'fav status:9' of the last session (y/n)?")
    next.type("y\r")
    try next.expect("does not come back: whether it was so before, which is not known")
    try next.expect("undo it all the same (y/n)?")
    next.type("y\r")
    try next.expect("unfavorited")
    #expect(server.writes == ["POST /api/v1/statuses/9/favourite", "POST /api/v1/statuses/9/unfavourite"])
    next.type("undo\r")
    try next.expect("there is no change to undo")
  }

  @Test(arguments: [
    ("get status status:1", "GET /api/v1/statuses/1"), ("fav status:3", "POST /api/v1/statuses/3/favourite"),
  ])
  func controlCStopsTheCommandAndNotThePrompt(line: String, route: String) throws {
    terminal.type(line + "\r")
    // Once the request is there, the command runs for certain.
    while !server.requests.contains(route) { sched_yield() }
    terminal.type("\u{3}")
    let isRead = line.hasPrefix("get")
    try terminal.expect(isRead ? "stopped\r\n" : "may have been made")
    try terminal.expectPrompt()
    #expect(!isRead || !terminal.transcript.contains("^^^"))
    try enter("print still here", answered: "still here\r\n")
  }

  @Test func aStoppedJobSaysHowItGoesOn() throws {
    terminal.type("fav status:3 " + (101...120).map { "status:\($0)" }.joined(separator: " ") + "\r")
    try terminal.expect("Go on (y/n)?")
    terminal.type("y\r")
    while !server.requests.contains("POST /api/v1/statuses/3/favourite") { sched_yield() }
    terminal.type("\u{3}")
    try terminal.expect("job 1 is stopped; continue it with: job resume 1")
    try terminal.expectPrompt()
  }

  @Test func aWaitShowsTheLocalTime() throws {
    terminal.type("wait 1h --progress\r")
    try terminal.expect("waiting until ")
    try terminal.expect("\u{1B}[0m")
    terminal.type("\u{3}")
    try terminal.expectPrompt()
    #expect(terminal.transcript.contains(/waiting until \d\d:\d\d:\d\d\u{1B}/))
  }

  @Test func aServerThatWantsFewerRequestsIsWaitedForInSightAndControlCEndsThat() throws {
    terminal.type("get status status:429\r")
    try terminal.expect("the server is limiting requests; Ctrl-C cancels")
    terminal.type("\u{3}")
    try terminal.expect("\r\u{1B}[K")
    try terminal.expect("stopped")
    try terminal.expectPrompt()
    try enter("set rate throw", answered: "")
    try enter("get status status:429", answered: "is limiting requests")
  }

  @Test(arguments: ["exit", "quit", "\\q"])
  func leavingRestoresTheTerminal(word: String) throws {
    terminal.type(word + "\r")
    #expect(try terminal.exitCode() == 0)
    #expect(terminal.isCooked)
  }

  @Test(arguments: [
    ("exit 3", 3), ("for x in [1]\r  exit 4\rend", 4), ("if 1 == 1\r  exit\rend", 0), ("print a\rexit 5", 5),
    ("zz\r\\q", 0), ("  quit", 0), ("def leave\r  exit 6\rend\rleave", 6),
  ])
  func leavingHasTheCodeOfExit(keys: String, code: Int32) throws {
    terminal.type(keys + "\r")
    #expect(try terminal.exitCode() == code)
    #expect(terminal.isCooked)
  }

  @Test func aLineIsRepeatedUntilControlC() throws {
    terminal.type("watch 1h notifications\r")
    try terminal.expect("mentioned you")
    try terminal.expect("Ctrl-C ends the watch")
    terminal.type("\u{3}")
    try terminal.expect("stopped\r\n")
    try terminal.expectPrompt()
    try enter("fav 1", answered: "favorited")
  }

  @Test func onlyLinesThatReadAreRepeated() throws {
    try enter("watch 30s fav status:9", answered: "this one does 'fav'")
    try enter("watch 1s notifications", answered: "takes a time of at least 5 s, not 1s")
    try enter("watch 30s zz", answered: "unknown verb 'zz'")
    try enter("watch 30s", answered: "'watch 30s' needs a line")
    #expect(server.writes.isEmpty)
  }

  @Test func urlsOfALineArePrinted() throws {
    try enter("\\url fav status:1 --json", answered: "tusker://x-callback-url/favoriteStatus?statusID=1&json=true\r\n")
    try enter("\\url post \"a \\\\q b\"", answered: "postStatus?text=a%20%5Cq%20b\r\n")
    try enter("\\url let x = 1", answered: "opens no URL by itself")
    try enter("\\url", answered: "'\\url' needs a line")
    #expect(server.writes.isEmpty)
  }

  @Test func linesAreExplained() throws {
    try enter("\\explain fav status:1", answered: "favoriteStatus?statusID=1\r\n")
    try enter("\\explain zz", answered: "unknown verb 'zz'")
    try enter("\\explain home | no-such-program", answered: "program 'no-such-program' not found")
    try enter("\\explain", answered: "'\\explain' needs a line")
    #expect(server.writes.isEmpty)
  }

  @Test func aproposSearchesHelp() throws {
    try enter("\\apropos mute", answered: "Mutes an account")
    try enter("\\apropos zzzz", answered: "nothing is found for 'zzzz'")
    try enter("\\apropos", answered: "'\\apropos' needs a word")
  }

  @Test func anUnknownPromptCommandIsNamed() throws {
    try enter("\\foo", answered: "unknown prompt command '\\foo'")
    try enter("\\foo bar", answered: "the commands are \\help, \\apropos")
    try enter("\\bye", answered: "help:\u{1B}[0m \\quit")
    try enter("\\urll fav status:1", answered: "help:\u{1B}[0m \\url fav status:1")
    try enter("\\q now", answered: "'\\quit' takes no arguments")
    try enter("if 1 == 1\r\\url fav status:1\rend", answered: "works only at the prompt, not in a script")
  }

  @Test func promptCommandsAreCompleted() throws {
    try enter("\\ur\tunfavor\tstatus:1", answered: "unfavoriteStatus?statusID=1\r\n")
  }

  @Test func settingsAreListedAndChanged() throws {
    try enter("set", answered: "hints")
    try enter("set hints", answered: "hints on (the default)")
    try enter("set hints off", answered: "hints off\r\n")
    try enter("set", answered: "* hints")
    try enter("set hints default", answered: "hints on\r\n")
    try enter("set hints yes", answered: "error: 'hints' takes on or off, not 'yes'")
    try enter("set hintz on", answered: "did you mean 'hints'?")
    try enter("set consent off", answered: "unknown setting 'consent'")
    #expect(server.writes.isEmpty)
  }

  @Test func timesAreShownIfWanted() throws {
    try enter("set timing on", answered: "timing on")
    try enter("get status status:9", answered: "· network")
    try enter("set timing off", answered: "timing off")
    let shown = terminal.transcript.ranges(of: "total ").count
    try enter("print here", answered: "here\r\n")
    #expect(terminal.transcript.ranges(of: "total ").count == shown)
  }

  @Test func aSavedSettingHoldsInTheNextSession() throws {
    let path = home.path + "/.config/tusk/settings"
    try enter("set prompt \"me at {host}>\" --save", answered: "saved in \(path)\r\n")
    try enter("set pager \"sed s/^/PAGED:/\" --save", answered: "warning: PAGER is set")
    terminal.type("exit\r")
    #expect(try terminal.exitCode() == 0)
    #expect(try text(ofFile: path) == "prompt me at {host}>\npager sed s/^/PAGED:/\n")
    let next = try PseudoTerminal(
      BuiltProgram.tusk,
      environment: TuskRun.environment(home: home, server: server) + ["TERM=xterm-256color"])
    try next.expect("me at ")
    next.type("help all\r")
    try next.expect("PAGED:")
  }

  @Test func aBadSettingIsToldAtTheStart() throws {
    let home = try TemporaryFolder()
    let path = home.path + "/.config/tusk/settings"
    try PrivateFile(path).write("hints sometimes\ntiming off\n")
    let next = try PseudoTerminal(
      BuiltProgram.tusk, environment: TuskRun.environment(home: home, server: server) + ["TERM=xterm-256color"])
    try next.expect("warning: \(path):1: 'hints' takes on or off, not 'sometimes'")
    try next.expect("> ")
  }

  @Test func helpIsAtThePrompt() throws {
    try enter("help", answered: "notifications")
    try enter("help fav", answered: "tusker://x-callback-url/favoriteStatus")
    try enter("help fvaorite", answered: "favorite")
    try enter("?", answered: "apropos")
    try enter("? fav", answered: "tusker://x-callback-url/favoriteStatus")
    try enter("\\? dismiss all", answered: "dismissAllNotifications")
    try enter("\\?", answered: "help all")
    try enter("help prompt", answered: "\\url LINE")
    // The prompt itself asks once whose account it is.
    #expect(server.requests.count <= 1)
  }

  @Test func theHistoryIsListedSearchedAndPruned() throws {
    try enter("print one", answered: "one\r\n")
    try enter("zz", answered: "unknown verb")
    try enter("history", answered: "zz  (exit 64)")
    try enter("history print", answered: "print one")
    try enter("history nothing-like-it", answered: "nothing found")
    try enter("history delete 1", answered: "deleted 1 line")
    try enter("history one", answered: "nothing found")
    try enter("history delete 99", answered: "takes numbers that 'history' shows")
    try enter("history delete --shown", answered: "deleted the names")
  }

  @Test func theNumbersOfTheHistoryAreThoseShown() throws {
    try enter("history delete 2", answered: "takes numbers")
    try enter("print one", answered: "one\r\n")
    try enter("print two", answered: "two\r\n")
    try enter("history", answered: "2  ")
    // This line was the first, and is now the last.
    try enter("history delete 2", answered: "deleted 1 line")
    try enter("history delete 2", answered: "takes numbers")
    try enter("history print", answered: "print two")
    try enter("history one", answered: "nothing found")
  }

  @Test func noAccountButTheShownOneIsSignedOut() throws {
    try enter("logout", answered: "this session acts as the account of TUSK_SERVER")
    #expect(server.writes.isEmpty)
  }

  @Test func theLinesThatWorkedAreSavedAsAScript() throws {
    let file = "\(home.path)/saved.tsk"
    try enter("save \(file)", answered: "nothing to save")
    try enter("print one", answered: "one\r\n")
    try enter("zz", answered: "unknown verb")
    try enter("notifications", answered: "mentioned you")
    try enter("fav 1", answered: "favorited")
    try enter("save 2 \(file)", answered: "saved 2 lines")
    #expect(try text(ofFile: file) == "notifications\nfav status:9\n")
    try enter("save \(file)", answered: "it exists")
    try enter("save", answered: "'\\save' needs a word")
    try enter("save 1", answered: "bookmark 1")
    try enter("def greet\rprint hi\rend", answered: "")
    try enter("greet", answered: "hi\r\n")
    try enter("save 1 \(file)2", answered: "nothing to save")
    try enter("save \(file)2", answered: "saved 5 lines")
  }

  @Test func aDefinedVerbTakesRowsAndHasItsHelp() throws {
    try enter("def like x\rfav $x\rend", answered: "")
    try enter("notifications", answered: "mentioned you")
    try enter("like 1", answered: "favorited")
    try enter("help like", answered: "a status, or a row")
    try enter("help login", answered: "Signs in to a server")
    #expect(server.writes == ["POST /api/v1/statuses/9/favourite"])
  }

  @Test func aDefinedVerbHasItsNameBack() throws {
    try enter("history none", answered: "nothing found")
    try enter("def history x\rprint \"mine $x\"\rend", answered: "")
    try enter("history none", answered: "mine none\r\n")
    try enter("\\history nothing-like-it", answered: "nothing found")
  }

  @Test func tabCompletesFromTheTable() throws {
    try enter("get stat\tstatus:9 --i\t", answered: "status:9\r\n")
    try enter("print\tvisib\t", answered: "visib\r\n")
    #expect(server.requests.contains("GET /api/v1/statuses/9"))
  }

  @Test func hostileAnswersDriveNoTerminal() throws {
    try enter("tusker://x-callback-url/getStatus?statusID=9%1B%5B2J", answered: "is not an identifier")
    #expect(!terminal.transcript.contains("9\u{1B}[2J"))
  }

  @Test func aBlankBeforeALineKeepsItOutOfTheHistory() throws {
    try enter(" print secret", answered: "secret\r\n")
    try enter("print open", answered: "open\r\n")
    terminal.type("\u{4}")
    #expect(try terminal.exitCode() == 0)
    let history = try text(ofFile: home.path + "/.local/state/tusk/history")
    #expect(history.contains("print open") && !history.contains("secret"))
  }
}
