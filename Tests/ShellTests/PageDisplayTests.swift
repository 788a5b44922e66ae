import Glibc
import JSONValue
import TestSupport
import Testing
import TuskActions
import TuskRuntime
import XCallbackURL

@testable import TuskShell

/// Lists that are shown page by page, as if they were one.
struct PageDisplayTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/output" }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func shown(
    _ pages: [[JSON.Object]], _ format: Renderer.Format, onTerminal isTerminal: Bool = true
  ) throws -> String {
    let events = try pages.enumerated().map { index, page in
      Interpreter.Event.result(try Rendering.result("getLists", items: page), continues: index > 0)
    }
    return try shown(events, format, onTerminal: isTerminal)
  }

  private func shown(
    _ events: [Interpreter.Event], _ format: Renderer.Format, onTerminal isTerminal: Bool = true
  ) throws -> String {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let display = Display(
      streams: StandardStreams(output: descriptor),
      terminal: Terminal(terminals: isTerminal ? [.output] : [], environment: { _ in nil }), format: format,
      wantsJSON: false)
    display.show(.started(CommandOptions()))
    for event in events { display.show(event) }
    return try text(ofFile: path)
  }

  private static func row(_ id: String, _ title: String) -> JSON.Object {
    ["id": .string(id), "title": .string(title)]
  }

  @Test(arguments: [Renderer.Format.human, .tabs, .json, .ids])
  func pagesOfOneWidthAreOneList(format: Renderer.Format) throws {
    let rows = (1...6).map { Self.row("\($0)", "title \($0)") }
    let whole = try shown([rows], format)
    #expect(try shown([Array(rows[..<2]), Array(rows[2..<3]), Array(rows[3...])], format) == whole)
    #expect(try shown([Array(rows[..<2]), [], Array(rows[2...]), []], format) == whole)
  }

  @Test func whatMoreReadsOnKeepsTheColumns() {
    let fields = ["id", "title", "policy"].map { Signature.ResultField($0, .text, "") }
    let rows: [JSON.Object] = [
      ["id": "1", "title": "Green tea"], ["id": "2", "title": "Black tea, or coffee", "policy": "all"],
    ]
    let pages = rows.map { Records(fields: fields, rows: [$0], isCard: false, kind: nil) }
    let table = Table(width: 60, keepsColumns: true) { text, _ in text }
    let first = table.page(of: pages[0], below: nil)
    let next = table.page(of: pages[1], below: first.layout)
    #expect(first.text == "id  title\n1   Green tea\n")
    #expect(next.text == "2   Black te…\n" && next.layout == first.layout)
  }

  @Test func aPlainTableIsSentences() {
    let fields = ["id", "title", "policy"].map { Signature.ResultField($0, .text, "") }
    let rows: [JSON.Object] = [["id": "1", "title": "Green tea"], ["id": "2", "title": "Coffee", "policy": "all"]]
    let records = Records(fields: fields, rows: rows, isCard: false, kind: nil)
    let table = Table(width: 60, firstNumber: 1, isPlain: true) { text, _ in text }
    #expect(table.text(of: records) == "1. id 1, title Green tea.\n2. id 2, title Coffee, policy all.\n")
  }

  /// Nothing is found in a list that has an end, or that has come to it.
  @Test(arguments: [
    ("getEvents", "on" as String?, ""), ("getEvents", nil, "nothing found\n"), ("getLists", "2", "nothing found\n"),
  ])
  func aStreamThatHasBroughtNothingYetIsNotEmpty(action: String, next: String?, text: String) throws {
    var data: JSON.Object = [:]
    data["next"] = next.map(JSON.string)
    let empty = try Rendering.result(action, data, items: [])
    let events: [JSON.Object] = [["event": "delete", "mine": false, "statusID": "1"]]
    #expect(try shown([.result(empty, continues: false)], .human) == text)
    guard next == "on" else { return }
    let first = try shown([.result(Rendering.result(action, items: events), continues: false)], .human)
    let late = Interpreter.Event.result(try Rendering.result(action, items: events), continues: true)
    #expect(try shown([.result(empty, continues: false), late], .human) == first)
  }

  @Test func columnsAreNamedAgainOnlyWhereTheyGrow() throws {
    let rows = [Self.row("1", ""), Self.row("2", "a"), Self.row("3", ""), Self.row("1000", "b"), Self.row("4", "c")]
    let text = try shown(rows.map { [$0] }, .human)
    #expect(text == "id\n1\n\nid  title\n2   a\n3\n\nid    title\n1000  b\n4     c\n")
  }

  @Test func anEndlessListSettlesDown() throws {
    let titles = ["Hi", "Hello you", "é", "", "A longer one", "b", "Hello", "漢字", "x"]
    let text = try shown(titles.map { [Self.row("7", $0)] }, .human)
    #expect(text.split(separator: "\n").count { $0.hasPrefix("id") } == 3, "\(text)")
  }

  @Test func columnsStandUnderTheirNamesWhateverComes() throws {
    let text = try shown([[Self.row("1", "a")], [Self.row("1000000000000", "b")], [Self.row("2", "c")]], .human)
    var place: Int?
    for line in text.split(separator: "\n") {
      if let start = line.firstRange(of: "title")?.lowerBound {
        place = line.distance(from: line.startIndex, to: start)
      } else {
        #expect(place.map { "abc".contains(line.dropFirst($0).first ?? "-") } == true, "\(text)")
      }
    }
  }

  @Test func aListThatBeginsWithNothingSaysSoOnce() throws {
    #expect(try shown([[], []], .human) == "nothing found\n")
    #expect(try shown([[], [Self.row("1", "a")]], .human).hasSuffix("id  title\n1   a\n"))
    for format in [Renderer.Format.tabs, .json, .ids] { #expect(try shown([[], []], format) == "") }
  }

  @Test func theNextCommandNamesItsColumnsAnew() throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let display = Display(
      streams: StandardStreams(output: descriptor), terminal: Terminal(terminals: [.output], environment: { _ in nil }),
      wantsJSON: false)
    let result = try Rendering.result("getLists", items: [Self.row("1", "a")])
    for _ in 0..<2 {
      display.startCommand()
      display.show(.started(CommandOptions()))
      display.show(.result(result, continues: false))
    }
    #expect(try text(ofFile: path) == "id  title\n1   a\nid  title\n1   a\n")
  }
}
