import JSONValue
import TestSupport
import Testing
import TuskCommon

@testable import TuskShell

/// Statuses as people read them.
struct ReadingTests {
  private static let now = 1_795_600_000
  private static let bob: JSON = [
    "id": "2", "username": "bob@sandbox.example", "displayName": "Bob Builder",
  ]
  private static let peggy: JSON = ["id": "3", "username": "peggy@sandbox.example", "displayName": "Peggy"]

  private static func status(_ changes: JSON.Object = [:]) -> JSON.Object {
    var status: JSON.Object = [
      "id": "9", "account": bob, "author": bob, "posted": .int(now - 7200), "visibility": "public",
      "text": "New timetable from Monday.", "language": "en", "replies": 1, "boosts": 4, "favorites": 2,
      "favorited": true,
    ]
    for member in changes.members { status[member.name] = member.value }
    return status
  }

  private static func style(_ width: Int = 80, isColored: Bool = false) -> ReadingStyle {
    ReadingStyle(width: width, isColored: isColored, now: now, language: "en")
  }

  private static func text(_ rows: [JSON.Object], width: Int = 80, number: Int? = 1) -> String {
    ReadingList(style: style(width), firstNumber: number).text(of: rows, as: "status")
  }

  @Test func theHeadNamesAuthorAgeAndCounts() {
    #expect(
      Self.text([Self.status()]) == """
         1  Bob Builder  @bob@sandbox.example · 2 h     1 reply  4 boosts  2 favorites ★
            New timetable from Monday.

        """)
  }

  @Test func numbersOfThreeDigitsAreWhole() {
    #expect(Self.text([Self.status()], number: 123).hasPrefix("123  Bob Builder  @bob@sandbox.example"))
  }

  @Test func aHandleIsNeverCut() {
    for width in 20...100 {
      let long: JSON = ["id": "2", "username": "bob@s.example", "displayName": "A name that goes on and on and on"]
      #expect(Self.text([Self.status(["author": long])], width: width).contains("@bob@s.example"), "\(width)")
    }
  }

  private static let particulars: [(changes: JSON.Object, words: String)] = [
    (["visibility": "private"], "· followers"), (["visibility": "direct"], "· direct"),
    (["visibility": "unlisted"], "· unlisted"), (["edited": 1], "· edited"), (["language": "de"], "· de"),
    (["inReplyTo": "8", "inReplyToUsername": "carol@sandbox.example"], "↳ to @carol@sandbox.example"),
    (["inReplyTo": "8", "inReplyToAccount": "2"], "↳ to their own status:8"), (["inReplyTo": "8"], "↳ to status:8"),
    (["cw": "Season finale"], "⚠ Season finale  (get 1 shows it)"),
    (["media": [["kind": "image", "description": "A cat"]]], "▢ picture  A cat"),
    (["media": [["kind": "video"]], "sensitive": true], "▢ sensitive video  (no description)"),
    (["card": ["url": "https://a.example/", "title": "Tea", "provider": "A"]], "▸ Tea · A · https://a.example/"),
    (["quoteState": "pending"], "│ (a quote that is not shown: pending)"), (["bookmarked": true], "⚑"),
  ]

  @Test(arguments: particulars.indices)
  func whatMattersIsSaid(index: Int) {
    let text = Self.text([Self.status(Self.particulars[index].changes)])
    #expect(text.contains(Self.particulars[index].words), "\(text)")
  }

  @Test func aWarningHidesTextAndMedia() {
    let hidden = Self.status(["cw": "Food", "text": "Soup", "media": [["kind": "image", "description": "Soup"]]])
    #expect(!Self.text([hidden]).contains("Soup"))
    let whole = ReadingList(style: Self.style(), isWhole: true).text(of: [hidden], as: "status")
    #expect(whole.contains("Soup") && whole.contains("⚠ Food"))
  }

  private static let filters: [(context: String, action: String, expires: Int?, isHidden: Bool)] = [
    ("home", "warn", nil, true), ("home", "hide", now + 1, true), ("public", "warn", nil, false),
    ("home", "blur", nil, false), ("home", "warn", now, false),
  ]

  @Test(arguments: filters.indices)
  func aFilterHidesTheTextWhereItApplies(index: Int) {
    let filter = Self.filters[index]
    var match: JSON.Object = [
      "title": "Spoilers", "action": .string(filter.action), "contexts": [.string(filter.context)],
    ]
    if let expires = filter.expires { match["expires"] = .int(expires) }
    let row = Self.status(["filters": [.object(match)]])
    for number in [1, nil] {
      let list = ReadingList(style: Self.style(), firstNumber: number, contexts: ["home", "account"])
      let text = list.text(of: [row], as: "status")
      let hint = number == nil ? "get status:9" : "get 1"
      #expect(text.contains("— filtered: Spoilers (\(hint) shows it) —") == filter.isHidden, "\(text)")
      #expect(text.contains("New timetable") != filter.isHidden)
    }
    #expect(
      ReadingList(style: Self.style(), isWhole: true, contexts: ["home"]).text(of: [row], as: "status").contains("New"))
  }

  @Test func aWarningHidesTheBeginning() {
    let hidden = Self.status(["cw": "Food", "text": "Soup"])
    let reply = Self.status(["id": "10", "inReplyTo": "9"])
    #expect(Self.text([hidden, reply]).contains("\"⚠ Food\"") && !Self.text([hidden, reply]).contains("Soup"))
  }

  @Test func boostsOfOneStatusAreOneEntry() {
    func boost(_ name: String) -> JSON.Object {
      ["id": .string(name), "account": ["username": .string(name)], "posted": 0, "boost": .object(Self.status())]
    }
    let text = Self.text([boost("peggy"), Self.status(["id": "10"]), boost("eve"), boost("dan")])
    #expect(text.contains("↻ @peggy, @eve and 1 other boosted"))
    #expect(text.split(separator: "\n").count { $0.contains("@bob@sandbox.example") } == 2)
  }

  @Test func aParentInTheListIsQuoted() {
    let reply = Self.status(["id": "10", "inReplyTo": "9", "author": Self.peggy])
    #expect(Self.text([Self.status(), reply]).contains("↳ to @bob@sandbox.example \"New timetable from Monday.\""))
  }

  private static func poll(_ changes: JSON.Object = [:]) -> [String] {
    var poll: JSON.Object = [
      "id": "4", "options": [["title": "7:12 suits me", "votes": 31], ["title": "never", "votes": 19]],
      "voters": 50, "expires": .int(now + 10_800), "voted": true, "choices": [2],
    ]
    for member in changes.members { poll[member.name] = member.value }
    return StatusParts(style: style(), isWhole: false).lines(of: ["poll": .object(poll)])
  }

  @Test func aPollHasBarsAndYourChoice() {
    #expect(
      Self.poll() == [
        "○ 7:12 suits me  ██████████░░░░░░   62 %  31", "● never          ██████░░░░░░░░░░   38 %  19",
        "50 people · ends in 3 h",
      ])
    #expect(Self.poll(["voted": false])[0].hasPrefix("1 7:12 suits me"))
    #expect(Self.poll(["voted": false]).last == "50 people · ends in 3 h · vote poll:4 1")
    #expect(Self.poll(["expires": .int(Self.now - 90_000), "expired": true]).last == "50 people · ended yesterday")
  }

  /// Whatever the texts, no line is wider than the terminal, and no line is lost.
  @Test(arguments: [20, 60, 80, 100, 200])
  func linesFitWithEveryScript(width: Int) {
    for sample in [
      "漢字かな交じり文", "مرحبا بالعالم", "👨‍👩‍👧👍🏽🇨🇭", "https://example.org/a/very/long/address/that/goes/on", "e\u{301}x",
    ] {
      let text = String(repeating: sample + " ", count: 20)
      let row = Self.status(["text": .string(text), "author": ["username": "b@c", "displayName": .string(text)]])
      let shown = Self.text([row], width: min(width, 100))
      #expect(shown.split(separator: "\n").allSatisfy { String($0).cellWidth <= min(width, 100) }, "\(shown)")
      #expect(shown.filter { !$0.isWhitespace }.contains(sample.filter { !$0.isWhitespace }.prefix(4)))
    }
  }

  /// A link that is broken over two lines leads to the same address in both.
  @Test func addressesAreLinks() {
    let address = "https://example.org/" + String(repeating: "a", count: 60)
    let lines = Self.style(50, isColored: true).lines(of: "See \(address). @bob #tea")
    #expect(lines.count { $0.contains("\u{1B}]8;;\(address)\u{1B}\\") } == 2)
    #expect(lines.joined().contains("\u{1B}[36m@bob\u{1B}[0m"))
    #expect(Self.style(50, isColored: true).link("x", to: "file:///etc/passwd") == "x")
  }

  @Test(arguments: [
    ("favourite", "★ @eve and @dan favorited \"New timetable from Monday.\" · 2 h"),
    ("reblog", "↻ @eve and @dan boosted \"New timetable from Monday.\" · 2 h"),
    ("mention", "@ @eve and @dan mentioned you · 2 h"), ("somethingNew", "• @eve and @dan somethingNew"),
  ])
  func aNotificationSaysWhoDidWhat(kind: String, words: String) {
    let row: JSON.Object = [
      "id": "77", "kind": .string(kind), "date": .int(Self.now - 7200), "names": ["eve", "dan"], "count": 2,
      "status": .object(Self.status()),
    ]
    let text = ReadingList(style: Self.style(), firstNumber: 1).text(of: [row], as: "notification")
    #expect(text.contains(words), "\(text)")
    #expect(text.contains("New timetable from Monday.\n") == (kind == "mention"))
  }

  @Test(arguments: [
    (0, "now"), (59, "now"), (60, "1 m"), (3599, "59 m"), (7200, "2 h"), (86_399, "23 h"), (-30, "now"),
    (400 * 86_400, "21 Oct 2025"), (.max, "…"), (.min, "…"),
  ])
  func agesAreShort(seconds: Int, age: String) {
    let (time, _) = Self.now.subtractingReportingOverflow(seconds)
    let shown = LocalTime.age(of: time, now: Self.now)
    #expect(age == "…" ? !shown.isEmpty : shown == age)
  }
}
