import Glibc
import TestSupport
import Testing
import TuskActions

/// The prompt as a person meets it: `tusk` on a pseudo-terminal. What was read is seen by mistakes, the unknown verb `zz`
/// and a backquote, because their errors show the line; no server is asked.
@Suite(.serialized)
struct PromptTests {
  private let terminal: PseudoTerminal
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
    terminal = try PseudoTerminal(BuiltProgram.tusk, environment: Self.environment(home))
    try terminal.expectPrompt()
  }

  private static func environment(_ home: TemporaryFolder) -> [String] {
    // Otherwise a crash would wait for a key.
    TuskRun.environment(home: home) + ["TERM=xterm-256color", "SWIFT_BACKTRACE=enable=no"]
  }

  /// What keys send.
  private enum Keys {
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

  /// Waits for the error that shows a line as it was read.
  private func expectRead(_ line: String, row: Int = 1) throws {
    try terminal.expect("   \(row) | \(line)\r\n")
  }

  @Test func aNewerHistoryIsNamedOnce() throws {
    let home = try TemporaryFolder()
    let (path, text) = (home.path + "/.local/state/tusk/history", "{\"schema\":2}\n")
    try PrivateFile(path).write(text)
    let terminal = try PseudoTerminal(BuiltProgram.tusk, environment: Self.environment(home))
    try terminal.expect("warning: '\(path)' was written by a newer tusk; history is kept for this session only\r\n")
    terminal.type("zz one\r")
    try terminal.expect("   1 | zz one\r\n")
    terminal.type(Keys.up + Keys.enter)
    try terminal.expect("   1 | zz one\r\n")
    terminal.type(Keys.control("D"))
    #expect(try terminal.exitCode() == 0)
    #expect(terminal.transcript.ranges(of: "newer tusk").count == 1)
    #expect(try TestSupport.text(ofFile: path) == text)
  }

  @Test(arguments: [
    ("zz é漢字👍", "zz é漢字👍"),
    ("z ab" + Keys.home + "z" + Keys.end + "c", "zz abc"),
    ("zz one two" + Keys.control("W") + "three", "zz one three"),
    ("junk" + Keys.control("U") + "zz", "zz"),
    ("zz e\u{301}" + Keys.backspace + "x", "zz x"),
    ("zz 👨‍👩‍👧" + Keys.backspace + "x", "zz x"),
    ("xzz d" + Keys.home + Keys.delete, "zz d"),
    ("zz ac" + Keys.left + "b" + Keys.end + "d", "zz abcd"),
    ("zz b c" + Keys.wordLeft + Keys.wordLeft + "a ", "zz a b c"),
    ("zz k junk" + Keys.wordLeft + Keys.backspace + Keys.control("K"), "zz k"),
    ("zz f" + Keys.functionKey + "g", "zz fg"),
    ("zz a b c" + Keys.control("W") + Keys.control("W") + "x " + Keys.control("Y"), "zz a x b c"),
    ("b c zz" + Keys.wordLeft + Keys.control("U") + Keys.end + " " + Keys.control("Y") + "d", "zz b c d"),
    ("zz a" + Keys.control("U") + Keys.control("_"), "zz a"),
    ("zz a b" + Keys.control("W") + Keys.control("W") + Keys.control("_") + Keys.control("_"), "zz a b"),
  ])
  func keysEditTheLine(keys: String, line: String) throws {
    terminal.type(keys + Keys.enter)
    try expectRead(line)
  }

  @Test func upRecallsLinesThatStartAsTyped() throws {
    for line in ["zz one", "yy", "zz two", "yy"] {
      terminal.type(line + Keys.enter)
      try expectRead(line)
      try terminal.expectPrompt()
    }
    terminal.type("zz" + Keys.up + Keys.up + Keys.enter)
    try expectRead("zz one")
    try terminal.expectPrompt()
    terminal.type("zz" + Keys.up + Keys.up + Keys.down + Keys.down + " draft" + Keys.enter)
    try expectRead("zz draft")
  }

  @Test func controlRFindsALine() throws {
    for line in ["zz needle", "zz hay"] {
      terminal.type(line + Keys.enter)
      try expectRead(line)
      try terminal.expectPrompt()
    }
    terminal.type(Keys.control("R") + "eedl")
    try terminal.expect("'eedl': ")
    terminal.type(Keys.enter)
    try expectRead("zz needle")
  }

  @Test func theHistoryOutlivesTheSession() throws {
    terminal.type("zz é once" + Keys.enter)
    try expectRead("zz é once")
    try terminal.expectPrompt()
    terminal.type(Keys.control("D"))
    #expect(try terminal.exitCode() == 0)
    let next = try PseudoTerminal(
      BuiltProgram.tusk,
      environment: ["HOME=\(home.path)", "TERM=xterm", "TUSK_SERVER=http://127.0.0.1:9", "TUSK_TOKEN=x"])
    try next.expect("> ")
    next.type(Keys.up + Keys.enter)
    try next.expect("   1 | zz é once\r\n")
  }

  @Test func controlCDropsTheLine() throws {
    terminal.type("zz dropped" + Keys.control("C"))
    try terminal.expect("^C\r\n")
    try terminal.expectPrompt()
    terminal.type("zz kept" + Keys.enter)
    try expectRead("zz kept")
    #expect(!terminal.transcript.contains("| zz dropped"))
  }

  @Test func controlDLeavesAndRestoresTheTerminal() throws {
    #expect(!terminal.isCooked)
    terminal.type(Keys.control("D"))
    #expect(try terminal.exitCode() == 0)
    #expect(terminal.isCooked)
    #expect(terminal.transcript.contains("\u{1B}[?2004l"))
  }

  /// Whatever signal ends the prompt, the terminal is as it was before.
  @Test func everySignalRestoresTheTerminal() throws {
    let signals = [
      SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGALRM, SIGVTALRM,
      SIGPROF, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGPWR, SIGIO, 34, 50, 64,
    ]
    let terminals = try signals.map { _ in try PseudoTerminal(BuiltProgram.tusk, environment: Self.environment(home)) }
    for (signal, terminal) in zip(signals, terminals) {
      try terminal.expect("\u{1B}[?2004h")
      try terminal.expect("> ")
      #expect(!terminal.isCooked)
      terminal.signal(signal)
      #expect(try terminal.exitCode() == 128 + signal)
      #expect(terminal.isCooked && !terminal.keepsInputAtInterrupt, "signal \(signal)")
      #expect(terminal.transcript.contains("\u{1B}[?2004l"), "signal \(signal)")
    }
  }

  /// Ctrl-C may end a program before Tusk hears of it.
  @Test func anInterruptAfterTheCommandKeepsThePrompt() throws {
    for line in ["zz one", "zz two"] {
      terminal.signal(SIGINT)
      terminal.signal(SIGINT)
      terminal.type(line + Keys.enter)
      try expectRead(line)
      try terminal.expectPrompt()
    }
  }

  /// The runtime of the language would take one of them for a crash, unless told otherwise, which no person does.
  @Test(arguments: [[], ["-c", "wait 600s progress=true"], ["-c", "ask \"Go on?\""]])
  func aRequestToEndIsNoCrash(arguments: [String]) throws {
    let environment = TuskRun.environment(home: home).filter { !$0.hasPrefix("SWIFT_BACKTRACE=") }
    let signals = [SIGTERM, SIGHUP, SIGQUIT]
    let terminals = try signals.map { _ in
      try PseudoTerminal(BuiltProgram.tusk, arguments, environment: environment + ["TERM=xterm-256color"])
    }
    for (signal, terminal) in zip(signals, terminals) {
      try terminal.expect(arguments.isEmpty ? "> " : arguments[1].hasPrefix("ask") ? "Go on?" : "until")
      terminal.signal(signal)
      #expect(try terminal.exitCode() == 128 + signal)
      #expect(!terminal.transcript.contains("crashed"))
      if arguments.isEmpty { #expect(terminal.isCooked && terminal.transcript.contains("\u{1B}[?2004l")) }
    }
  }

  /// In a session without a shell the signal does not stop the process.
  @Test func aRequestToStopRestoresTheTerminalMeanwhile() throws {
    terminal.type("zz be")
    try terminal.expect("zz be")
    terminal.signal(SIGTSTP)
    try terminal.expect("\u{1B}[?2004l")
    try terminal.expect("\u{1B}[?2004h")
    terminal.type("gan" + Keys.enter)
    try expectRead("zz began")
    try terminal.expectPrompt()
    terminal.signal(SIGQUIT)
    #expect(try terminal.exitCode() == 128 + SIGQUIT)
    #expect(terminal.isCooked)
  }

  /// Also after a program has changed the modes of the terminal.
  @Test(arguments: [[], ["run stty sane"]])
  func keysTypedDuringACommandStayForTheNextLine(before: [String]) throws {
    for line in before {
      terminal.type(line + Keys.enter)
      try terminal.expectPrompt()
    }
    // A program that is there when its text is.
    try write("a---b\n", toFile: "\(home.path)/sign")
    try expectKeysToStay(during: "run tail -f \(home.path)/sign", onceItShows: "a---b")
  }

  /// While the program itself works, as in a stream.
  @Test func keysTypedDuringAWaitStayForTheNextLine() throws {
    try expectKeysToStay(during: "wait 600s progress=true", onceItShows: "until")
  }

  private func expectKeysToStay(during command: String, onceItShows sign: String) throws {
    terminal.type(command + Keys.enter)
    try terminal.expect(sign)
    terminal.type("zz ty")
    // The terminal shows keys itself while a command runs.
    try terminal.expect("zz ty")
    terminal.type(Keys.control("C"))
    try terminal.expectPrompt()
    terminal.type("ped" + Keys.enter)
    try expectRead("zz typed")
  }

  @Test func keysStayAlsoAfterARequestToStop() throws {
    terminal.type("wait 600s progress=true" + Keys.enter)
    try terminal.expect("until")
    #expect(terminal.keepsInputAtInterrupt)
    terminal.signal(SIGTSTP)
    try terminal.expect("\u{1B}[?2004l")
    let limit = ContinuousClock.now + .seconds(20)
    while !terminal.keepsInputAtInterrupt, .now < limit { sched_yield() }
    terminal.type("zz ty")
    try terminal.expect("zz ty")
    terminal.type(Keys.control("C"))
    try terminal.expectPrompt()
    terminal.type("ped" + Keys.enter)
    try expectRead("zz typed")
  }

  @Test func aPasteRunsOnlyAfterEnter() throws {
    terminal.paste("zz one\nzz two\nzz three\n")
    try terminal.expect("three")
    terminal.type(" `end")
    try terminal.expect("`end")
    #expect(!terminal.transcript.contains("\u{1B}[?2004l"))
    terminal.type(Keys.enter)
    try expectRead("zz three `end", row: 3)
  }

  @Test(arguments: ["ก็", "नमस्ते", "♨️", "🏳️‍🌈", "👨‍👩‍👧"])
  func theLineOnTheScreenIsWhatRuns(word: String) throws {
    terminal.type("zz \(word)x")
    try terminal.expect("Gzz \(word)x\u{1B}[K")
    terminal.type(Keys.left + String(repeating: Keys.backspace, count: word.count))
    try terminal.expect("zz x")
    terminal.type("y" + Keys.enter)
    try expectRead("zz yx")
  }

  @Test func pastedRowsHaveTheirPrompt() throws {
    terminal.paste("zz one\nzz two")
    try terminal.expect("..> zz two")
    terminal.type(Keys.home + Keys.backspace + "`" + Keys.enter)
    try expectRead("zz one`zz two")
  }

  @Test func aPastedRowIsLeftUpwards() throws {
    terminal.paste("zz one\nzz two")
    try terminal.expect("..> zz two")
    terminal.type(Keys.home + Keys.up + "a`" + Keys.enter)
    try expectRead("a`zz one")
  }

  @Test func aPasteLosesItsControlCharacters() throws {
    terminal.paste("zz a\u{1B}]52;c;Zm9v\u{7}b\u{202E}c\u{9B}d")
    terminal.type(Keys.enter)
    try expectRead("zz a]52;c;Zm9vbcd")
  }

  @Test func anUnfinishedInputGoesOnAndIsRecalledWhole() throws {
    terminal.type("for x in [a b]" + Keys.enter)
    try terminal.expect("..> ")
    terminal.type("  zz $x é`" + Keys.enter)
    try expectRead("  zz $x é`", row: 2)
    try terminal.expectPrompt()
    terminal.type(Keys.up + Keys.left + "!" + Keys.enter)
    try expectRead("  zz $x é!`", row: 2)
  }

  @Test func controlCDropsAnUnfinishedInput() throws {
    terminal.type("for x in [a b]" + Keys.enter)
    try terminal.expect("..> ")
    terminal.type(Keys.control("C"))
    try terminal.expect("^C\r\n")
    try terminal.expectPrompt()
    terminal.type("zz kept" + Keys.enter)
    try expectRead("zz kept")
  }

  @Test func whatIsTypedAheadRunsInOrder() throws {
    terminal.type("zz one\rzz two\rzz three\r")
    for word in ["one", "two", "three"] { try expectRead("zz \(word)") }
  }

  @Test func aNewWindowSizeKeepsTheLine() throws {
    let long = String(repeating: "wide 漢字 ", count: 12)
    terminal.type("zz " + long)
    try terminal.expect("wide")
    terminal.resize(columns: 30, rows: 10)
    terminal.type("end" + Keys.enter)
    try terminal.expect("   1 | zz wide")
  }
}
