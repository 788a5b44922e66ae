import Testing

@testable import Fediverse

struct HTMLTextTests {
  @Test(arguments: [
    ("<p>one</p><p>two</p>", "one\n\ntwo"),
    ("<p>one<br>two<br />three</p>", "one\ntwo\nthree"),
    ("<p>one<br><br>two</p>", "one\n\ntwo"),
    ("<p>a  b\n c</p>", "a b\nc"), ("<p>one\n\ntwo</p>", "one\n\ntwo"), ("<p>one\r\ntwo</p>", "one\ntwo"),
    ("<p>\none<br />\ntwo\n</p>\n\n<p>three</p>\n", "one\ntwo\n\nthree"), ("<p>a <b>\nb</b></p>", "a\nb"),
    ("<p> a <b> b </b> c </p>", "a b c"),
    ("", ""),
    ("plain", "plain"),
    ("a caption\nof two  lines", "a caption\nof two  lines"),
    ("one\r\ntwo", "one\ntwo"),
    ("<blockquote><p>a</p><p>b</p></blockquote><p>c</p>", "> a\n>\n> b\n\nc"),
    ("<p>x</p><blockquote>a<br>b<blockquote>c</blockquote></blockquote>", "x\n\n> a\n> b\n>\n> > c"),
    ("<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><p>d</p>", "- a\n- b\n  - c\n\nd"),
    ("<ol start=\"9\"><li>a</li><li>b</li></ol>", "9. a\n10. b"),
    ("<ul><li><p>a</p><p>b</p></li></ul>", "- a\n\n  b"),
    ("<pre><code>\nlet a = 1\n  b\n</code></pre><p>c</p>", "let a = 1\n  b\n\nc"),
    ("<p>use <code>a  b</code>  now</p>", "use a  b now"), ("<pre>a  b</pre>", "a  b"),
    ("<h1>T</h1>text", "T\n\ntext"),
    ("a<hr>b", "a\n\nb"),
    ("<div>a</div><div>b</div>", "a\nb"),
    ("<p>x<img alt=\":blob:\" src=y>z</p>", "x:blob:z"),
    ("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>", "漢(かん)"),
    ("<p><ruby>漢字<rt>かんじ</rt></ruby>です</p>", "漢字(かんじ)です"),
    ("<ruby>漢<rt>かん<rp>)<rp>(<rt>じ</ruby>字", "漢(かん)(じ)字"),
    ("<p>10<sup>9</sup> H<sub>2</sub>O</p>", "10^9 H_2O"),
    ("<p><abbr title=\"World Health Org\">WHO</abbr>, <abbr>UN</abbr></p>", "WHO (World Health Org), UN"),
    ("<script>bad()</script><p>a<style>x</style></p>", "a"),
    ("a<!-- c > d -->b", "ab"),
  ])
  func markupBecomesLines(_ html: String, _ text: String) {
    #expect(HTMLText(html).plain == text)
  }

  @Test(arguments: [
    ("&amp;lt;p&amp;gt;", "&lt;p&gt;"), ("a&nbsp;b", "a\u{A0}b"), ("&hellip;&mdash;&ldquo;&copy;&euro;", "…—“©€"),
    ("&#39;&#x2F;&#X41;", "'/A"), ("&#128512;", "😀"), ("&#146;", "’"),
    ("&unknown; & &; &#; &#x; &unknown", "&unknown; & &; &#; &#x; &unknown"),
    ("&copy 2026; &lt&gt, &amp", "© 2026; <>, &"),
    ("?a&copy=1 &copying &half &hellip", "?a&copy=1 &copying &half &hellip"),
    ("&#0;&#xD800;&#x110000;&#99999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"), ("AT&T;", "AT&T;"),
    ("&lt;script&gt;", "<script>"), ("&Eacute;&eacute;&thetasym;", "Éé\u{3D1}"),
  ])
  func referencesAreResolvedOnce(_ html: String, _ text: String) {
    #expect(HTMLText(html).plain == text)
  }

