import GRDB
import HTTPTypes
import Testing

@testable import TuskSandbox

/// How a person's words become HTML, and what of them counts.
@Suite struct StatusTextTests {
  static let base = "https://sandbox.example"

  private static func mention(_ url: String, _ name: String) -> String {
    "<span class=\"h-card\" translate=\"no\"><a href=\"\(url)\" class=\"u-url mention\">@<span>\(name)</span></a></span>"
  }

  private static func tag(_ name: String, _ folded: String) -> String {
    "<a href=\"\(base)/tags/\(folded)\" class=\"mention hashtag\" rel=\"tag\">#<span>\(name)</span></a>"
  }

  private static func link(_ url: String, _ scheme: String, _ shown: String, _ tail: String = "") -> String {
    "<a href=\"\(url)\" target=\"_blank\" rel=\"nofollow noopener\" translate=\"no\"><span class=\"invisible\">\(scheme)"
      + "</span><span class=\"\(tail.isEmpty ? "" : "ellipsis")\">\(shown)</span><span class=\"invisible\">\(tail)</span></a>"
  }

  /// Words, and the HTML between `<p>` and `</p>`.
  static let renderings: [(String, String)] = [
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"), ("&amp;", "&amp;amp;"),
    ("a\r\nb", "a<br />b"), ("a\r\n\r\n\r\nb", "a</p><p>b"), ("one\n two", "one<br /> two"),
    ("<\u{301}b>", "&lt;\u{301}b&gt;"), ("\"\u{301}", "&quot;\u{301}"), ("&\u{20E0}", "&amp;\u{20E0}"),
    ("\u{202E}abc\u{202C}", "\u{202E}abc\u{202C}"), ("שלום #tea", "שלום " + tag("tea", "tea")),
    ("\u{1B}[31mred", "\u{1B}[31mred"), ("👩🏽‍⚖️ :parrot: 🏳️‍🌈", "👩🏽‍⚖️ :parrot: 🏳️‍🌈"),
    ("@BOB", mention("\(base)/@bob", "bob")), ("@bob@SANDBOX.example", mention("\(base)/@bob", "bob")),
    ("@sakura@mastodon.example", mention("https://mastodon.example/@sakura", "sakura")), ("@sakura", "@sakura"),
    ("@bob@elsewhere.example", "@bob@elsewhere.example"), ("(@bob)", "(" + mention("\(base)/@bob", "bob") + ")"),
    ("@bob's", mention("\(base)/@bob", "bob") + "&#39;s"), ("@bob@", mention("\(base)/@bob", "bob") + "@"),
    ("@bob,@carol", mention("\(base)/@bob", "bob") + "," + mention("\(base)/@carol", "carol")),
    ("a@bob", "a@bob"), ("@", "@"), ("@@bob", "@@bob"), ("#", "#"), ("##a", "##a"), ("#_", tag("_", "_")),
    ("#Ñandú", tag("Ñandú", "ñandú")), ("#東京", tag("東京", "東京")), ("#a·b", tag("a·b", "a·b")), ("#1a", tag("1a", "1a")),
    ("&#39;", "&amp;#39;"), ("x/#a", "x/#a"), ("＃tea", tag("tea", "tea")),
    ("http://a.example", link("http://a.example", "http://", "a.example")),
    ("HTTPS://WWW.a.example/", link("HTTPS://WWW.a.example/", "HTTPS://WWW.", "a.example/")),
    ("see https://a.example/x.", "see " + link("https://a.example/x", "https://", "a.example/x") + "."),
    ("https://a.example/w_(x)", link("https://a.example/w_(x)", "https://", "a.example/w_(x)")),
    (
      "https://a.example/?a=1&b='2'",
      link("https://a.example/?a=1&amp;b=&#39;2", "https://", "a.example/?a=1&amp;b=&#39;2") + "&#39;"
    ),
    ("https://a.example/\"x", link("https://a.example/", "https://", "a.example/") + "&quot;x"),
    ("<https://a.example>", "&lt;" + link("https://a.example", "https://", "a.example") + "&gt;"),
    ("https://@bob", "https://@bob"), ("ftp://a.example", "ftp://a.example"),
    (
      "https://a.example/" + String(repeating: "é", count: 30),
      link(
        "https://a.example/" + String(repeating: "é", count: 30), "https://",
        "a.example/" + String(repeating: "é", count: 20),
        String(repeating: "é", count: 10))
    ),
    (
      "https://a.example/\"\u{301}/onclick=x",
      link("https://a.example/&quot;\u{301}/onclick=x", "https://", "a.example/&quot;\u{301}/onclick=x")
    ),
  ]

  @Test func wordsAreRendered() async throws {
    try await withSandbox { alice async throws in
      for (words, html) in Self.renderings {
        let reading = try await alice.database.read { try StatusText(words, in: $0) }
        #expect(reading.html == "<p>\(html)</p>", "\(words)")
        #expect(reading.inline.isEmpty == words.isEmpty)
      }
    }
  }

  @Test func nothingIsKeptOfWhiteSpaceAroundWords() async throws {
    try await withSandbox { alice async throws in
      let id = try await alice.write(" \n\u{3000}a  b\n\t ", ["spoiler_text": " cw "])
      #expect(try await alice.get("/api/v1/statuses/\(id)")["content"] == "<p>a  b</p>")
      #expect(try await alice.get("/api/v1/statuses/\(id)")["spoiler_text"] == "cw")
      #expect(try await alice.get("/api/v1/statuses/\(id)/source")["text"] == "a  b")
      let edited = try await alice.ask(.put, "/api/v1/statuses/\(id)", ["status": "\nc\n"])
      #expect(edited["content"] == "<p>c</p>")
    }
  }

