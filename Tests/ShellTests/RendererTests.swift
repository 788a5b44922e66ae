import JSONValue
import Testing
import TuskActions
import TuskCommon
import TuskRuntime
import XCallbackURL

@testable import TuskShell

/// Answers as text in every format, of friendly and hostile data and on any terminal.
struct RendererTests {
  private static let bob: JSON.Object = [
    "username": "bob@b.example", "displayName": "Bob", "locked": true, "followers": 3, "following": 0,
    "url": "https://b.example/@bob",
  ]
  private static let status: JSON.Object = [
    "url": "https://b.example/9", "uri": "https://b.example/9", "id": "9", "account": "bob@b.example",
    "posted": 1_704_164_645, "content": "One\n\ttwo",
  ]
  private static let rows: [JSON.Object] = [
    ["id": "77", "kind": "mention", "date": 1_704_164_645, "account": "bob@b.example", "content": "One\ntwo"],
    ["id": "78", "kind": "follow", "date": 0, "account": "c"],
  ]

  private func shown(
    _ action: String, _ data: JSON.Object, items: [JSON.Object]? = nil, as format: Renderer.Format, width: Int = 80
  ) throws -> String {
    Renderer(format: format, width: width).text(of: try Rendering.result(action, data, items: items))
  }

  @Test(
    arguments: [
      ("getStatus", status, "status:9\n"), ("getCurrentUser", bob, "@bob@b.example\n"),
      ("followUser", ["url": "https://b.example/@bob"], "https://b.example/@bob\n"),
      ("favoriteStatus", ["statusURL": "https://b.example/9"], "https://b.example/9\n"),
      ("favoriteStatus", ["statusURI": "tag:x"], ""), ("dismissNotification", [:], ""),
      ("getCurrentUser", ["username": "", "url": "https://b.example"], "https://b.example\n"),
    ] as [(String, JSON.Object, String)])
  func idsAreReferencesThatAreInputAgain(action: String, data: JSON.Object, text: String) throws {
    #expect(try shown(action, data, as: .ids) == text)
  }

  @Test func idsOfAListAreALineEach() throws {
    let text = try shown("getNotifications", ["notifications": "77,78"], items: Self.rows, as: .ids)
    #expect(text == "notification:77\nnotification:78\n")
  }

  @Test func jsonHasTheDataAndTheTimeTwice() throws {
    #expect(
      try shown("getStatus", ["id": "9", "posted": 1_704_164_645, "content": "a\"\u{1B}"], as: .json)
        == #"{"id":"9","posted":1704164645,"postedAt":"2024-01-02T03:04:05Z","content":"a\"\u001b"}"# + "\n")
  }

  @Test(arguments: ["soon", nil, true, [], [:], "2024-01-02T03:04:05Z"] as [JSON])
  func whatIsNoTimeIsNotDated(value: JSON) throws {
    let json = try JSON(parsing: try shown("getStatus", ["posted": value], as: .json))
    #expect(json["postedAt"] == nil && json["posted"] == value)
  }

  @Test func jsonOfAListIsALineAnItem() throws {
    let text = try shown("getNotifications", ["notifications": "77,78"], items: Self.rows, as: .json)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(try lines.map { try JSON(parsing: String($0))["id"] } == ["77", "78"])
    #expect(try lines.map { try JSON(parsing: String($0)).object } == Self.rows.map(Optional.some), "as they came")
  }

  @Test(arguments: [Renderer.Format.json, .tabs, .ids])
  func anEmptyListIsNoLineForAProgram(format: Renderer.Format) throws {
    #expect(try shown("getNotifications", ["notifications": ""], items: [], as: format) == "")
  }

  @Test func anEmptyListIsSaidToAPerson() throws {
    #expect(try shown("getNotifications", ["notifications": ""], items: [], as: .human) == "nothing found\n")
    #expect(Renderer(format: .human).text(of: RuntimeValue(.list([]))) == "nothing found\n")
  }

  @Test(arguments: [Renderer.Format.tabs, .json, .ids, .csv])
  func anEmptyValueIsNothingToPrograms(format: Renderer.Format) {
    #expect(Renderer(format: format).text(of: RuntimeValue(.list([]))).isEmpty)
  }

  @Test(arguments: [
    (Renderer.Format.human, "dismissed\n"), (.tabs, ""), (.json, "{}\n"), (.ids, ""),
  ])
  func whatWasDoneWithoutDataIsSaidToAPerson(format: Renderer.Format, text: String) throws {
    #expect(try shown("dismissNotification", [:], as: format) == text)
  }

