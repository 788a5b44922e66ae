import Testing

@testable import XCallbackURL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What stands in the URL, dialect by dialect.
struct DialectTests {
  private struct Note: Codable, Equatable {
    var isPinned = true
    var isRead = false
    var dueOn = Date(timeIntervalSince1970: 1_700_000_000)
    var tagList = ["a", "b c"]
    var parentNote = Parent()
    var nothing: String?

    struct Parent: Codable, Equatable {
      var noteID = 7
      var isOpen = true
    }
  }

  private func query(_ value: some Encodable, _ dialect: Dialect) throws -> String {
    let text = CallbackURL(scheme: "a", action: "b", pairs: try CallbackCoder(dialect: dialect).pairs(for: value))
      .description
    return String(text.dropFirst("a://x-callback-url/b".count).drop { $0 == "?" })
  }

  @Test func theUsualDialectIsWritten() throws {
    #expect(
      try query(Note(), Dialect())
        == "isPinned=true&isRead=false&dueOn=2023-11-14T22%3A13%3A20Z&tagList=a&tagList=b%20c"
        + "&parentNote=%7B%22noteID%22%3A7%2C%22isOpen%22%3Atrue%7D")
  }

  @Test func everyOtherDialectIsWritten() throws {
    let dialect = Dialect(booleans: .flag, dates: .unixSeconds, lists: .commas, keys: .kebabCase)
    #expect(
      try query(Note(), dialect)
        == "is-pinned&due-on=1700000000&tag-list=a%2Cb%20c&parent-note=%7B%22note-id%22%3A7%2C%22is-open%22%3Atrue%7D")
    #expect(
      try query(Note(), Dialect(lists: .json, keys: .snakeCase))
        == "is_pinned=true&is_read=false&due_on=2023-11-14T22%3A13%3A20Z&tag_list=%5B%22a%22%2C%22b%20c%22%5D"
        + "&parent_note=%7B%22note_id%22%3A7%2C%22is_open%22%3Atrue%7D")
  }

  @Test(arguments: [
    (Dialect.Booleans.trueFalse, "value=true", "value=false"), (.yesNo, "value=yes", "value=no"),
    (.capitalYesNo, "value=YES", "value=NO"), (.oneZero, "value=1", "value=0"), (.flag, "value", ""),
  ])
  func truthIsWritten(booleans: Dialect.Booleans, yes: String, no: String) throws {
    #expect(try query(true, Dialect(booleans: booleans)) == yes)
    #expect(try query(false, Dialect(booleans: booleans)) == no)
    #expect(try query(Bool?.none, Dialect(booleans: booleans)) == "")
  }

  /// Every spelling is read, whichever the dialect writes.
  @Test(
    arguments: [
      ("true", true), ("TRUE", true), ("yes", true), ("Yes", true), ("1", true), (nil, true), ("false", false),
      ("no", false), ("NO", false), ("0", false), ("", nil), ("2", nil), ("on", nil), (" true", nil),
    ] as [(String?, Bool?)])
  func truthIsRead(text: String?, isTrue: Bool?) {
    for booleans in Dialect.Booleans.allCases {
      let coder = CallbackCoder(dialect: Dialect(booleans: booleans))
      #expect((try? coder.value(of: Bool.self, from: [CallbackURL.Pair("value", text)])) == isTrue)
    }
  }

  @Test(arguments: [
    ([String](), "", "value=", "value=%5B%5D"), (["a"], "value=a", "value=a", "value=%5B%22a%22%5D"),
    (["a", ""], "value=a&value=", "value=a%2C", "value=%5B%22a%22%2C%22%22%5D"),
  ])
  func listsAreWritten(list: [String], repeated: String, commas: String, json: String) throws {
    #expect(try query(list, Dialect(lists: .repeatedKeys)) == repeated)
    #expect(try query(list, Dialect(lists: .commas)) == commas)
    #expect(try query(list, Dialect(lists: .json)) == json)
  }

  @Test func anEmptyListIsToldFromNone() throws {
    struct Bag: Codable, Equatable {
      var tags: [String]?
    }
    for dialect in Dialect.all {
      let coder = CallbackCoder(dialect: dialect)
      for bag in [Bag(tags: nil), Bag(tags: []), Bag(tags: ["a"])] {
        #expect(try coder.value(of: Bag.self, from: coder.pairs(for: bag)) == bag)
      }
    }
    #expect(try query(Bag(tags: []), Dialect()) == "tags")
  }

  @Test func anAbsentFlagOrListIsReadAsNoneAndOtherwiseMissing() throws {
    let flags = CallbackCoder(dialect: Dialect(booleans: .flag))
    #expect(try flags.value(of: Bool.self, from: []) == false)
    #expect(try CallbackCoder().value(of: [Int].self, from: []) == [])
    #expect(throws: CodingFault(.missing, "value", "is missing")) {
      try CallbackCoder().value(of: Bool.self, from: [])
    }
    #expect(throws: CodingFault(.missing, "value", "is missing")) {
      try CallbackCoder(dialect: Dialect(lists: .commas)).value(of: [Int].self, from: [])
    }
  }

  @Test func keysOfDictionariesStayAsTheyAre() throws {
    let value = ["camelCase": ["innerKey": 1]]
    for keys in Dialect.Keys.allCases {
      let coder = CallbackCoder(dialect: Dialect(keys: keys))
      #expect(try coder.pairs(for: value) == [CallbackURL.Pair("camelCase", #"{"innerKey":1}"#)])
      #expect(try coder.value(of: [String: [String: Int]].self, from: coder.pairs(for: value)) == value)
    }
  }

  @Test func codingKeysAreHonoured() throws {
    struct Note: Codable, Equatable {
      var identifier = 1
      enum CodingKeys: String, CodingKey { case identifier = "noteID" }
    }
    #expect(try query(Note(), Dialect()) == "noteID=1")
    #expect(try query(Note(), Dialect(keys: .kebabCase)) == "note-id=1")
  }

  @Test func bytesAreReadInEitherAlphabet() throws {
    let data = Data([0xFB, 0xEF, 0xFF])
    #expect(try query(data, Dialect()) == "value=%2B%2B%2F%2F")
    for text in ["++//", "--__", "  //"] {
      #expect(try CallbackCoder().value(of: Data.self, from: [CallbackURL.Pair("value", text)]) == data)
    }
  }
}
