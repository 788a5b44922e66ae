import JSONValue
import Testing
import TuskActions
import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

@testable import TuskShell

/// Records within records, lists of records and values of scripts, in every format.
struct RecordRenderingTests {
  private static let formats: [Renderer.Format] = [.human, .tabs, .json, .ids, .csv]

  private func shown(_ action: String, items: [JSON.Object], as format: Renderer.Format, width: Int = 120) throws
    -> String
  {
    Renderer(format: format, width: width).text(of: try Rendering.result(action, items: items))
  }

  private static let bob: JSON = ["id": "2", "username": "bob@b.example", "displayName": "Bob", "joined": 0]
  private static let status: JSON.Object = [
    "id": "9", "account": bob, "posted": 1_704_164_645, "visibility": "public", "content": "One\ntwo",
    "replies": 1, "boosts": 2, "favourites": 3, "media": [["id": "21", "kind": "image"]], "tags": ["cats", "dogs"],
    "poll": ["id": "5", "expires": 0, "options": [["title": "Yes"], ["title": "No", "votes": 3]]],
  ]
  private static let report: JSON.Object = [
    "id": "31", "category": "spam", "target": bob, "created": 0, "resolved": false, "statuses": [.object(status)],
  ]

  @Test func aRecordWithinARowIsWhatItIsCalled() throws {
    let text = try shown("getStatuses", items: [Self.status], as: .human)
    #expect(text.contains("bob@b.example") && !text.contains("{") && !text.contains("displayName"))
    #expect(try shown("getReports", items: [Self.report], as: .human).contains("bob@b.example"))
  }

  private static let hiding: [(changes: JSON.Object, reason: String)] = [
    (["cw": "Food"], "(warning: Food)"),
    (["filters": [["title": "Spoilers", "contexts": ["home"], "action": "warn"]]], "(filtered: Spoilers)"),
  ]

  /// Programs get the text, and so does who looks at one status.
  @Test(arguments: hiding.indices, [CommandOptions.View.table, .cards])
  func whatHidesATextHidesItInLists(index: Int, view: CommandOptions.View) throws {
    var status = Self.status
    for member in Self.hiding[index].changes.members { status[member.name] = member.value }
    var renderer = Renderer(format: .human, width: 160)
    renderer.view = view
    let shape = Shell.catalog.records["status"]
    var records = Records(shape, [status], isCard: false)
    records.filterContexts = ["home"]
    let text = renderer.text(of: records)
    #expect(text.contains(Self.hiding[index].reason) && !text.contains("One"), "\(text)")
    #expect(renderer.page(of: records, below: nil).text == text)
    #expect(renderer.text(of: Records(shape, [status], isCard: true)).contains("One"))
    for format in [Renderer.Format.json, .csv, .tabs] {
      #expect(Renderer(format: format).text(of: records).contains("One"))
    }
  }

  @Test(arguments: ["blocked_account", "muted_account", "blocked_domain", "revoked", "rejected", "unauthorized"])
  func aQuoteOfThisStateIsNotShown(state: String) throws {
    var status = Self.status
    status["quoteState"] = .string(state)
    status["quote"] = ["id": "10", "content": "Secret", "text": "Secret"]
    let records = Records(Shell.catalog.records["status"], [status], isCard: false)
    for isPlain in [false, true] {
      var renderer = Renderer(format: .human, width: 160)
      renderer.isPlain = isPlain
      let text = renderer.text(of: records).replacing("\n", with: " ")
      #expect(text.contains("(a quote that is not shown: \(state))") && !text.contains("Secret"), "\(text)")
    }
    var table = Renderer(format: .human, width: 160)
    table.columns = [try #require(FieldPath("quote.content"))]
    #expect(table.text(of: records).contains("(not shown: \(state))"))
  }

  @Test func aRecordWithoutANameIsItsIdentifierOrElseJSON() throws {
    var nameless = Self.status
    nameless["account"] = ["id": "2"]
    #expect(try shown("getStatuses", items: [nameless], as: .tabs).hasPrefix("9\t2\t1704164645\t"))
    nameless["account"] = ["x": 1]
    #expect(try shown("getStatuses", items: [nameless], as: .tabs).hasPrefix(#"9"# + "\t" + #"{"x":1}"# + "\t"))
    nameless["account"] = "plain"
    #expect(try shown("getStatuses", items: [nameless], as: .tabs).hasPrefix("9\tplain\t"))
    nameless["account"] = nil
    #expect(try shown("getStatuses", items: [nameless], as: .tabs).hasPrefix("9\t\t"))
  }

  @Test func everyRowHasTheSameNumberOfFields() throws {
    let odd: JSON.Object = ["id": "1\t2", "account": ["username": "a\tb\nc"], "content": "x\ty"]
    let lines = try shown("getStatuses", items: [Self.status, odd, [:]], as: .tabs).split(separator: "\n")
    let shape = try #require(Shell.catalog.records["status"])
    #expect(lines.count == 3)
    for line in lines {
      #expect(
        line.split(separator: "\t", omittingEmptySubsequences: false).count == shape.fields.count(where: \.isColumn))
    }
  }