  @Test func tabsHaveOneRowPerRecordWhateverIsInIt() throws {
    let nasty: JSON.Object = ["id": "1\t2\n3\\4\r5", "kind": "\u{2028}\u{85}", "account": "a\u{1B}]0;x\u{7}b"]
    let text = try shown("getNotifications", ["notifications": ""], items: [nasty, nasty], as: .tabs)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3 && lines[2].isEmpty)
    let columns = lines[0].split(separator: "\t", omittingEmptySubsequences: false)
    #expect(
      columns.count
        == Shell.catalog.signature(action: "getNotifications")?.items?.record.fields.count(where: \.isColumn))
    #expect(columns[0] == #"1\t2\n3\\4\r5"#)
    #expect(columns[1] == "⏎<U+0085>" && columns.contains("a␛]0;x␇b"))
  }

  @Test func tabsOfOneRecordNameItsFieldsAndSkipWhatIsMissing() throws {
    #expect(
      try shown("getStatus", ["id": "9", "posted": 0, "content": "a\nb", "reblog": "8"], as: .tabs)
        == "id\t9\nposted\t0\ncontent\ta\\nb\nreblog\t8\n")
  }

  @Test func aCardAlignsItsNamesAndKeepsItsLines() throws {
    let lines = try shown("getStatus", ["id": "9", "content": "one\ntwo"], as: .human).split(separator: "\n")
    #expect(lines == ["id       9", "content  one", "         two"])
  }

  @Test(arguments: [
    "\u{1B}]52;c;Zm9v\u{7}", "\u{1B}[2J", "\u{9B}31m", "a\u{202E}b", "\u{2066}x", "\r", "\u{0}", "\u{7F}", "\u{8}\u{8}",
    "a\u{85}b", "x\u{1B}P+q\u{1B}\\", "\u{90}q\u{9C}", "\r\n", "\u{2028}",
  ])
  func hostileTextDrivesNoTerminal(text: String) throws {
    let data: JSON.Object = [
      "username": .string(text), "displayName": .string(text), "url": .string(text), "avatarURL": .string(text),
    ]
    let row: JSON.Object = [
      "id": .string(text), "kind": .string(text), "account": .string(text), "content": .string(text),
    ]
    for format in [Renderer.Format.human, .tabs] {
      for isColored in [false, true] {
        let renderer = Renderer(format: format, width: 80, isColored: isColored)
        let shown =
          renderer.text(of: try Rendering.result("getCurrentUser", data))
          + renderer.text(of: try Rendering.result("getNotifications", ["notifications": ""], items: [row]))
        #expect(Self.isInert(shown), "\(shown.debugDescription)")
      }
    }
  }

  /// Whether nothing but lines, tabs and our own colors is in the text.
  private static func isInert(_ text: String) -> Bool {
    Rendering.isInert(
      ["\u{1B}[1m", "\u{1B}[2m", "\u{1B}[33m", "\u{1B}[36m", "\u{1B}[0m"].reduce(text) { $0.replacing($1, with: "") })
  }

  private func table(_ action: String, _ rows: [JSON.Object], width: Int = 80) throws -> String {
    var renderer = Renderer(format: .human, width: width)
    renderer.view = .table
    return renderer.text(of: try Rendering.result(action, items: rows))
  }

  @Test(arguments: [200, 120, 80, 40, 20, 10, 5, 2, 1])
  func aTableIsNeverWiderThanTheTerminal(width: Int) throws {
    let contents = [
      "plain", "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字", "👨‍👩‍👧👍🏽🇨🇭", "e\u{301}\u{302}\u{303}", "עברית \u{200F}x",
      String(repeating: "long ", count: 60), "", "\u{200B}\u{200B}", "a\tb\nc",
    ]
    let rows = contents.enumerated().map { index, text -> JSON.Object in
      [
        "id": .string("10000000000000000\(index)"), "kind": "mention", "date": 1_704_164_645,
        "account": .string("@" + text), "accountID": "1", "content": .string(text),
      ]
    }
    let lines = try table("getNotifications", rows, width: width)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count == rows.count + 1)
    #expect((lines.map { String($0).cellWidth }.max() ?? 0) <= width)
  }

  @Test func columnsStandUnderOneAnother() throws {
    let rows: [JSON.Object] = ["漢", "ab", "👍🏽", "e\u{301}"].map { ["id": "1", "kind": .string($0), "account": "Z"] }
    let lines = try table("getNotifications", rows).split(separator: "\n")
    let places = lines.dropFirst().compactMap { line in
      line.firstIndex(of: "Z").map { String(line[..<$0]).cellWidth }
    }
    #expect(places.count == 4 && Set(places).count == 1)
  }

  @Test func aColumnWithoutValuesTakesNoRoom() throws {
    let text = try table("getNotifications", [["id": "1", "account": ""]])
    #expect(text == "id\n1\n")
  }

  @Test func colorOnlyAddsToTheText() throws {
    for (action, data, items) in [("getStatus", Self.status, nil), ("getFollowers", [:], Self.rows)] {
      let result = try Rendering.result(action, data, items: items)
      let plain = Renderer(format: .human).text(of: result)
      let colored = Renderer(format: .human, isColored: true).text(of: result)
      #expect(colored != plain)
      #expect(colored.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain)
      for format in [Renderer.Format.json, .tabs, .ids] {
        #expect(
          Renderer(format: format, isColored: true).text(of: result) == Renderer(format: format).text(of: result))
      }
    }
  }
}
