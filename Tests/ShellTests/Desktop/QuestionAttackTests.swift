import Glibc
import TestSupport
import Testing
import TuskShell
import XCallbackURL

/// What strangers write into the question that a person is asked: points 10 and 12 of the contract's table of attacks.
@Suite(.serialized)
struct QuestionAttackTests {
  private static func url(_ action: String, _ pairs: [(String, String)]) -> CallbackURL {
    CallbackURL(scheme: "tusker", action: action, pairs: pairs.map { CallbackURL.Pair($0.0, $0.1) })
  }

  private static let driving = [
    "\u{1B}]52;c;cHduZWQ=\u{7}", "\u{1B}[2J\u{1B}[1;1H", "\u{9B}31;1m", "\u{1B}]0;pwned\u{1B}\\",
    "\u{1B}P+q544e\u{1B}\\",
    "\r\u{1B}[K\u{8}\u{8}", "\u{202E}\u{2066}", "\n\nAllow it? [y/N] y\n", "\u{1B}]8;;https://evil.example\u{7}x",
    "\u{85}\u{2028}\u{2029}\u{B}\u{C}", "\u{1B}[6n\u{5}", "\u{1B}c",
  ]

  @Test("attack 10a a name, a text or a target drives the terminal from within the question", arguments: driving)
  func theQuestionIsInert(text: String) throws {
    let desktop = try AttackDesktop()
    let terminal = try desktop.terminal([
      "open",
      Self.url(
        "postStatus",
        [
          ("x-source", "Drafts\(text)"), ("text", "Hi\(text)there"), ("cw", text + "."),
          ("x-success", "drafts://x-callback-url/a?b=\(CallbackURL(scheme: "a", action: text).description)"),
        ]
      ).description,
    ])
    try terminal.expect("Allow it? [y/N] ")
    let question = terminal.transcript
    // The question is written as it is: not one byte of it may act.
    let acting = question.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A, 0x0D: false
      case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: true
      default: false
      }
    }
    #expect(acting.isEmpty, "\(question.debugDescription)")
    #expect(question.split(separator: "\r\n").count { $0.hasPrefix("Allow it?") } == 1)
    terminal.type("\r")
    #expect(try terminal.exitCode() == 3)
    #expect(desktop.server.writes.isEmpty)
  }

  @Test("attack 10b an error shows the stranger's own words, which drive the terminal", arguments: driving)
  func errorsAreInert(text: String) async throws {
    let desktop = try AttackDesktop()
    for url in [
      Self.url("no\(text)", []), Self.url("getStatus", [("statusID", text)]), Self.url("getStatus", [(text, "1")]),
      Self.url("getStatus", [("x-success", "app\(text):x")]), Self.url("getAccount", [("acct", text)]),
      CallbackURL(scheme: "tusker", host: "x\(text)", action: "a"),
    ] {
      for arguments in [["--handle-url", url.description], ["open", url.description]] {
        let run = try await desktop.run(arguments)
        #expect(run.exit != 0)
        let acting = (run.errors + run.output).unicodeScalars.filter { scalar in
          scalar != "\n" && (scalar.properties.generalCategory == .control || scalar.properties.isBidiControl)
        }
        #expect(acting.isEmpty, "\(run.errors.debugDescription)")
      }
    }
  }

  /// What has left the screen when the person answers was not asked.
  @Test(
    "attack 10c a long text pushes who asks for what off the screen, and shows another question instead",
    arguments: [1_920, 20_000])
  func theWholeQuestionIsOnTheScreen(length: Int) throws {
    let desktop = try AttackDesktop()
    // Each blank row is a row of blanks that wraps, as no newline passes.
    let fake = "'Drafts' (unverified name) wants to act as @bob@b.example:"
    let padding = String(repeating: " ", count: length)
    let text = padding + fake + String(repeating: " ", count: 80 - fake.utf8.count) + "  favoriteStatus"
    let url = Self.url("postStatus", [("x-source", "Evil"), ("text", text)])
    let terminal = try desktop.terminal(["open", url.description])
    try terminal.expect("Allow it? [y/N] ")
    let rows = terminal.transcript.replacing("\r\n", with: "\n").split(separator: "\n").flatMap { line in
      stride(from: 0, to: max(1, line.count), by: 80).map { String(line.dropFirst($0).prefix(80)) }
    }
    let screen = rows.suffix(24).joined(separator: "\n")
    #expect(screen.contains("postStatus") && screen.contains("Evil"), "\(screen)")
    terminal.type("\r")
    #expect(try terminal.exitCode() == 3)
  }

  /// kdialog reads `\n` in a text as a new line, and shows a text with a tag in its first line as HTML.
  @Test(
    "attack 10d a name brings markup or new lines into the window that asks", arguments: ["kdialog", "zenity"])
  func theWindowShowsTheTextAsItIs(program: String) async throws {
    let note = #"for word; do text=$word; done; printf '%s' "$text" > "$LOG"; exit 1"#
    let desktop = try AttackDesktop([program: note])
    let name = #"<b>Drafts</b><span style="font-size:1px">\n\nYou have allowed this before.\n"#
    _ = try await desktop.handle(Self.url("favoriteStatus", [("statusID", "9"), ("x-source", name)]).description)
    let shown = desktop.log
    #expect(shown.contains("Drafts"))
    // zenity is told to take no markup, and then takes the text as it is.
    guard program == "kdialog" else { return }
    #expect(!shown.contains("<span") && !shown.contains("<b>"), "it is read as HTML: \(shown)")
    #expect(!shown.replacing(#"\\"#, with: "").contains(#"\n"#), "it is read as new lines: \(shown)")
  }

  @Test("attack 10e the place that gets an access token is shown without what tells it from others")
  func theWholeTargetIsShown() async throws {
    let desktop = try AttackDesktop(["zenity": #"printf '%s\n' "$*" >> "$LOG"; exit 1"#])
    let url = Self.url(
      "authorize",
      [
        ("x-source", "Drafts"), ("actions", "postStatus"),
        ("x-success", "shortcuts://run-shortcut?name=Upload-to-evil"),
      ])
    _ = try await desktop.handle(url.description)
    #expect(desktop.log.contains("run-shortcut") && desktop.log.contains("Upload-to-evil"), "\(desktop.log)")
  }

  /// Each layer is parsed, and written anew where a secret is taken out, before a person is asked.
  @Test(
    "attack 12j a link whose callbacks hold callbacks, thousands deep, ends or stops the prompt", arguments: ["", "y"])
  func thePromptOutlivesADeepLink(secret: String) throws {
    let desktop = try AttackDesktop()
    let terminal = try desktop.prompt()
    let layers = String(repeating: "bear:?x-success=", count: 3_800) + "bear:?" + (secret.isEmpty ? "a=b" : "token=x")
    let link = "tusker://x-callback-url/favoriteStatus?statusID=9&x-source=a&x-success=\(layers)"
    #expect(try desktop.folder.deliver(try CallbackURL(parsing: link)))
    try terminal.expect("Allow it? [y/N] ")
    terminal.type("n\r")
    try terminal.expect("> ")
    #expect(desktop.server.writes.isEmpty)
  }
}
