import JSONValue
import Testing

@testable import Fediverse

/// How long servers think that a text is, and how it is split where that is too long.
struct StatusLengthTests {
  private func length(_ text: String, warning: String = "") -> Int {
    StatusLength(text, spoilerText: warning, limit: 500, charactersPerURL: 23).characters
  }

  private static let url = String(repeating: "u", count: 23)
  private static let longestURL = "https://a.example/?" + String(repeating: "x", count: 4077)

  /// Each text beside one that is as long and has neither URL nor mention.
  @Test(arguments: [
    ("", ""), ("hello", "hello"), (" \n ", ""), ("👨‍👩‍👧‍👦é🇩🇪", "abc"), ("a\r\nb", "abc"),
    // URLs, of which only those with a scheme count otherwise.
    ("https://a.example/", url), ("HTTP://A.EXAMPLE", url),
    ("see https://a.example/long/way?x=1&y=2#z now", "see \(url) now"),
    ("gemini://a.example/", url), ("ftp://a.example", "ftp://a.example"), ("a.example/path", "a.example/path"),
    ("https://localhost/x", "https://localhost/x"), ("https://127.0.0.1/", "https://127.0.0.1/"),
    ("https://", "https://"), ("https://.de", "https://.de"), ("xhttps://a.de", "xhttps://a.de"),
    ("@https://a.de", "@https://a.de"), ("https://xn--bcher-kva.example", url), ("https://bücher.example/ä", url),
    ("https://пример.рф/x", url), ("https://a.example:8080/x", url), ("https://a.example:x", "\(url):x"),
    // What a sentence puts after them.
    ("https://a.example.", "\(url)."), ("https://a.example/x.", "\(url)."), ("(https://a.example/x)", "(\(url))"),
    ("https://a.example/x_(y)", url), ("https://a.example/x_(y(z))!", "\(url)!"), ("https://a.example/(x", "\(url)(x"),
    ("https://a.example/x?y=1.", "\(url)."), ("https://a.example?y=1", url), ("https://a.example/?", "\(url)?"),
    ("https://a.example/x, https://b.example/y", "\(url), \(url)"), ("https://a.example。後", "\(url)。後"),
    ("<https://a.example/x>", "<\(url)>"), ("https://a.example/x\"", "\(url)\""), ("https://a.example/x…", url),
    ("https://a.example.123", "\(url).123"), ("https://a_b.example/", url),
    ("https://-a.example", "https://-a.example"),
    (longestURL, url), ("\(longestURL)x", "\(longestURL)x"),
    ("\(longestURL)=https://b.example/", "\(longestURL)=https://b.example/"),
    // Mentions, of which the host does not count.
    ("@anna@far.example", "@anna"), ("@anna", "@anna"), ("hi @anna@far.example!", "hi @anna!"),
    ("@anna@far.example.", "@anna."), ("@a.b-c@far.example", "@a.b-c"), ("@a@b@c", "@a@b@c"),
    ("x@anna@far", "x@anna@far"),
    ("/@anna@far.example", "/@anna@far.example"), ("=@anna@far.example", "=@anna@far.example"),
    (".@anna@far.example", ".@anna"), ("@anna@bücher.example", "@anna"), ("@ä@far.example", "@ä@far.example"),
    ("@anna@", "@anna@"), ("@annaé", "@annaé"), ("https://a.example/@anna@far.example", url), ("@", "@"),
    ("@@a", "@@a"),
    ("@anna://x", "@anna://x"),
  ])
  func aTextIsAsLongAsServersCount(_ text: String, _ same: String) {
    #expect(length(text) == same.count)
  }

