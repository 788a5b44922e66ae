import Fediverse
import Glibc
import JSONValue
import TestSupport
import Testing
import TuskApps
import TuskCommon
import TuskRuntime
import XCallbackURL

@testable import TuskActions
@testable import TuskShell

/// What of a run reaches standard output, in which format, and what happens when nobody reads it any more.
struct DisplayTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/output" }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// What stands on standard output after these events.
  private func shown(
    _ events: [Interpreter.Event], onTerminal isTerminal: Bool = false, format: Renderer.Format? = nil,
    wantsJSON: Bool = false
  ) throws -> String {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let display = Display(
      streams: StandardStreams(output: descriptor),
      terminal: Terminal(terminals: isTerminal ? [.output] : [], environment: { _ in nil }), format: format,
      wantsJSON: wantsJSON)
    for event in events { display.show(event) }
    return try text(ofFile: path)
  }

  private func result(_ action: String) throws -> Interpreter.Event {
    .result(try Rendering.result(action, ["id": "9", "uri": "u"]), continues: false)
  }

  /// What an app shows on its own screen is no reason to drop its answer.
  @Test(arguments: [Renderer.Format.human, .tabs, .csv, .json])
  func theAnswerOfAnAppIsShown(format: Renderer.Format) throws {
    let app = try #require(try AppLibrary(folder: folder.path).app(named: "bear"))
    for name in ["search", "open-tag", "open-note"] {
      let signature = try #require(app.catalog.signature(action: name))
      let url = CallbackURL(scheme: "bear", action: name, pairs: [])
      let field = try #require(signature.results.first?.name)
      let answer = ActionResult(signature, url, .success([CallbackURL.Pair(field, "Buy tea")]))
      #expect(try shown([.result(answer, continues: false)], format: format).contains("Buy tea"), "\(name)")
    }
  }

  @Test func aPassingLineGoesBeforeAnythingElseIsWritten() throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let streams = StandardStreams(output: descriptor, errors: descriptor)
    streams.report(transient: "waits")
    streams.write("a\n")
    streams.write("b\n")
    for text in ["more", nil, nil] { streams.report(transient: text) }
    let clear = "\r\u{1B}[K"
    #expect(try text(ofFile: path) == "\(clear)waits\(clear)a\nb\n\(clear)more\(clear)")
  }

  /// Requests that run at the same time wait for the same limit, each a moment longer by chance.
  @Test func equalWaitsAreToldOnce() throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let display = Display(
      streams: StandardStreams(output: descriptor, errors: descriptor),
      terminal: Terminal(terminals: [], environment: { _ in nil }), wantsJSON: false)
    func wait(_ title: String, _ end: Int) {
      let notice = WaitNotice(
        reason: .rateLimit(title), until: Timestamp(seconds: 1_700_000_000 + end), length: .seconds(60))
      display.show(.delay(Delay(notice)))
    }
    for number in 0..<16 { wait(number == 7 ? "uploads" : "requests", number % 2) }
    #expect(try text(ofFile: path).split(separator: "\n").count == 2)
    wait("requests", 300)
    #expect(try text(ofFile: path).split(separator: "\n").count == 3)
  }

  @Test(arguments: [WaitNotice.Reason.processing, .rateLimit("requests"), .pacing])
  func aWaitFitsOnALine(reason: WaitNotice.Reason) {
    let delay = Delay(WaitNotice(reason: reason, until: Timestamp(seconds: 1_700_000_000), length: .seconds(60)))
    #expect("waiting until 17:59:07: \(delay.reason); Ctrl-C cancels".count < 80)
  }

  @Test(
    arguments: [
      ("waiting", "; Ctrl-C cancels", 79, "waiting; Ctrl-C cancels"),
      ("waiting", "; Ctrl-C cancels", 23, "waiting; Ctrl-C cancels"),
      ("waiting", "; Ctrl-C cancels", 22, "waiti…; Ctrl-C cancels"), ("waiting", "", 4, "wai…"),
      ("waiting", "; Ctrl-C", 4, "…; C"),
    ] as [(String, String, Int, String)])
  func aCutLineKeepsItsEnding(text: String, ending: String, width: Int, line: String) {
    #expect(Display.line(text, ending: ending, width: width) == line)
  }

  @Test func aCommandsOwnWishHoldsForThatCommandAlone() throws {
    let text = try shown([
      .started(CommandOptions(json: true)), result("getStatus"), .started(CommandOptions(ids: true)),
      result("getStatus"), .started(CommandOptions()), result("getStatus"),
    ])
    #expect(text == #"{"id":"9","uri":"u"}"# + "\nstatus:9\nuri\tu\nid\t9\n")
  }

  @Test(
    arguments: [
      (false, nil, false, "uri\tu\nid\t9\n"), (true, nil, false, "uri  u\nid   9\n"),
      (true, .tabs, false, "uri\tu\nid\t9\n"),
      (false, .human, false, "uri  u\nid   9\n"), (true, nil, true, "{\"id\":\"9\",\"uri\":\"u\"}\n"),
      (true, .ids, false, "status:9\n"),
    ] as [(Bool, Renderer.Format?, Bool, String)])
  func theFormatIsTheRunsOrTheTerminals(
    isTerminal: Bool, format: Renderer.Format?, wantsJSON: Bool, text: String
  ) throws {
    let events: [Interpreter.Event] = [.started(CommandOptions()), try result("getStatus")]
    #expect(try shown(events, onTerminal: isTerminal, format: format, wantsJSON: wantsJSON) == text)
  }

  @Test(arguments: ["\u{1B}[2Jx", "a\u{202E}b", "\u{7}"])
  func whatIsPrintedOnATerminalDrivesItNot(line: String) throws {
    let text = try shown([.printed(line, toErrors: false)], onTerminal: true)
    #expect(!text.contains(line) && text.hasSuffix("\n"))
    #expect(try shown([.printed(line, toErrors: false)]) == line + "\n")
  }

  /// For people and in JSON nothing drives a terminal, wherever it goes; other programs get each character.
  @Test(arguments: HostileLines.all)
  func aPrintedLineIsInTheFormatOfTheRun(line: String) throws {
    for isTerminal in [false, true] {
      for shown in [Interpreter.Event.printed(line, toErrors: false), .shown(.text(line))] {
        let json = [(Renderer.Format?.some(.json), false), (nil, true)]
        for (format, wantsJSON) in json {
          let text = try self.shown([shown], onTerminal: isTerminal, format: format, wantsJSON: wantsJSON)
          #expect(try JSON(parsing: Array(text.utf8.dropLast())) == .string(line) && HostileLines.isSafe(text))
        }
        let human = try self.shown([shown], onTerminal: isTerminal, format: .human)
        #expect(HostileLines.isSafe(human) && human == TerminalText.block(line) + "\n")
        for format in [Renderer.Format.tabs, .ids] {
          let text = try self.shown([shown], onTerminal: isTerminal, format: format)
          #expect(isTerminal ? HostileLines.isSafe(text) : text == line + "\n")
        }
      }
    }
  }

  /// Lines that would drive a terminal.
  private enum HostileLines {
    static let all = [
      "\u{1B}[2Jx", "a\u{202E}b", "\u{7}", "\u{9B}31m", "\u{1B}]52;c;Zm9v\u{7}", "a\u{0}b", "a\tb", "\u{2066}x\u{2069}",
    ]

    static func isSafe(_ text: String) -> Bool {
      !text.unicodeScalars.contains { scalar in
        switch scalar.value {
        case 0x09, 0x0A: false
        case ..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
      }
    }
  }

  @Test func whatAnActionPresentsIsShownOnceAndItsResultNot() throws {
    #expect(try shown([.started(CommandOptions()), result("showStatus")]) == "")
  }

  @Test func aPresentationIsJSONWhereTheRunIs() throws {
    let shape = Shape<String>(.init("id", .identifier(.status), "x") { .string($0) })
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let display = Display(
      streams: StandardStreams(output: descriptor), terminal: Terminal(terminals: [.output], environment: { _ in nil }),
      wantsJSON: true)
    display.show(Presentation.card("9", shape, of: .status))
    #expect(try text(ofFile: path) == "{\"id\":\"9\"}\n")
    #expect(display.wantsJSON)
  }

  @Test(arguments: [(false, false, true), (true, false, false), (false, true, false)])
  func aGapIsToldBesideTheRowsUnlessTheyAreJSON(runWants: Bool, commandWants: Bool, isTold: Bool) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let display = Display(
      streams: StandardStreams(output: -1, errors: descriptor),
      terminal: Terminal(terminals: [], environment: { _ in nil }), wantsJSON: runWants)
    display.show(.started(CommandOptions(json: commandWants)))
    display.show(.gap(Gap(stream: .direct, part: .conversations, after: "1", before: "9\u{1B}[2J", reason: "no")))
    let line = "stream direct: some conversations are missing between status:1 and status:9␛[2J: no\n"
    #expect(try text(ofFile: path) == (isTold ? line : ""))
  }

  @Test func aClosedOutputIsNoticedOnce() throws {
    let display = Display(
      streams: StandardStreams(output: -1, errors: -1), terminal: Terminal(terminals: [], environment: { _ in nil }),
      wantsJSON: false)
    #expect(!display.isClosed)
    display.show(.started(CommandOptions()))
    #expect(!display.isClosed)
    display.show(.printed("x", toErrors: false))
    #expect(display.isClosed)
  }
}