  @Test(arguments: [
    ("a\u{1B}[2Jb", "a␛[2Jb"), ("&#27;]0;x&#7;", "␛]0;x␇"), ("&#x202E;abc", "\u{202E}abc"),
    ("\u{9B}31m", "\u{FFFD}31m"),
    ("\u{7F}", "␡"), ("a&#13;b", "a b"), ("\u{0}", "␀"), ("&#x2066;x&#x2069;", "\u{2066}x\u{2069}"),
    ("a&#8232;b", "a b"),
  ])
  func nothingActsOnATerminal(_ html: String, _ text: String) {
    #expect(HTMLText("<p>\(html)</p>").plain == text)
  }

  @Test(arguments: [
    (
      "<a href=\"https://example.org/a/long/path\"><span class=\"invisible\">https://</span><span class=\"ellipsis\">example.org/a/lo</span><span class=\"invisible\">ng/path</span></a>",
      "https://example.org/a/long/path"
    ),
    ("<a href=\"https://example.org/a?b=1&amp;c=2\">example.org/a…</a>", "https://example.org/a?b=1&c=2"),
    ("<a href=\"https://www.example.org/a\">example.org/a</a>", "https://www.example.org/a"),
    ("<a href=\"https://evil.example\">https://bank.example</a>", "https://evil.example"),
    ("<a href=\"https://example.org\">my page</a>", "my page (https://example.org)"),
    (
      "<a href=\"https://b.example/2026/04/08/porting.html\">b.example/2026/04/08/p...</a>",
      "https://b.example/2026/04/08/porting.html"
    ),
    ("<a href=\"https://b.example/a\">b.example/c...</a>", "b.example/c... (https://b.example/a)"),
    ("<a href=\"HTTPS://b.example/a\"></a>", "HTTPS://b.example/a"),
    ("<a href=\"https://s/tags/x\" rel=\"nofollow tag\">#x</a>", "#x"),
    ("<a href=\"javascript:x\">https://ok.example</a>", "https://ok.example"),
    ("<a href=\"https://s/tags/x\" class=\"mention hashtag\">#<span>x</span></a>", "#x"),
    ("<a class=\"u-url mention\" href=\"https://s/@anna\">@<span>anna</span></a>", "@anna"),
    ("<p>see <a href=\"https://e/x\">https://e/x</a>.</p>", "see https://e/x."),
    ("<a href=\"https://e\">one<a href=\"https://f\">two</a>three", "one (https://e)two (https://f)three"),
    ("<a href=\"https://e/x\">never closed", "never closed (https://e/x)"),
    ("<a>no address</a>", "no address"),
  ])
  func linksAreWrittenWhole(_ html: String, _ text: String) {
    #expect(HTMLText(html).plain == text)
  }

  @Test func mentionsShowTheirDomain() {
    let mentions = [Mention(acct: "anna@other.example", url: "https://other.example/@anna")]
    let html =
      #"<p><span class="h-card"><a href="https://other.example/@anna" class="u-url mention">@<span>anna</span></a></span> hi</p>"#
    #expect(HTMLText(html, mentions: mentions).plain == "@anna@other.example hi")
  }

  @Test func quoteLinksCanBeHidden() {
    let html = #"<p>mine</p><p class="quote-inline">RE: <a href="https://e/1">https://e/1</a></p>"#
    #expect(HTMLText(html).plain == "mine\n\nRE: https://e/1")
    #expect(HTMLText(html, inlineQuotes: .hidden).plain == "mine")
    // Akkoma and the Misskey family have a span inside the last paragraph.
    let span = #"<p>mine<span class="quote-inline"><br/><br/>RE: <a href="https://e/1">https://e/1</a></span></p>"#
    #expect(HTMLText(span).plain == "mine\n\nRE: https://e/1")
    #expect(HTMLText(span, inlineQuotes: .hidden).plain == "mine")
  }

