import JSONValue
import Testing
import TuskActions
import TuskCommon
import TuskLanguage
import XCallbackURL

@testable import TuskShell

/// What acts say that they did.
struct ActTextTests {
  private static let bob: JSON = ["id": "2", "username": "bob@b.example", "displayName": "Bob"]
  private static let link: JSON.Object = [
    "statusID": "9", "statusURL": "https://b.example/9", "author": bob, "visibility": "unlisted",
    "text": "New timetable from Monday.",
  ]

  private static let reply: JSON.Object = [
    "statusID": "9", "visibility": "direct", "text": "@carol @bob Yes, at one.",
  ]

  private static func said(
    _ action: String, _ item: JSON.Object? = nil, asked: (String, String)?..., width: Int = 100, isPlain: Bool = false
  ) throws -> String {
    let pairs = asked.compactMap { $0.map { CallbackURL.Pair($0.0, $0.1) } }
    var renderer = Renderer(format: .human, width: width)
    (renderer.now, renderer.isPlain) = (0, isPlain)
    return renderer.text(of: try Rendering.result(action, item ?? [:], item: item, asked: pairs))
  }

  private static let acts: [(action: String, item: JSON.Object?, asked: (String, String)?, words: String)] = [
    ("favoriteStatus", link, nil, "★ favorited @bob@b.example: \"New timetable from Monday.\""),
    ("favoriteStatus", ["statusID": "9"], ("statusID", "9"), "★ favorited status:9"),
    ("postStatus", link, nil, "posted (unlisted): \"New timetable from Monday.\""),
    ("postStatus", ["statusURL": "https://b.example/9"], nil, "posted: https://b.example/9"),
    ("postStatus", ["statusURL": "https://b.example/9", "text": ""], nil, "posted: https://b.example/9"),
    ("replyToStatus", reply, ("statusID", "8"), "↳ replied to @carol @bob: \"Yes, at one.\" (direct)"),
    ("replyToStatus", link, ("statusID", "8"), "↳ replied to status:8: \"New timetable from Monday.\" (unlisted)"),
    ("replyToStatus", ["text": "@carol"], ("statusID", "8"), "↳ replied to @carol: \"@carol\""),
    ("quoteStatus", link, ("statusID", "8"), "quoted status:8: \"New timetable from Monday.\" (unlisted)"),
    ("editStatus", link, ("statusID", "9"), "edited \"New timetable from Monday.\""),
    ("deleteStatus", nil, ("statusID", "9"), "deleted status:9"),
    ("muteUser", ["id": "2", "username": "bob@b.example"], nil, "muted @bob@b.example (undo: unmute @bob@b.example)"),
    ("muteUser", ["id": "2"], ("accountID", "2"), "muted account:2 (undo: unmute account:2)"),
    ("blockDomain", nil, ("domain", "spam.example"), "blocked spam.example"),
    ("unblockDomain", nil, ("domain", "spam.example"), "unblocked spam.example (undo: block domain:spam.example)"),
    ("followTag", ["name": "tea"], ("tag", "tea"), "followed #tea (undo: unfollow #tea)"),
    ("createList", ["id": "4", "title": "Tea"], nil, "made the list Tea (list:4)"),
    ("addToList", nil, ("list", "Tea"), "added"), ("favoriteStatus", nil, ("statusID", "9"), "★ favorited status:9"),
    ("reactToStatus", ["statusID": "9"], ("statusID", "9"), ""),
    ("postStatus", ["statusID": "9"], nil, "posted: status:9"),
    ("removeFollower", nil, ("accountID", "3"), "removed account:3 from your followers"),
    ("addFilterStatus", ["title": "Tea"], ("status", "9"), "added status:9 to the filter Tea"),
    ("blockUser", ["username": "b;quit"], nil, "blocked @b;quit"),
    ("dismissAllNotifications", nil, nil, "dismissed all notifications"),
  ]

  @Test(arguments: acts.indices)
  func anActSaysWhatItDid(index: Int) throws {
    let act = Self.acts[index]
    #expect(try Self.said(act.action, act.item, asked: act.asked) == act.words + "\n")
  }

  @Test func aMuteSaysWhenItEnds() throws {
    let words = try Self.said("muteUser", ["id": "2", "username": "bob@b.example", "mutedUntil": 864_000])
    #expect(words.hasPrefix("muted @bob@b.example until 1970-01-1"))
  }

  @Test(arguments: [20, 40, 60, 100])
  func aLongTextIsCut(width: Int) throws {
    var link = Self.link
    link["text"] = .string(String(repeating: "word ", count: 100))
    let lines = try Self.said("favoriteStatus", link, width: width).split(separator: "\n")
    #expect(lines.allSatisfy { String($0).cellWidth <= width } && (width < 40 || lines.count <= 3), "\(lines)")
  }

  @Test func aWarningHidesTheText() throws {
    var link = Self.link
    link["cw"] = "Trains"
    #expect(try Self.said("favoriteStatus", link).contains("\"⚠ Trains\""))
  }

  @Test func aHostileNameDrivesNoTerminal() throws {
    var link = Self.link
    link["author"] = ["username": "b\u{1B}[2J\u{7}@x", "displayName": "x"]
    #expect(Rendering.isInert(try Self.said("favoriteStatus", link)))
  }

  @Test func plainWordsHaveNoMarks() throws {
    #expect(
      try Self.said("favoriteStatus", Self.link, isPlain: true)
        == "favorited bob at b.example: \"New timetable from Monday.\"\n")
    #expect(
      try Self.said("replyToStatus", Self.reply, isPlain: true)
        == "replied to carol bob: \"Yes, at one.\" (direct)\n")
  }

  @Test func theUndoActsAsTheSameAccount() throws {
    var renderer = Renderer(format: .human, width: 100)
    renderer.account = "@me@a.example"
    let item: JSON.Object = ["id": "2", "username": "bob@b.example"]
    let text = renderer.text(of: try Rendering.result("muteUser", item, item: item))
    #expect(text == "muted @bob@b.example (undo: unmute @bob@b.example as=@me@a.example)\n")
  }

  private static let undos = acts.compactMap { act in
    act.words.firstRange(of: "(undo: ").map { String(act.words[$0.upperBound...].dropLast()) }
  }

  @Test(arguments: undos)
  func everyUndoIsALine(undo: String) throws {
    #expect(try Shell.resolver().naming(ShownRows(), in: ParsedSource(Source(undo), mode: .repl)).text == undo)
    var checker = Checker(resolver: Shell.resolver())
    #expect(checker.check(try Parser.parse(Source(undo), mode: .repl), in: Source(undo)).isEmpty)
  }

  /// What changes something without a record to show must say so in words.
  @Test(arguments: Action.all.map(\.signature).filter(\.effect.changesAccount))
  func everyActSaysSomething(signature: Signature) {
    #expect(signature.done != nil || signature.record != nil || signature.items != nil)
  }

  /// The values of the words are fields of the record, parameters, or the subject.
  @Test(arguments: Action.all.map(\.signature).filter { $0.done != nil })
  func everyValueIsKnown(signature: Signature) throws {
    let done = try #require(signature.done)
    let template = try #require(RecordTemplate(done.replacing(/[\[\]]/, with: "")))
    for field in template.fields where !["subject", "recipients"].contains(field.text) {
      let isKnown = signature.record?.field(field.text) != nil || signature.parameter(named: field.text) != nil
      #expect(isKnown, "\(field.text)")
    }
    let namesSubject = template.fields.contains { ["subject", "recipients"].contains($0.text) }
    #expect(!namesSubject || signature.subject != nil)
  }
}
