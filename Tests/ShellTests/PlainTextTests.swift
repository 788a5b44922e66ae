import JSONValue
import Testing
import TuskCommon

@testable import TuskShell

/// Answers for screen readers.
struct PlainTextTests {
  private static let now = 1_795_600_000
  private static let status: JSON.Object = [
    "id": "9", "author": ["username": "bob@s.example", "displayName": "Bob"], "posted": .int(now - 7200),
    "visibility": "public", "text": "New timetable.\n\nFrom Monday", "replies": 1, "boosts": 4, "favorited": true,
  ]

  private static func said(_ changes: JSON.Object = [:], number: Int? = 3, isWhole: Bool = false) -> String {
    var row = status
    for member in changes.members { row[member.name] = member.value }
    var style = ReadingStyle(width: 100, isColored: false, now: now, language: "en")
    style.isPlain = true
    return ReadingList(style: style, firstNumber: number, isWhole: isWhole).text(of: [row], as: "status")
  }

  @Test func aStatusIsSentences() {
    #expect(
      Self.said() == """
        3. Bob (bob at s.example), 2 hours ago. New timetable. From Monday. 1 reply, 4 boosts, favorited by
           you.

        """)
  }

  private static let parts: [(changes: JSON.Object, words: String)] = [
    (["visibility": "direct"], "ago, direct."), (["edited": 1], "ago, edited."),
    (["cw": "Food"], "Warning: Food, text hidden."), (["posted": .int(now - 60)], "1 minute ago"),
    (["inReplyTo": "8", "inReplyToUsername": "eve@s.example"], "Reply to eve at s.example."),
    (["media": [["kind": "image", "description": "A cat"]]], "picture: A cat"),
    (
      ["poll": ["id": "1", "options": [["title": "Tea", "votes": 3]], "votes": 3, "voted": true]], "Tea, 100 %, 3 votes"
    ),
  ]

  @Test(arguments: parts.indices)
  func whatIsDrawnIsSaid(index: Int) {
    let text = Self.said(Self.parts[index].changes)
    #expect(text.contains(Self.parts[index].words), "\(text)")
    #expect(!text.contains { "★↻⚑▢█░○●│├└⚠·↳".contains($0) }, "\(text)")
  }

  @Test func theReferenceIsThereWithoutANumber() {
    #expect(Self.said(number: nil).hasSuffix("status:9.\n"))
  }

  @Test func aWarningIsFollowedByTheTextWhenShownAlone() {
    #expect(Self.said(["cw": "Food"], isWhole: true).contains("Warning: Food. New timetable."))
  }

  @Test func whatPeopleWroteStays() {
    let text = "★★★★☆ A → B, 5 m ● @bob@s.example ✓ ? + ↻"
    #expect(
      Self.said(["text": .string(text)]).split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(text))
  }

  @Test func aNotificationIsASentence() {
    var style = ReadingStyle(width: 100, isColored: false, now: Self.now, language: "en")
    style.isPlain = true
    let row: JSON.Object = [
      "id": "7", "kind": "favourite", "account": ["username": "bob@s.example"], "date": .int(Self.now - 7200),
      "status": ["id": "9", "text": "★ stars, 5 m"],
    ]
    #expect(
      ReadingList(style: style, firstNumber: 1).text(of: [row], as: "notification")
        == "1. bob at s.example favorited \"★ stars, 5 m\", 2 hours ago\n")
  }

  @Test(arguments: [
    ("@bob@s.example", "bob at s.example"), ("@bob", "bob"), ("@", "@"), ("bob", "bob"), ("account:2", "account:2"),
  ])
  func aNameIsReadAloud(handle: String, words: String) {
    #expect(PlainText.spokenName(handle) == words)
  }
}
