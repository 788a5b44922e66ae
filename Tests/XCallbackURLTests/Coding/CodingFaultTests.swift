import Testing

@testable import XCallbackURL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What cannot be written or read, and which key is named for it.
struct CodingFaultTests {
  private struct Book: Codable {
    var title: String
    var year: Int?
    var author: Author?
    var pages: [Int]?
    var site: URL?
    var mood: Mood?
    var cover: Data?

    struct Author: Codable {
      var name: String
      var friends: [Author]?
    }
  }

  /// A query, and the fault in it.
  @Test(
    arguments: [
      ("", "title", "is missing"), ("title", "title", "has no value; it must be text"),
      ("title=a&title=b", "title", "may be given only once"), ("title=a&year=x", "year", "is not a whole number"),
      ("title=a&year=1.5", "year", "is not a whole number"), ("title=a&year=", "year", "is not a whole number"),
      ("title=a&year=99999999999999999999", "year", "is not a whole number"),
      ("title=a&author=x", "author", "is not JSON: a value was expected at byte 0"),
      ("title=a&author=%5B%5D", "author", "is not a JSON object"),
      ("title=a&author=%7B%7D", "author.name", "is missing"),
      ("title=a&author=%7B%22name%22%3A1%7D", "author.name", "is not text"),
      (
        "title=a&author=%7B%22name%22%3A%22a%22%2C%22friends%22%3A%5B%7B%22name%22%3A%22b%22%7D%2C%7B%7D%5D%7D",
        "author.friends[1].name", "is missing"
      ),
      ("title=a&pages=1&pages=2&pages=x", "pages[2]", "is not a whole number"),
      ("title=a&pages=1&pages", "pages", "has no value; it must be a value"),
      ("title=a&site=a%20b", "site", "is not a URL"), ("title=a&site=", "site", "is not a URL"),
      ("title=a&cover=%21", "cover", "is not Base64"),
    ] as [(String, String, String)])
  func theKeyAtFaultIsNamed(query: String, key: String, reason: String) throws {
    let pairs = try CallbackURL(parsing: "a:b?\(query)").pairs
    let fault = #expect(throws: CodingFault.self) { try CallbackCoder().value(of: Book.self, from: pairs) }
    #expect(fault?.key == key)
    if !reason.contains("JSON: ") { #expect(fault?.description == "'\(key)' \(reason)") }
    #expect((fault?.kind == .missing) == (reason == "is missing" || reason.contains("no value")))
  }

  @Test func aSpellingThatAnEnumerationDoesNotHaveIsNamed() {
    let pairs = [CallbackURL.Pair("title", "a"), CallbackURL.Pair("mood", "sad")]
    let fault = #expect(throws: CodingFault.self) { try CallbackCoder().value(of: Book.self, from: pairs) }
    #expect(fault?.key == "mood" && fault?.kind == .invalid)
  }

  @Test func theNameInTheURLIsTheOneInTheFault() {
    struct Note: Codable { var isTrashed: Bool }
    let coder = CallbackCoder(dialect: Dialect(keys: .kebabCase))
    let fault = #expect(throws: CodingFault.self) { try coder.value(of: Note.self, from: []) }
    #expect(fault?.description == "'is-trashed' is missing")
  }

  @Test func nestingWithoutEndIsRefused() {
    let deep = String(repeating: #"{"name":"a","friends":["#, count: 200)
    let pairs = [CallbackURL.Pair("title", "a"), CallbackURL.Pair("author", deep)]
    #expect(throws: CodingFault.self) { try CallbackCoder().value(of: Book.self, from: pairs) }
  }

  /// What would not be read again as it is, is not written.
  @Test func whatHasNoSpellingIsNotWritten() {
    refuse(["a": Double.infinity], "a", "cannot be written as a number")
    refuse(Double.nan, "value", "cannot be written as a number")
    refuse(["d": Date(timeIntervalSinceReferenceDate: .nan)], "d", "cannot be written as a date")
    refuse(Date(timeIntervalSinceReferenceDate: 1e14), "value", nil)
    refuse(["a": "b\0"], "a", "contains a NUL character, which a URL cannot have")
    refuse(["a\0": "b"], "a\0", "contains a NUL character, which a URL cannot have")
    refuse(["": String?.none], "", nil)
    refuse(["a": Bool?.none], "a", nil)
    refuse(["a": [Int]?.none], "a", "is nil, which would be read as a name without a value")
    refuse(["": [Int]()], "", "has neither a name nor a value")
    refuse([String?.none], "value[0]", "is nil, which only a JSON list can contain")
    refuse(["a,b"], "value[0]", "contains a ',', which would be read as two elements", .commas)
    refuse(["t": [""]], "t", nil, .commas)
    refuse([[1]], "value[0]", "has parts, which elements of a comma-separated list cannot have", .commas)
  }

  @Test func twoValuesOfOneNameAreNotWritten() {
    struct Twice: Codable {
      var aB = 1
      var other = 2
      enum CodingKeys: String, CodingKey { case aB, other = "a-b" }
    }
    let coder = CallbackCoder(dialect: Dialect(keys: .kebabCase))
    let fault = #expect(throws: CodingFault.self) { try coder.pairs(for: Twice()) }
    #expect(fault?.description == "'a-b' is the name of two values")
    #expect(throws: CodingFault.self) { try coder.pairs(for: ["outer": Twice()]) }
  }

  private func refuse(
    _ value: some Encodable, _ key: String, _ reason: String?, _ lists: Dialect.Lists = .repeatedKeys
  ) {
    let fault = #expect(throws: CodingFault.self) {
      try CallbackCoder(dialect: Dialect(lists: lists)).pairs(for: value)
    }
    #expect(fault?.kind == .unwritable)
    #expect(fault?.key == key)
    if let reason { #expect(fault?.reason == reason) }
  }
}