  /// Whatever is written, nothing but our own tags comes out, and the words can be read back out of it.
  @Test func noWordsBreakOutOfTheirHTML() async throws {
    var generator = Lottery(seed: 20_240_501)
    let scraps = [
      "<", ">", "&", "\"", "'", "\u{301}", "\u{200D}", "\u{202E}", "\0", "\u{FEFF}", " ", "@bob", "@", "#tea", "#", "é",
      "🐘",
      "https://a.example/", "http://x", "javascript:x", "<b>", "&lt;", ":parrot:", "\\", "%00", "\u{1B}]0;x\u{7}",
      "-->",
    ]
    let texts = (0..<400).map { _ in
      (0..<Int.random(in: 1...9, using: &generator)).map { _ in scraps.randomElement(using: &generator) ?? "" }.joined()
    }
    try await withSandbox { alice async throws in
      for text in texts {
        let html = try await alice.database.read { try StatusText(text, in: $0).html }
        let rest = html.replacing(Self.ownMarkup, with: "")
        let stray = rest.unicodeScalars.filter { "<>\"'".unicodeScalars.contains($0) }
        #expect(stray.isEmpty, "\(text.debugDescription) became \(html.debugDescription)")
        #expect(Self.ink(HTML.plainText(html)) == Self.ink(text), "\(text.debugDescription)")
      }
    }
  }

  /// The words without what is blank.
  private static func ink(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { !$0.properties.isWhitespace }
  }

  private static var ownMarkup: Regex<Substring> {
    /<\/?p>|<br \/>|<\/a>|<\/span>|<span(?: class="[a-z-]*")?(?: translate="no")?>|<a href="[^"<>]*"(?: [a-z]+="[a-z_ -]*")+>/
      .matchingSemantics(.unicodeScalar)
  }

  /// Words and how many characters Mastodon counts in them.
  static let lengths: [(String, Int)] = [
    ("", 0), ("a b", 3), ("e\u{301}", 1), ("👨‍👩‍👧‍👦", 1), ("🇩🇪", 1), ("\r\n", 1), ("http://x", 23), ("https://", 8),
    ("x https://a.example y", 27), ("@bob@mastodon.example!", 5), ("@bob@sandbox.example@x", 6), ("#tea", 4),
    ("mail@bob.example", 16), (String(repeating: "@a@b.example ", count: 10), 30),
  ]

  @Test(arguments: lengths) func charactersAreCountedAsPeopleSeeThem(words: String, length: Int) {
    #expect(StatusText.length(of: words) == length)
  }

  /// Words of the greatest length that is taken, with a warning; one more is refused.
  @Test func theWarningCountsAndTheLimitIsSharp() async throws {
    try await withSandbox { alice async throws in
      let words = String(repeating: "🐘", count: 450)
      let fits = try await alice.post(
        "/api/v1/statuses", ["status": words, "spoiler_text": String(repeating: "w", count: 50)])
      #expect(fits.status == 200)
      let over = try await alice.post(
        "/api/v1/statuses", ["status": words, "spoiler_text": String(repeating: "w", count: 51)])
      #expect(over["error"] == "Validation failed: Text character limit of 500 exceeded")
      let links = try await alice.post(
        "/api/v1/statuses", ["status": "https://a.example/" + String(repeating: "x", count: 2000)])
      #expect(links.status == 200)
    }
  }

  /// A warning without words is the words.
  @Test func aWarningAloneIsNoWarning() async throws {
    try await withSandbox { alice async throws in
      let status = try await alice.post("/api/v1/statuses", ["status": " ", "spoiler_text": "only this"])
      #expect(status["content"] == "<p>only this</p>")
      #expect(status["spoiler_text"] == "")
      #expect(status["sensitive"] == "false")
    }
  }

  @Test func emojisOfThisInstanceAreListedOnceWhereverTheyStand() async throws {
    try await withSandbox { alice async throws in
      let id = try await alice.write(":parrot: :parrot: :nosuch: :tusk:", ["spoiler_text": ":blobcat:"])
      let status = try await alice.get("/api/v1/statuses/\(id)")
      #expect((0..<4).compactMap { status["emojis.\($0).shortcode"] } == ["blobcat", "parrot", "tusk"])
      let theirs = try await alice.get("/api/v1/accounts/\(Person.zoe)")
      #expect(theirs["emojis"] == "1")
      #expect(theirs["emojis.0.url"] == "https://mastodon.example/system/custom_emojis/verified.png")
    }
  }

  /// HTML and the words in it.
  static let plain: [(String, String)] = [
    ("<p>a</p><p>b</p>", " a  b "), ("a<br />b", "a b"), ("#<span>tea</span>", "#tea"), ("<b>b</b>old", "bold"),
    ("<a href=\"x>y\">z</a>", "y\">z"), ("&lt;p&gt; &amp;amp; &quot;&#39;", "<p> &amp; \"'"), ("a > b", "a > b"),
    ("a <", "a "),
    ("<p>\u{301}x</p>", " \u{301}x "), ("", ""),
  ]

  @Test(arguments: plain) func tagsAreTakenOutOfHTML(html: String, text: String) {
    #expect(HTML.plainText(html) == text)
  }
}

/// Chance that is the same each time (SplitMix64).
struct Lottery: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    let mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    let more = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return more ^ more >> 31
  }
}
