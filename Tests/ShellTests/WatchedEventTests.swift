import JSONValue
import Testing
import TuskCommon

@testable import TuskShell

/// The events of watched streams as lines above the prompt.
struct WatchedEventTests {
  private static let bob: JSON = ["id": "2", "username": "bob@b.example"]
  private static let eve: JSON = ["id": "3", "username": "eve@b.example"]
  private static let noon = 1_795_608_000

  static func status(_ text: String, _ changes: JSON.Object = [:]) -> JSON.Object {
    var status: JSON.Object = [
      "id": "9", "account": bob, "author": bob, "posted": .int(noon), "text": .string(text), "visibility": "public",
    ]
    for member in changes.members { status[member.name] = member.value }
    return status
  }

  static func notification(_ kind: String, _ text: String? = nil) -> JSON.Object {
    var notification: JSON.Object = ["id": "7", "kind": .string(kind), "date": .int(noon), "account": eve]
    if let text { notification["status"] = .object(status(text)) }
    return ["event": "notification", "mine": false, "notification": .object(notification)]
  }

  private static func update(_ status: JSON.Object, _ name: String = "update") -> JSON.Object {
    ["event": .string(name), "mine": false, "status": .object(status)]
  }

  private static func line(
    _ event: JSON.Object, width: Int = 70, number: Int? = 57, isPlain: Bool = false
  ) throws -> String {
    let style = ReadingStyle(width: width, isColored: false, now: noon, language: "en", isPlain: isPlain)
    let event = try #require(WatchedEvent(event, filteredIn: ["home"]))
    return WatchedEventText(style: style).line(of: event, number: number)
  }

  private static let clock = LocalTime.clock(of: noon)

  private static let boosted = status("", ["account": eve, "boost": .object(status("Trains"))])
  private static let filtered = status(
    "Secret", ["filters": [["title": "spoilers", "contexts": ["home"], "action": "warn"]]])

  private static let lines: [(event: JSON.Object, words: String)] = [
    (notification("favourite", "New timetable"), "★ @eve@b.example favorited \"New timetable\""),
    (notification("mention", "@alice are you coming?"), "@eve@b.example: are you coming?"),
    (notification("mention", "@alice"), "@eve@b.example: @alice"),
    (notification("follow"), "→ @eve@b.example followed you"),
    (notification("status", "News"), "+ @eve@b.example posted: News"),
    (update(status("One\n\ntwo")), "@bob@b.example: One two"), (update(status("")), "@bob@b.example: (no text)"),
    (update(status("Trains"), "status.update"), "✎ @bob@b.example edited: Trains"),
    (update(boosted), "↻ @eve@b.example boosted @bob@b.example: Trains"),
    (update(status("Text", ["cw": "Finale"])), "@bob@b.example: ⚠ Finale"),
    (update(filtered), "@bob@b.example: — filtered: spoilers —"),
  ]

  @Test(arguments: lines.indices) func eachEventIsOneLine(index: Int) throws {
    let (event, words) = Self.lines[index]
    let line = try Self.line(event)
    #expect(line.hasPrefix(" \(Self.clock)  \(words)  "), "\(line)")
    #expect(line.hasSuffix(" (57)") && line.cellWidth == 70)
  }

  @Test func aLongTextIsCutBeforeTheNumber() throws {
    let long = String(repeating: "long ", count: 60)
    for event in [Self.update(Self.status(long)), Self.notification("favourite", long)] {
      let line = try Self.line(event, width: 60)
      #expect(line.cellWidth <= 60 && line.contains("…") && line.hasSuffix(" (57)"), "\(line)")
    }
  }

  @Test func aSentenceBeginsWithItsNumber() throws {
    let line = try Self.line(Self.notification("favourite", "Trains"), isPlain: true)
    #expect(line == "57. \(Self.clock), eve at b.example favorited \"Trains\"")
  }

  @Test func aLineThatNothingNamesHasNoNumber() throws {
    #expect(try !Self.line(Self.update(Self.status("One")), number: nil).contains("("))
  }

  @Test func aHostileTextDrivesNoTerminal() throws {
    let line = try Self.line(Self.update(Self.status("a\u{1B}[2Jb\u{202E}c\r\nd")))
    #expect(Rendering.isInert(line))
  }

  @Test(
    arguments: [
      ["event": "delete", "mine": false, "statusID": "9"], ["event": "filters_changed", "mine": false],
      ["event": "update", "mine": true, "status": ["id": "9"]],
    ] as [JSON.Object])
  func whatNobodyReadsIsLeftOut(event: JSON.Object) {
    #expect(WatchedEvent(event, filteredIn: []) == nil)
  }
}