  @Test func jsonLosesNothingOfARecord() throws {
    let json = try JSON(parsing: try shown("getStatuses", items: [Self.status], as: .json))
    #expect(json["tags"] == ["cats", "dogs"] && json["media"]?[0]?["kind"] == "image")
    #expect(json["poll"]?["options"]?[1] == ["title": "No", "votes": 3])
    #expect(json.object?.members.map(\.name).filter { !$0.hasSuffix("At") } == Self.status.members.map(\.name))
  }

  @Test(arguments: [
    ("getStatuses", "status:7"), ("getTimeline", "status:7"), ("getFavorites", "status:7"),
    ("getFollowers", "account:7"), ("getFollowing", "account:7"), ("getListMembers", "account:7"),
    ("getLists", "list:7"), ("getNotifications", "notification:7"), ("getReports", "report:7"),
  ])
  func everyListGivesReferencesThatAreInputAgain(action: String, reference: String) throws {
    #expect(try shown(action, items: [["id": "7"]], as: .ids) == reference + "\n")
    let isReference = Shell.catalog.signatures.contains {
      $0.subject?.kind.rawValue == reference.split(separator: ":")[0].description
    }
    #expect(isReference || action == "getReports")
  }

  @Test(arguments: ["", "7 8", "7\n8", "7\t", "\u{1B}[2J", "7\u{2028}8", "\u{A0}"])
  func whatIsNoWordIsNoReference(id: String) throws {
    #expect(try shown("getStatuses", items: [["id": .string(id)], ["id": "9"]], as: .ids).hasSuffix("status:9\n"))
    #expect(
      try shown("getStatuses", items: [["id": .string(id)]], as: .ids).split(separator: "\n").allSatisfy {
        $0 == "status:"
      })
  }

  /// A value of this kind with text of an attacker's in every place.
  private static func hostile(_ kind: ValueKind, _ text: String, depth: Int = 3) -> JSON {
    switch kind {
    case .text, .prose, .url, .acct, .identifier: .string(text)
    case .integer: .int(.min)
    case .series: [3, 0, 9]
    case .boolean: true
    case .time: .int(.max)
    case .list(let kind): .array(depth == 0 ? [] : Array(repeating: hostile(kind, text, depth: depth - 1), count: 3))
    case .record(let name): .object(record(name, text, depth: depth - 1))
    }
  }

  private static func record(_ name: String, _ text: String, depth: Int) -> JSON.Object {
    guard depth > 0, let shape = Shell.catalog.records[name] else { return [:] }
    return JSON.Object(shape.fields.map { (name: $0.name, value: hostile($0.kind, text, depth: depth)) })
  }

  private static let attacks = [
    "\u{1B}]52;c;Zm9v\u{7}", "\u{9B}2J", "a\u{202E}b", "\r\n\r", "\u{0}", "\u{2028}\u{85}", "漢👨‍👩‍👧\u{301}", "\t\t\n",
    String(repeating: "long ", count: 100), "",
  ]

  private static func lines(of value: RuntimeValue, as view: CommandOptions.View, width: Int) -> [String] {
    var renderer = Renderer(format: .human, width: width)
    renderer.view = view
    return renderer.text(of: RuntimeValue(.list([value, value])))
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  @Test(arguments: Shell.catalog.records.keys.sorted(), [1, 12, 80, 300])
  func noRecordDrivesATerminalOrBreaksItsLines(name: String, width: Int) throws {
    let shape = try #require(Shell.catalog.records[name])
    for attack in Self.attacks {
      let runtimeValue = RuntimeValue(
        .record(RuntimeValue.Record(shape, Self.record(name, attack, depth: 3))), isForeign: true)
      for format in Self.formats {
        let renderer = Renderer(format: format, width: width)
        for text in [
          renderer.text(of: runtimeValue),
          renderer.text(of: RuntimeValue(.list([runtimeValue, runtimeValue, runtimeValue]))),
        ] {
          #expect(Rendering.isInert(text), "\(format) \(text.debugDescription)")
          #expect(text.isEmpty || text.hasSuffix("\n"))
        }
      }
      let read = Self.lines(of: runtimeValue, as: .reading, width: width)
      #expect(
        read.allSatisfy { $0.cellWidth <= max(width, 20) } || !ReadingList.canShow(name, isWhole: false), "\(read)")
      let rows = Self.lines(of: runtimeValue, as: .table, width: width)
      #expect(rows.count == 3 && rows.allSatisfy { $0.cellWidth <= width }, "\(rows)")
      let lines = Renderer(format: .json).text(of: RuntimeValue(.list([runtimeValue, runtimeValue]))).split(
        separator: "\n")
      #expect(lines.count == 2)
      for line in lines { _ = try JSON(parsing: String(line)) }
    }
  }
}