  @Test(
    arguments: [
      ("I <3 you", "I <3 you"), ("a < b > c", "a < b > c"), ("</p>a</b></p>", "a"), ("<", "<"), ("a <b", "a <b"),
      ("<b>a <i b='", "a <i b='"), ("<!-- a", "<!-- a"), ("<p>a</p", "a"), ("</", "</"), ("<p class=>a</p>", "a"),
      ("<p/>a<p/>b", "a\n\nb"),
    ].map { ($0.0, $0.0 == "<p>a</p" ? "a</p" : $0.1) })
  func brokenMarkupIsText(_ html: String, _ text: String) {
    #expect(HTMLText(html).plain == text)
  }

  @Test func hostileMarkupTakesNoLongerThanItsLength() {
    let many = 20_000
    for part in [
      "<a ", "<b>", "</b>", "<blockquote>", "<ul><li>", "<!--", "&", "<br>", "<a href=\"", "<p><a href='x'>",
    ] {
      let text = HTMLText(String(repeating: part, count: many)).plain
      #expect(text.utf8.count <= many * 20)
    }
  }

  /// A paragraph without further markup takes a shorter way than one with an element.
  @Test(arguments: [
    "", "a", "number 1", " a", "a ", "a  b", "a\nb", "a\tb", "a\rb", "it's \u{201C}here\u{201D}", "日本語 です",
    "a\u{2028}b", "a\u{0}b", "a\u{85}b", "\u{202E}abc", "\u{200F}abc", "\u{A0}a", "e\u{301}",
    "\u{1F469}\u{200D}\u{1F467} \u{1F3F4}\u{E0067}", ">", "a > b", "a;b",
  ])
  func aPlainParagraphReadsLikeOneWithAnElement(_ text: String) {
    #expect(HTMLText("<p>\(text)</p>").plain == HTMLText("<p>\(text)<i></i></p>").plain)
    #expect(HTMLText(text).plain == HTMLText("\(text)<i></i>").plain)
  }

  @Test(arguments: [-1, 0, 1, 1 << 20])
  func ofAnEndlessTextTheBeginningIsRead(excess: Int) {
    let tags = String(repeating: "<b>", count: 1000)
    let text = String(repeating: "x", count: HTMLText.readableSize - tags.utf8.count + excess)
    let plain = HTMLText(tags + text).plain
    #expect(plain.utf8.count == text.utf8.count - max(excess, 0) + (excess > 0 ? "…".utf8.count : 0))
    #expect(plain.hasSuffix("…") == (excess > 0))
  }

  @Test(arguments: [
    ("a <p", true), ("<P>", true), ("<br/>", true), ("<BR>", true), ("</b><div class=x>", true), ("<ul>", true),
    ("<ol>", true), ("<pre>", true), ("a<blockquote>", true), ("<", false), ("", false), ("p br", false),
    ("<a href='<'>", false), ("</p>", false), ("<b>", false), ("<<p>", true), ("<dive>", true), ("< p>", false),
  ])
  func blocksAndBreaksAreMarkup(html: String, hasMarkup: Bool) {
    #expect(HTMLLexer(html).hasMarkup == hasMarkup)
  }

  @Test func randomBytesNeverCrashAndNeverLeakControls() {
    var generator = SplitMix(state: 42)
    let pieces = [
      "<p>", "</p>", "<a href=\"", "\">", "<li>", "&#", ";", "&amp", "<!--", "-->", "<pre>", "\u{1B}", "\u{202E}",
    ]
    for _ in 0..<3000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0..<40, using: &generator) {
        let piece = Int.random(in: 0..<pieces.count * 2, using: &generator)
        bytes += piece < pieces.count ? Array(pieces[piece].utf8) : [UInt8.random(in: 0...255, using: &generator)]
      }
      let text = HTMLText(String(decoding: bytes, as: UTF8.self)).plain
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || $0.inert == $0 || $0.isDirectional })
    }
  }
}