  @Test func theWarningCountsWithAllItsSigns() throws {
    let json = try JSON(
      parsing:
        #"{"uri":"a.example","configuration":{"statuses":{"max_characters":10,"characters_reserved_per_url":4}}}"#)
    let limits = try Instance(json: json).limits
    #expect(length("ab", warning: "https://a.example") == 19)
    let length = StatusLength("https://a.example/b x", spoilerText: "cw", limits: limits)
    #expect(length.characters == 8 && length.left == 2 && !length.isTooLong)
    #expect(StatusLength("elf Zeichen", limits: limits).isTooLong)
    #expect(StatusLength("elf Zeichen", limits: limits).description == "11 of 10 characters")
    #expect(StatusThread(splitting: "elf Zeichen", spoilerText: "c", limits: limits).parts == ["elf", "Zeichen"])
  }

  @Test(arguments: [
    ("", 10, []), ("  \n", 10, []), ("short", 10, ["short"]), ("exactly10!", 10, ["exactly10!"]),
    ("exactly10! \n", 10, ["exactly10!"]), ("one two three", 8, ["one two", "three"]),
    // The best seam that leaves a part at least half full.
    ("One. Two three four", 12, ["One. Two", "three four"]), ("One two. Three four", 14, ["One two.", "Three four"]),
    ("One two.\nThree. Four five", 15, ["One two.", "Three. Four", "five"]),
    ("One two\n\nThree\nfour five", 15, ["One two", "Three\nfour five"]),
    ("a\n\nbbbb bbbb bbbb", 12, ["a\n\nbbbb bbbb", "bbbb"]),
    ("He said “no.” Then left", 18, ["He said “no.”", "Then left"]),
    ("一二三。四五六。七", 6, ["一二三。", "四五六。七"]), ("Is 3.14 pi? Yes it is", 14, ["Is 3.14 pi?", "Yes it is"]),
    // Code keeps its indentation, if there is room for a word beside it.
    ("Run it:\n\n    make all\n    make test", 30, ["Run it:\n\n    make all", "    make test"]),
    ("\n  if a {\n    b\n  }", 10, ["  if a {", "    b\n  }"]), ("        abcdef", 6, ["abcdef"]),
    // A word longer than a status is cut, between characters as people see them.
    ("abcdefghij", 4, ["abcd", "efgh", "ij"]), ("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 2, ["👩‍👩‍👧👩‍👩‍👧", "👩‍👩‍👧"]),
    // URLs and mentions stay whole, a URL that is longer than a status too.
    ("abc https://a.example/b.c/d e", 27, ["abc https://a.example/b.c/d", "e"]),
    ("abcdefgh https://a.example/x", 24, ["abcdefgh", "https://a.example/x"]),
    ("hello @anna@far.example bye", 11, ["hello @anna@far.example", "bye"]),
    ("hello you @anna@far.example", 13, ["hello you", "@anna@far.example"]),
    ("https://a.example/x", 5, ["https://a.example/x"]), ("ab", 0, ["a", "b"]),
  ])
  func longTextsArePartedWhereTheyBreathe(_ text: String, _ room: Int, _ parts: [String]) {
    #expect(StatusThread(splitting: text, room: room, charactersPerURL: 23).parts == parts)
  }

  /// Each is one piece, wherever a text without blanks is cut.
  @Test(
    arguments: [
      "#日本語教育協会大会", "#Fediverse勉強会", "＃タグ", ":blobcat_heart:", "12345円", "¥12,345.67", "12:30", "Fediverse",
      "alice@example.com", "example.com/path", "サーバー",
    ], [("、", " です"), ("（", "）"), ("。", "。"), ("漢字「", "」")])
  func nothingIsCutWithinARun(_ run: String, _ around: (String, String)) {
    for count in 1...40 {
      let text = String(repeating: "字", count: count) + around.0 + run + around.1 + String(repeating: "文", count: 30)
      let parts = StatusThread(splitting: text, room: 24, charactersPerURL: 23).parts
      #expect(parts.contains { $0.contains(run) }, "\(parts)")
      #expect(parts.allSatisfy { $0.count <= 24 } && scalars(parts.joined()) == scalars(text))
    }
  }

  @Test(arguments: [
    (":" + String(repeating: "a", count: 30), [1, 24, 6]), ("#" + String(repeating: "字", count: 30), [24, 7]),
    ("字" + String(repeating: "a", count: 30), [1, 24, 6]), (":::::::::::::::::::::::::::", [24, 3]),
  ])
  func aRunLongerThanAStatusIsCut(_ text: String, _ lengths: [Int]) {
    #expect(StatusThread(splitting: text, room: 24, charactersPerURL: 23).parts.map(\.count) == lengths)
  }

  @Test(arguments: [2, 9, 10, 30, 99, 100, 260])
  func numbersHaveRoomInEachPart(count: Int) {
    let text = String(repeating: "Twenty characters 20. ", count: count)
    let parts = StatusThread(splitting: text, room: 34, charactersPerURL: 23, isNumbered: true).parts
    #expect(parts.count == count)
    for (index, part) in parts.enumerated() {
      #expect(part == "Twenty characters 20. (\(index + 1)/\(count))" && part.count <= 34)
    }
  }

  @Test func onePartHasNoNumber() {
    #expect(StatusThread(splitting: "Hi", room: 2, charactersPerURL: 23, isNumbered: true).parts == ["Hi"])
  }

  private static let signs = [
    "https://", "http", "@", "a", ".", "example", "/", "(", ")", "?", " ", "\n", "é", "👩‍👧", "。", "\u{301}", "\u{200D}",
    "xn--",
    ":", "#", "\u{0}", "-", "_", "…", "\r\n", "@anna@far.example", "https://a.example/x",
  ]

  /// Whatever the text: nothing but blanks is lost, no part is too long, and no URL or mention is cut.
  @Test func anyTextIsPartedWithoutLoss() {
    var generator = SplitMix(state: 7)
    for _ in 0..<3000 {
      let count = Int.random(in: 0..<40, using: &generator)
      let text = (0..<count).compactMap { _ in Self.signs.randomElement(using: &generator) }.joined()
      let room = Int.random(in: 23..<60, using: &generator)
      let whole = CountedText(text, charactersPerURL: 23)
      #expect(whole.pieces.map(\.text).joined() == text)
      let parts = StatusThread(splitting: text, room: room, charactersPerURL: 23).parts
      #expect(scalars(parts.joined()) == scalars(text), "\(text.debugDescription)")
      for entity in whole.pieces where entity.isEntity {
        #expect(parts.contains { Array($0.utf8).contains(Array(entity.text.utf8)) }, "\(text.debugDescription)")
      }
    }
  }

  private func scalars(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { !$0.properties.isWhitespace }
  }

  @Test func hostileTextsTakeNoLongerThanTheirLength() {
    for part in ["https://", "https://a.", "@a.", "(((", "https://a.de/((", "@a@", "a.", "-", "https://a.de/?"] {
      let text = String(repeating: part, count: 5000)
      #expect(length(text) <= text.count * 3)
    }
  }
}