/// Values of scripts as they are shown.
struct DatumRenderingTests {
  private func shown(_ runtimeValue: RuntimeValue, as format: Renderer.Format) -> String {
    Renderer(format: format, width: 80).text(of: runtimeValue)
  }

  private static let account = RuntimeValue(
    .record(
      RuntimeValue.Record(Shell.catalog.records["account"], ["id": "2", "username": "bob@b.example", "followers": 3])))
  private static let odd = RuntimeValue(.record(RuntimeValue.Record(nil, ["a": 1, "b": "x\ty"])))

  @Test(
    arguments: [
      (RuntimeValue.text("a\tb"), "a\tb\n", "\"a\\tb\"\n"), (RuntimeValue.text(""), "\n", "\"\"\n"),
      (RuntimeValue(7), "7\n", "7\n"), (RuntimeValue(.boolean(true)), "true\n", "true\n"),
      (RuntimeValue.null, "\n", "null\n"),
      (RuntimeValue(.time(0)), "1970-01-01T00:00:00Z\n", "0\n"),
      (RuntimeValue(.reference(.status, id: "9")), "status:9\n", "\"9\"\n"),
      (RuntimeValue(.list([])), "", ""),
      (RuntimeValue(.list([.text("a"), RuntimeValue(1)])), "a\n1\n", "\"a\"\n1\n"),
      (RuntimeValue(.list([RuntimeValue(.reference(.account, id: "@bob"))])), "@bob\n", "\"@bob\"\n"),
    ] as [(RuntimeValue, String, String)])
  func aValueIsALine(runtimeValue: RuntimeValue, tabs: String, json: String) {
    #expect(shown(runtimeValue, as: .tabs) == tabs)
    #expect(shown(runtimeValue, as: .json) == json)
  }

  @Test func oneAccountIsAProfileAndSeveralAreATable() {
    #expect(shown(Self.account, as: .human).contains("@bob@b.example"))
    #expect(shown(RuntimeValue(.list([Self.account])), as: .human).hasPrefix("id"))
    #expect(shown(RuntimeValue(.list([Self.account, Self.account])), as: .human).split(separator: "\n").count == 3)
    #expect(shown(RuntimeValue(.list([Self.account])), as: .ids) == "account:2\n")
    #expect(shown(Self.account, as: .ids) == "account:2\n")
  }

  @Test func recordsWithoutAShapeHaveTheirOwnFields() {
    #expect(shown(Self.odd, as: .tabs) == "a\t1\nb\tx\\ty\n")
    #expect(shown(Self.odd, as: .json) == #"{"a":1,"b":"x\ty"}"# + "\n")
    #expect(shown(Self.odd, as: .ids) == "")
  }

  @Test func recordsOfSeveralKindsStandOneAfterTheOther() {
    let list = RuntimeValue(.list([Self.account, Self.odd]))
    #expect(shown(list, as: .json).split(separator: "\n").count == 2)
    #expect(shown(list, as: .tabs).hasPrefix("id\t2\nusername\tbob@b.example\n"))
    #expect(shown(list, as: .ids) == "account:2\n")
  }

  @Test(arguments: ["\u{1B}[2J", "a\u{202E}b", "\u{7}"])
  func aTextDrivesNoTerminal(text: String) {
    #expect(!shown(.text(text), as: .human).contains(text))
    #expect(!shown(RuntimeValue(.list([.text(text)])), as: .human).contains(text))
    #expect(shown(.text(text), as: .tabs) == text + "\n", "a program gets what is there")
  }
}
