import Testing

@testable import XCallbackURL

struct CallbackURLTests {
  @Test func buildingAndParsingAreInverse() throws {
    let values: [String?] = ["", nil, "a b", "a+b", "%41", "&x=y", "#?/", "é漢👩‍💻", "\r\n\t", "'\"<>\\|^`{}[]"]
    let pairs = values.enumerated().map { CallbackURL.Pair("k\($0.offset) =&%+é", $0.element) }
    let built = CallbackURL(scheme: "Tusker", action: "note/get current", pairs: pairs)
    let parsed = try CallbackURL(parsing: built.description)
    #expect(parsed.pairs == pairs)
    #expect(parsed.segments == ["note", "get current"])
    #expect(parsed.scheme == "tusker")
  }

  @Test func callbacksNestToAnyDepth() throws {
    var url = CallbackURL(scheme: "me", action: "done", pairs: [CallbackURL.Pair("t", "a&b=c%26#+ é")])
    for depth in 0..<5 {
      url = CallbackURL(scheme: "app\(depth)", action: "go", pairs: [CallbackURL.Pair("x-success", url.description)])
    }
    for _ in 0..<5 { url = try CallbackURL(parsing: try #require(url.values(of: "x-success").first ?? nil)) }
    #expect(url.pairs == [CallbackURL.Pair("t", "a&b=c%26#+ é")])
  }

  @Test(arguments: [
    ("", 0), ("no scheme", 2), ("1a://x", 0), (":x", 0), ("a b://c", 1), ("tusker://x-callback-url/a?b=\u{1}", 28),
    ("tusker://x-callback-url/a?b=%00", 28), ("tusker://me@x-callback-url/a", 9), ("tusker://x-callback-url:80/a", 23),
    ("tusker://x-callback-url/a?b=100%", 31), ("tusker://x-callback-url/a?b=%zz", 28), ("a://b/c?d=é", 10),
  ])
  func errorsSayWhere(text: String, offset: Int) {
    let error = #expect(throws: CallbackURL.SyntaxError.self) { try CallbackURL(parsing: text) }
    #expect(error?.offset == offset)
  }

  @Test(arguments: [
    "tusker://x-callback-url/a?b=\u{1}", "tusker://x-callback-url/a?b=%00", "tusker://me@x-callback-url/a",
    "tusker://x-callback-url:80/a", "/relative", "\u{1B}]52;c;x\u{7}:",
  ])
  func lenientModeIsNotCareless(text: String) {
    #expect(throws: CallbackURL.SyntaxError.self) { try CallbackURL(parsing: text, mode: .lenient) }
  }

  @Test func limitsAreEnforced() {
    let long = "a://b/c?d=" + String(repeating: "x", count: CallbackURL.longestText)
    #expect(throws: CallbackURL.SyntaxError.self) { try CallbackURL(parsing: long) }
    let many = "a://b/c?" + String(repeating: "d&", count: CallbackURL.mostPairs + 1)
    #expect(throws: CallbackURL.SyntaxError.self) { try CallbackURL(parsing: many) }
  }

  @Test(arguments: [
    ("a://h?", "a://h?k=v"), ("a://h?x&", "a://h?x&k=v"), ("a://h", "a://h?k=v"),
    ("a://h?q%2B=%2b#f?g", "a://h?q%2B=%2b&k=v#f?g"), ("a://h?q=?", "a://h?q=?&k=v"), ("a://h??", "a://h??&k=v"),
    ("a://h?#", "a://h?k=v#"), ("a:b#?", "a:b?k=v#?"), ("a://h?q=&#&", "a://h?q=&k=v#&"),
  ])
  func appendingNeverDoublesASeparator(before: String, after: String) throws {
    #expect(try CallbackURL(parsing: before).appending([CallbackURL.Pair("k", "v")]).description == after)
  }

  @Test func emptySegmentsAndDotsAreKept() throws {
    #expect(try CallbackURL(parsing: "a://h//act").segments == ["", "act"])
    #expect(try CallbackURL(parsing: "a://h/x/../act/").segments == ["x", "..", "act"])
    #expect(try CallbackURL(parsing: "a://h/task%2Fid").segments == ["task/id"])
  }
}
