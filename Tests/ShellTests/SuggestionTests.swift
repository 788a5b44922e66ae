import TestSupport
import Testing

@testable import TuskShell

/// What the prompt shows dimly beside the line, and the keys that take it.
@Suite(.serialized)
struct SuggestionTests {
  private let home: TemporaryFolder
  private let terminal: PseudoTerminal

  init() throws {
    home = try TemporaryFolder()
    terminal = try PseudoTerminal(BuiltProgram.tusk, environment: Self.environment(home))
    try terminal.expectPrompt()
  }

  private static let right = "\u{1B}[C"
  private static let wordForward = "\u{1B}f"
  private static let start = "\u{1B}[H"
  private static let interrupt = "\u{3}"
  private static let dim = "\u{1B}[2m"
  private static let dimEnd = "\u{1B}[22m"

  private static func environment(_ home: TemporaryFolder) -> [String] {
    // Otherwise a crash would wait for a key.
    TuskRun.environment(home: home) + ["TERM=xterm-256color", "SWIFT_BACKTRACE=enable=no"]
  }

  /// Waits until this is shown dimly.
  private func expectDim(_ text: String) throws {
    try terminal.expect(Self.dim + text + Self.dimEnd)
  }

  /// Waits for the error that shows a line as it was read.
  private func expectRead(_ line: String) throws {
    try terminal.expect("   1 | \(line)\r\n")
  }

  @Test func rightTakesWhatTabWouldInsert() throws {
    terminal.type("dismis")
    try expectDim("s")
    terminal.type(Self.right + " zz`\r")
    try expectRead("dismiss zz`")
  }

  @Test func altFTakesOneWord() throws {
    terminal.type("print one two\r")
    try terminal.expect("2004lone two\r\n")
    try terminal.expectPrompt()
    terminal.type("print")
    try expectDim(" one two")
    terminal.type(Self.wordForward)
    try expectDim(" two")
    terminal.type("\r")
    try terminal.expect("2004lone\r\n")
  }

  @Test func failedLinesAreNotSuggested() throws {
    terminal.type("print one two\rprint one `\r")
    try expectRead("print one `")
    try terminal.expectPrompt()
    terminal.type("print one")
    try expectDim(" two")
  }

  @Test func altFMovesWithinALine() throws {
    terminal.type("zz ab cd" + Self.start + Self.wordForward + Self.wordForward + "x\r")
    try expectRead("zz abx cd")
  }

  @Test func rightLeavesTheUsage() throws {
    terminal.type("fav ")
    try terminal.expect(Self.dim + "<status>")
    terminal.type(Self.right + "`\r")
    try expectRead("fav `")
  }

  @Test func theLengthIsShownAndErased() throws {
    terminal.type("post \"Good")
    try terminal.expect("\u{1B}[75G4/500" + Self.dimEnd)
    terminal.type("!")
    try terminal.expect("\u{1B}[K")
    try terminal.expect("\u{1B}[75G5/500" + Self.dimEnd)
    terminal.type(Self.interrupt)
    try terminal.expect("^C")
  }

  @Test func aNewSizeErasesEverythingBelow() throws {
    terminal.type("post \"Good")
    try terminal.expect("\u{1B}[75G4/500" + Self.dimEnd)
    terminal.resize(columns: 60, rows: 24)
    try terminal.expect("\u{1B}[J")
    try terminal.expect("\u{1B}[55G4/500" + Self.dimEnd)
  }

  @Test func aPlainPromptShowsNone() throws {
    let plain = try PseudoTerminal(BuiltProgram.tusk, environment: Self.environment(home) + ["TUSK_PLAIN=1"])
    try plain.expect("> ")
    for line in ["post \"Good", "dismis"] {
      plain.type(line)
      try plain.expect(line)
      plain.type(Self.interrupt)
      try plain.expect("^C")
    }
    #expect(!plain.transcript.contains(Self.dim))
    #expect(!plain.transcript.contains("/500"))
  }

  @Test(arguments: [
    ("ab cd", 0, 2), ("ab cd", 2, 3), ("ab  c-d e", 2, 5), ("é\u{301}a (b)", 0, 3), ("ab ", 2, 1), ("ab", 2, 0),
  ])
  func wordsEndWhereLibeditEndsThem(text: String, cursor: Int, count: Int) {
    #expect(EditedLine(text: text, cursor: cursor).scalarsToWordEnd == count)
  }
}
