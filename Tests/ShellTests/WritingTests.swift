import TestSupport
import Testing

/// A person writes posts in an editor, which is a script of the shell here.
@Suite(.serialized)
struct WritingTests {
  private let home: TemporaryFolder
  private let server: LoopbackServer
  private let terminal: PseudoTerminal

  init() throws {
    home = try TemporaryFolder()
    server = try LoopbackServer()
    terminal = try PseudoTerminal(
      BuiltProgram.tusk,
      environment: TuskRun.environment(home: home, server: server) + [
        "TERM=xterm-256color", "PAGER=", "EDITOR=sh \(home.path)/editor",
      ])
    try terminal.expectPrompt()
  }

  /// Types a line while the editor does what the script says with the file `$1`.
  private func enter(_ line: String, editor script: String, expecting texts: String...) throws {
    try write(script + "\n", toFile: home.path + "/editor")
    terminal.type(line + "\r")
    try terminal.expect("\u{1B}[?2004l")
    for text in texts { try terminal.expect(text) }
  }

  private func answer(_ keys: String, expecting text: String = "") throws {
    try terminal.expect("[n]o ")
    terminal.type(keys)
    try terminal.expect(text)
    try terminal.expectPrompt()
  }

  private func expectNoDrafts() throws {
    try enter("drafts", editor: "exit 1", expecting: "nothing found")
    try terminal.expectPrompt()
  }

  @Test func whatIsWrittenIsPosted() throws {
    try enter("post", editor: #"printf 'Hello\n' >> "$1""#, expecting: "post · 5/500\r\n  Hello\r\n", "post it?")
    try answer("\r")
    #expect(server.writes == ["POST /api/v1/statuses"])
    try expectNoDrafts()
  }

  @Test func blanksKeepAPostOutOfTheHistory() throws {
    try enter(" post", editor: #"echo Quiet >> "$1""#, expecting: "post it?")
    try answer("\r")
    #expect(server.writes == ["POST /api/v1/statuses"])
    try enter("history Quiet", editor: "", expecting: "nothing found")
    try terminal.expectPrompt()
  }

  /// Presses Ctrl-X Ctrl-E while the editor does what the script says with the file `$1`.
  private func editLine(by script: String) throws {
    try write(script + "\n", toFile: home.path + "/editor")
    terminal.type("\u{18}\u{5}")
    try terminal.expect("\u{1B}[?2004l")
    try terminal.expect("\u{1B}[?2004h")
  }

  @Test func theEditorChangesTheTypedLine() throws {
    terminal.type("print one")
    try editLine(by: #"printf 'print "here %s"\nprint two\n\n' "$(cat "$1")" > "$1""#)
    terminal.type("\r")
    try terminal.expect("here print one\r\ntwo\r\n")
    try terminal.expectPrompt()
  }

  @Test(arguments: ["exit 0", "echo gone > \"$1\"; exit 3"])
  func theLineStaysWithoutAChange(script: String) throws {
    terminal.type("print kept")
    try editLine(by: script)
    terminal.type("\r")
    try terminal.expect("\u{1B}[?2004l")
    try terminal.expect("kept\r\n")
    try terminal.expectPrompt()
  }

  @Test func commentsAfterTheCommandHideNothing() throws {
    let script = #"sed -i 's/^command: post$/command: post # note/' "$1"; echo Hello >> "$1""#
    try enter("post", editor: script, expecting: "post · 5/500\r\n  Hello\r\n", "post it?")
    try answer("\r")
    #expect(server.writes == ["POST /api/v1/statuses"])
    try expectNoDrafts()
  }

  @Test func repliesSayToWhom() throws {
    let script = #"grep '^# to @bob@b.example' "$1" && printf 'Hello\n' >> "$1""#
    try enter("reply status:9", editor: script, expecting: "↳ to @bob@b.example", "Hello", "post it?")
    try answer("n\r", expecting: "nothing was posted")
    #expect(server.writes.isEmpty)
  }

  @Test func anotherStatusHasAnotherAuthor() throws {
    let script = #"sed -i 's/status:9$/status:8/' "$1"; echo Hello >> "$1""#
    try enter("reply status:9", editor: script, expecting: "reply status:8 · ", "Hello", "post it?")
    try answer("n\r", expecting: "nothing was posted")
    #expect(!terminal.transcript.contains("↳ to @bob"))
  }

  @Test func emptyTextsPostNothing() throws {
    try enter("\\e", editor: "exit 0", expecting: "nothing was posted: the text is empty")
    try terminal.expectPrompt()
    try expectNoDrafts()
  }

  @Test func failedEditorsPostNothing() throws {
    try enter("post", editor: "exit 3", expecting: "nothing was posted")
    try terminal.expectPrompt()
    try enter("post", editor: #"printf 'Hello\n' >> "$1"; exit 3"#, expecting: "the draft is kept", "draft 1")
    try terminal.expectPrompt()
    #expect(server.writes.isEmpty)
  }

  @Test func missingEditorsAreNamed() throws {
    try enter("\\set editor no-such-editor", editor: "", expecting: "editor no-such-editor")
    try terminal.expectPrompt()
    try enter("post", editor: "", expecting: "'no-such-editor' not found", "nothing was posted")
    try terminal.expectPrompt()
  }

  @Test func otherEncodingsCanBeCorrected() throws {
    try enter("post", editor: #"printf '\351\n' >> "$1""#, expecting: "the file is not UTF-8", "edit it again?")
    try answer("d\r", expecting: "the draft is kept")
  }

  @Test func controlCKeepsADraft() throws {
    try enter("post", editor: #"printf 'Hello\n' >> "$1""#, expecting: "post it?")
    try answer("\u{3}", expecting: "the draft is kept")
    try enter("drafts", editor: "", expecting: "Hello  (post)")
    try terminal.expectPrompt()
    try enter("draft 1", editor: "exit 0", expecting: "  Hello", "post it?")
    try answer("\r")
    #expect(server.writes == ["POST /api/v1/statuses"])
    try expectNoDrafts()
  }

  @Test func headsAreCorrectedAndWordsExplained() throws {
    let script = #"sed -i 's/^visibility:/visibility: all/' "$1"; echo Hello >> "$1""#
    try enter("post", editor: script, expecting: "'visibility' must be", "edit it again?")
    try answer("n\r", expecting: "nothing was posted")
    try enter("post", editor: #"echo Hello >> "$1""#, expecting: "post it?")
    try terminal.expect("[n]o ")
    terminal.type("maybe\r")
    try terminal.expect("Answer y (yes)")
    try answer("d\r", expecting: "the draft is kept")
    try enter("draft delete 1", editor: "", expecting: "deleted draft 1")
    try terminal.expectPrompt()
  }

  @Test func requiredAltTextsAreAskedFor() throws {
    try enter("\\set alt require", editor: "", expecting: "alt require")
    try terminal.expectPrompt()
    try enter("post hi media=file:cat.png", editor: "", expecting: "alt text for cat.png")
    terminal.type("\r")
    try terminal.expect("nothing was posted: cat.png has no alt text")
    try terminal.expectPrompt()
    #expect(server.writes.isEmpty)
  }
}
