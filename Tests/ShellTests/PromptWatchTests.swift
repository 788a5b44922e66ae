import Glibc
import TestSupport
import Testing

/// A person at the prompt who watches a stream: events come above the line and leave it whole.
@Suite(.serialized)
struct PromptWatchTests {
  private static let route = "GET /api/v1/streaming/user/notification"
  private let home: TemporaryFolder
  private let server: LoopbackServer
  private let terminal: PseudoTerminal

  init() throws {
    home = try TemporaryFolder()
    server = try LoopbackServer(LoopbackServer.everything.merging([Self.route: .stream]) { $1 })
    terminal = try Self.terminal(home, server)
    try terminal.expectPrompt()
  }

  private static func terminal(_ home: TemporaryFolder, _ server: LoopbackServer) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltProgram.tusk,
      environment: TuskRun.environment(home: home, server: server) + ["TERM=xterm-256color", "PAGER="])
  }

  private func enter(_ line: String, answered text: String) throws {
    try terminal.enter(line, answered: text)
  }

  private func watch() throws {
    try enter("watch notifications", answered: "watching notifications; 'watch off' ends it\r\n")
    server.awaitStream()
  }

  @Test func anEventIsARowThatCommandsName() throws {
    try watch()
    server.deliver("favourite", id: 101)
    try terminal.expect("@eve@b.example favorited \"One\"")
    try terminal.expect("(1)")
    try terminal.expect("1 unread")
    server.deliver("mention", id: 102)
    try terminal.expect("@eve@b.example: One")
    try terminal.expect("(2)")
    try terminal.expect("2 unread")
    try enter("fav 2", answered: "favorited")
    #expect(server.writes == ["POST /api/v1/statuses/9/favourite"])
  }

  @Test func aListOfNotificationsLeavesNoneUnread() throws {
    try watch()
    server.deliver("favourite", id: 101)
    try terminal.expect("1 unread")
    try enter("notifications", answered: "mentioned you")
    server.deliver("favourite", id: 102)
    try terminal.expect("(2)")
    try terminal.expect("1 unread")
    #expect(!terminal.transcript.contains("2 unread"))
  }

  @Test func whatIsTypedIsNeverLost() throws {
    try watch()
    let word = String(repeating: "abcd", count: 50)
    terminal.type("print ")
    for (index, key) in word.enumerated() {
      terminal.type(String(key))
      if index % 4 == 0 { server.deliver("favourite", id: 101 + index) }
    }
    try terminal.expect("favorited")
    terminal.type("\r")
    try terminal.expect("\u{1B}[?2004l")
    try terminal.expect("\(word)\r\n")
    try terminal.expectPrompt()
  }

  @Test func watchesAreListedAndEnded() throws {
    try enter("watch", answered: "nothing is watched")
    try watch()
    try enter("watch notifications", answered: "notifications is watched already")
    try enter("watch", answered: " 1  notifications\r\n")
    try enter("watch off 2", answered: "no watch has the number '2'")
    try enter("watch off 1", answered: "no longer watching notifications")
    try enter("watch off", answered: "nothing is watched")
    try enter("watch bob", answered: "'watch' takes home, notifications")
  }

  @Test func aMentionRingsIfThatIsWanted() throws {
    try enter("set watch bell", answered: "watch bell\r\n")
    try watch()
    server.deliver("mention", id: 101)
    try terminal.expect("\u{7}")
    try terminal.expect("@eve@b.example: One")
  }

  @Test func aRefusedWatchEndsAndSaysSo() throws {
    let server = try LoopbackServer(LoopbackServer.everything.merging([Self.route: .status(401)]) { $1 })
    let terminal = try Self.terminal(home, server)
    try terminal.expect("> ")
    terminal.type("watch notifications\r")
    try terminal.expect("watch notifications ended: ")
    terminal.type("print here\r")
    try terminal.expect("here\r\n")
    terminal.type("watch\r")
    try terminal.expect("nothing is watched")
    #expect(terminal.transcript.ranges(of: "watch notifications ended").count == 1)
  }
}
