import JSONValue
import Testing
import TuskCommon

@testable import TuskShell

/// Accounts as people read them.
struct AccountReadingTests {
  private static let bob: JSON.Object = [
    "id": "2", "username": "bob@s.example", "displayName": "Bob", "note": "I build\n\nthings.", "bot": true,
    "rows": [
      ["name": "Web", "value": "https://bob.example", "verified": 5], ["name": "Pronouns", "value": "he/him"],
    ],
    "statuses": 1, "followers": 2, "following": 3, "requests": 1, "url": "https://s.example/@bob",
  ]

  private static func lines(of row: JSON.Object, as record: String = "account", width: Int = 60) -> String {
    let style = ReadingStyle(width: width, isColored: false, now: 0, language: "en")
    return ReadingList(style: style, isWhole: true).text(of: [row], as: record)
  }

  @Test func aProfileSaysWhoItIs() {
    #expect(
      Self.lines(of: Self.bob) == """
        Bob  @bob@s.example · bot
        I build

        things.
        Web       https://bob.example ✓
        Pronouns  he/him
        1 status · follows 3 · 2 followers
        ? 1 account asked to follow you ('requests' lists them)
        https://s.example/@bob · account:2

        """)
  }

  @Test(arguments: [20, 33, 60, 100])
  func noLineIsTooLong(width: Int) {
    var row = Self.bob
    row["displayName"] = "名前がとても長い人の名前がとても長い"
    row["rows"] = [
      ["name": .string(String(repeating: "name ", count: 30)), "value": .string(String(repeating: "x", count: 200))]
    ]
    let lines = Self.lines(of: row, width: width).split(separator: "\n")
    #expect(lines.allSatisfy { String($0).cellWidth <= width }, "\(lines)")
  }

  private static let relations: [(fields: JSON.Object, words: String)] = [
    ([:], "you do not follow each other"), (["followedBy": true], "follows you"),
    (["following": true, "boosts": true], "you follow, with boosts"),
    (["following": true, "boosts": false, "notify": true], "you follow, without boosts, and are notified"),
    (["following": true, "languages": ["de", "fr"]], "you follow, with boosts, only in de, fr"),
    (["followedBy": true, "muting": true], "follows you; you mute it"),
    (["muting": true, "mutingNotifications": true], "you mute it and its notifications"),
    (["blocking": true, "blockedBy": true], "blocks you; you block it"), (["requested": true], "you asked to follow"),
    (["requestedBy": true], "asked to follow you"), (["blockingDomain": true], "you block its server"),
  ]

  @Test(arguments: relations.indices)
  func relationsAreWords(index: Int) {
    let relation = Self.relations[index]
    #expect(RelationText.words(of: relation.fields) == relation.words)
  }

  @Test func aRelationNamesItsAccountAndNote() {
    let row: JSON.Object = ["id": "2", "username": "bob@s.example", "followedBy": true, "note": "Tea"]
    #expect(Self.lines(of: row, as: "relation") == "@bob@s.example: follows you\nnote: Tea\n")
  }
}
