import Glibc
import TestSupport
import Testing

@testable import TuskShell

/// The keys of vi, which `bind -v` in `~/.editrc` chooses.
@Suite(.serialized)
struct ViKeysTests {
  private let home: TemporaryFolder
  private let terminal: PseudoTerminal

  init() throws {
    home = try TemporaryFolder()
    try TuskRun.write(Array("bind -v\n".utf8), to: home.path + "/.editrc")
    terminal = try PseudoTerminal(
      BuiltProgram.tusk, environment: TuskRun.environment(home: home) + ["TERM=xterm-256color"])
    try terminal.expect("> ")
  }

  private static let escape = "\u{1B}"

  /// Keys, and the line that they make.
  @Test(arguments: [
    ("zz abX" + escape + "x", "zz ab"), ("ab" + escape + "0izz " + escape + "Ac", "zz abc"),
    ("zz one two" + escape + "bcwthree", "zz one three"), ("zz a\u{1B}[Db" + escape + "$ac", "zz bac"),
    ("zz abc" + escape + escape + escape + "hhrx", "zz xbc"), ("zz ab" + escape + "ac", "zz abc"),
    ("zz k junk" + escape + "bDax", "zz k x"),
  ])
  func escapeLeadsToTheCommands(keys: String, line: String) throws {
    terminal.type(keys + "\r")
    try terminal.expect("   1 | \(line)\r\n")
  }

  @Test func eachKeyByItselfIsTheSame() throws {
    for key in "zz abX\u{1B}xix\u{1B}" { terminal.type(String(key)) }
    terminal.type("\r")
    try terminal.expect("   1 | zz axb\r\n")
  }

  @Test func aPasteIsStillOne() throws {
    terminal.paste("zz one\nzz two")
    try terminal.expect("two")
    terminal.type(Self.escape + "a`\r")
    try terminal.expect("   2 | zz two`\r\n")
  }

  /// Bytes after an escape, and whether it is a key of its own.
  @Test(arguments: [
    ("", true), ("k", true), ("\u{1B}", true), ("\r", true), ("é", true), ("[A", false), ("OA", false), ("[", false),
  ])
  func anEscapeIsAloneUnlessASequenceFollowsAtOnce(rest: String, isAlone: Bool) throws {
    let (wake, input) = (try #require(WakePipe()), try #require(WakePipe()))
    let keys = KeySource(descriptor: input.readEnd, wake: wake)
    for byte in ("\u{1B}" + rest).utf8 { input.send(byte) }
    #expect(keys.next() == .key(KeySource.escape))
    #expect(keys.isLoneEscape() == isAlone)
    for scalar in rest.unicodeScalars { #expect(keys.next() == .key(scalar)) }
  }

  /// The rest of a sequence may come a moment later.
  @Test func aSequenceInTwoPiecesIsOne() throws {
    let (wake, input) = (try #require(WakePipe()), try #require(WakePipe()))
    let keys = KeySource(descriptor: input.readEnd, wake: wake)
    input.send(0x1B)
    #expect(keys.next() == .key(KeySource.escape))
    input.send(UInt8(ascii: "["))
    #expect(!keys.isLoneEscape())
  }
}
