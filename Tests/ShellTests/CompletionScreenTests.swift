import TestSupport
import Testing

/// What Tab and the hints show on a terminal, from what the session has shown. No key asks the server.
@Suite(.serialized)
struct CompletionScreenTests {
  private let home: TemporaryFolder
  private let server: LoopbackServer

  init() throws {
    home = try TemporaryFolder()
    server = try LoopbackServer()
  }

  private static let clear = "\u{15}"
  private static let dim = "\u{1B}[2m"

  /// A prompt that shows a mention by @bob@b.example, who is also its account, in status 9.
  private func prompt(columns: UInt16) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      BuiltProgram.tusk,
      environment: TuskRun.environment(home: home, server: server) + ["TERM=xterm-256color", "PAGER="],
      columns: columns, rows: 60)
    try terminal.expectPrompt()
    terminal.type("notifications\r")
    try terminal.expect("mentioned you")
    try terminal.expectPrompt()
    return terminal
  }

  /// Types a line with a mistake at its end, and waits for the error that shows the line as it was read.
  private static func enter(_ keys: String, readAs line: String, _ terminal: PseudoTerminal) throws {
    terminal.type(keys + "`\r")
    try terminal.expect("   1 | \(line)`\r\n")
    try terminal.expectPrompt()
  }

  @Test(arguments: [60, 100, 200] as [UInt16])
  func tabOffersWhatIsOnTheScreen(columns: UInt16) throws {
    let terminal = try prompt(columns: columns)
    let count = server.requests.count
    terminal.type("fav \t")
    try terminal.expect("@bob  One")
    #expect(!terminal.transcript.contains("--json"))
    terminal.type("\t")
    try terminal.expect("--json")
    terminal.type(Self.clear)
    try Self.enter("followers @\t", readAs: "followers @bob@b.example ", terminal)
    #expect(server.requests.count == count)
  }

  @Test(arguments: [60, 100, 200] as [UInt16])
  func tabOffersValuesStepsAndFields(columns: UInt16) throws {
    let terminal = try prompt(columns: columns)
    let count = server.requests.count
    terminal.type("notifications kind=\t")
    try terminal.expect("someone follows you")
    terminal.type(Self.clear + "followers --all | \t")
    try terminal.expect("where ")
    terminal.type(Self.clear)
    try Self.enter(
      "followers --all | where st\t", readAs: "followers --all | where statuses ", terminal)
    #expect(server.requests.count == count)
  }

  @Test(arguments: [60, 100, 200] as [UInt16])
  func hintsSayWhatMayFollow(columns: UInt16) throws {
    let terminal = try prompt(columns: columns)
    let count = server.requests.count
    terminal.type("reply 1 ")
    try terminal.expect(Self.dim + "\"TEXT\"")
    terminal.type(Self.clear + "post \"Good morning, everybody out there")
    // In 60 columns there is no room for it.
    if columns > 60 { try terminal.expect("\u{1B}[\(columns - 6)G33/500") }
    #expect(server.requests.count == count)
  }
}
