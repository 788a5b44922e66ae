import Glibc
import Testing

/// The prompt as a person meets it: `tusk` on a pseudo-terminal, with nobody signed in.
@Suite(.enabled(if: PseudoTerminal.tusk != nil), .serialized)
struct PromptTests {
  private let terminal: PseudoTerminal
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
    terminal = try PseudoTerminal(
      #require(PseudoTerminal.tusk), environment: ["HOME=\(home.path)", "TERM=xterm-256color", "PATH=/usr/bin:/bin"])
    try terminal.expect(Keys.prompt)
  }

  /// What keys send, and the mark of an input that is awaited.
  private enum Keys {
    static let prompt = "> "
    static let enter = "\r"
    static let up = "\u{1B}[A"
    static let down = "\u{1B}[B"
    static let left = "\u{1B}[D"
    static let home = "\u{1B}[H"
    static let end = "\u{1B}[F"
    static let delete = "\u{1B}[3~"
    static let backspace = "\u{7F}"
    static let wordLeft = "\u{1B}[1;5D"
    static let functionKey = "\u{1B}[15~"
    static func control(_ letter: Unicode.Scalar) -> String {
      String(Character(Unicode.Scalar(UInt8(letter.value & 0x1F))))
    }
  }

  /// What a command prints begins a row of its own, unlike what is typed.
  private func expectOutput(_ text: String) throws {
    try terminal.expect("\u{1B}[?2004l" + text + "\r\n")
  }

  @Test(arguments: [
    ("print \"é漢字👍\"", "é漢字👍"),
    ("rint \"ab" + Keys.home + "p" + Keys.end + "\"", "ab"),
    ("print \"one two" + Keys.control("W") + "three\"", "one three"),
    ("junk" + Keys.control("U") + "print \"x\"", "x"),
    ("print \"e\u{301}" + Keys.backspace + "x\"", "x"),
    ("print \"👨‍👩‍👧" + Keys.backspace + "x\"", "x"),
    ("xprint \"d\"" + Keys.home + Keys.delete, "d"),
    ("print \"ac" + Keys.left + "b" + Keys.end + "\"", "abc"),
    ("print \"b c\"" + Keys.wordLeft + Keys.wordLeft + "a " + Keys.end, "a b c"),
    ("print \"k\" junk" + Keys.wordLeft + Keys.control("K"), "k"),
    ("print \"f" + Keys.functionKey + "\"", "f"),
  ])
  func keysEditTheLine(keys: String, output: String) throws {
    terminal.type(keys + Keys.enter)
    try expectOutput(output)
  }

  @Test func upRecallsLinesThatStartAsTyped() throws {
    for line in ["print \"one\"", "version", "print \"two\"", "version"] {
      terminal.type(line + Keys.enter)
      try terminal.expect("\u{1B}[?2004h")
    }
    terminal.type("pr" + Keys.up + Keys.up + Keys.enter)
    try expectOutput("one")
  }

  @Test func controlRFindsALine() throws {
    terminal.type("print \"needle\"" + Keys.enter)
    try expectOutput("needle")
    terminal.type("print \"hay\"" + Keys.enter)
    try expectOutput("hay")
    terminal.type(Keys.control("R") + "eedl" + Keys.enter)
    try expectOutput("needle")
  }

  @Test func controlCDropsTheLine() throws {
    terminal.type("print \"dropped\"" + Keys.control("C"))
    try terminal.expect("^C\r\n")
    try terminal.expect(Keys.prompt)
    terminal.type("print \"kept\"" + Keys.enter)
    try expectOutput("kept")
    #expect(!terminal.transcript.contains("\ndropped\r"))
  }

  @Test func controlDLeavesAndRestoresTheTerminal() throws {
    #expect(!terminal.isCooked)
    terminal.type(Keys.control("D"))
    #expect(try terminal.exitCode() == 0)
    #expect(terminal.isCooked)
    #expect(terminal.transcript.contains("\u{1B}[?2004l"))
  }

  @Test func aPasteRunsOnlyAfterEnter() throws {
    terminal.paste("print \"one\"\nprint \"two\"\nprint \"three\"\n")
    try terminal.expect("three\"")
    #expect(!terminal.transcript.contains("\u{1B}[?2004l"))
    terminal.type(Keys.enter)
    try expectOutput("one\r\ntwo\r\nthree")
  }

  @Test func aPasteLosesItsControlCharacters() throws {
    terminal.paste("print \"a\u{1B}]52;c;Zm9v\u{7}b\u{202E}c\u{9B}d\"")
    terminal.type(Keys.enter)
    try expectOutput("a]52;c;Zm9vbcd")
  }

  @Test func anUnfinishedInputGoesOn() throws {
    terminal.type("print \"\"\"" + Keys.enter)
    try terminal.expect("..> ")
    terminal.type("first é" + Keys.enter)
    try terminal.expect("..> ")
    terminal.type("\"\"\"" + Keys.enter)
    try expectOutput("first é")
    terminal.type(Keys.up + Keys.enter)
    try expectOutput("first é")
  }

  @Test func controlCDropsAnUnfinishedInput() throws {
    terminal.type("print \"\"\"" + Keys.enter)
    try terminal.expect("..> ")
    terminal.type(Keys.control("C"))
    try terminal.expect("^C\r\n")
    terminal.type("print \"kept\"" + Keys.enter)
    try expectOutput("kept")
  }

  @Test func whatIsTypedAheadRunsInOrder() throws {
    terminal.type("print \"one\"\rprint \"two\"\rprint \"three\"\r")
    try expectOutput("one")
    try expectOutput("two")
    try expectOutput("three")
  }

  @Test func aNewWindowSizeKeepsTheLine() throws {
    let long = String(repeating: "wide 漢字 ", count: 12)
    terminal.type("print \"" + long)
    try terminal.expect("wide")
    terminal.resize(columns: 30, rows: 10)
    terminal.type("end\"" + Keys.enter)
    try expectOutput(long + "end")
  }
}
