import Testing

@testable import TuskShell

/// What the environment says about the terminal.
struct TerminalTests {
  @Test(arguments: [
    (["TERM": "xterm"], Terminal.ColorChoice.automatic, true), (["TERM": "dumb"], .automatic, false),
    ([:], .automatic, false),
    (["TERM": "xterm", "NO_COLOR": "1"], .automatic, false), (["TERM": "xterm", "NO_COLOR": ""], .automatic, true),
    (["TERM": "xterm", "NO_COLOR": "1"], .always, true), (["TERM": "xterm"], .never, false),
  ])
  func colorFollowsTheTerminalAndTheUser(environment: [String: String], choice: Terminal.ColorChoice, isAllowed: Bool) {
    let terminal = Terminal(terminals: [.output], environment: { environment[$0] }, color: choice)
    #expect(terminal.allowsColor(on: .output) == isAllowed)
    #expect(terminal.allowsColor(on: .errors) == (choice == .always))
  }

  @Test(arguments: [
    ([Terminal.Stream.input, .output], "xterm", true), ([.input], "xterm", false),
    ([.output, .errors], "xterm", false),
    ([.input, .output], "dumb", false), ([.input, .output], "", false),
  ])
  func linesAreEditedOnlyWhereAPersonSeesThem(terminals: [Terminal.Stream], kind: String, canEdit: Bool) {
    let terminal = Terminal(terminals: Set(terminals), environment: { $0 == "TERM" ? kind : nil })
    #expect(terminal.canEditLines == canEdit)
  }
}
