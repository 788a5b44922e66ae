import Testing

@testable import Fediverse

/// Markup as those write it who mean no good, or no HTML.
struct HostileTextTests {
  @Test(arguments: [
    // Every control character, written as itself, by number and by name.
    ("a\u{8}\u{8}b", "a␈␈b"), ("&#8;&#x1b;c", "␈␛c"), ("a&NewLine;b&Tab;c", "a\nb c"),
    ("\u{90}q\u{9C}", "\u{FFFD}q\u{FFFD}"),
    // HTML reads the C1 numbers as letters, so that no control comes of them.
    ("&#155;&#x9d;&#x90;", "›\u{FFFD}\u{FFFD}"), ("&#127;", "␡"),
    // Directions, separators and annotations.
    ("&rlm;a&lrm;", "\u{200F}a\u{200E}"),
    ("\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}", "\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}"),
    ("\u{FFF9}x\u{FFFA}y\u{FFFB}", "\u{FFFD}x\u{FFFD}y\u{FFFD}"), ("a\u{2028}\u{2029}b", "a b"),
    ("a\u{85}b", "a\u{FFFD}b"),
    // Runs of what has no width.
    ("a&ZeroWidthSpace;&zwj;&zwnj;&NoBreak;\u{FEFF}b", "a\u{200B}b"), ("👩&zwj;👩", "👩\u{200D}👩"),
    ("❤️&zwj;🔥", "❤️\u{200D}🔥"),
  ])
  func nothingReachesTheTerminalThatActsOnIt(_ html: String, _ text: String) {
    #expect(HTMLText("<p>\(html)</p>").plain == text)
    let link = HTMLText("<p><a href=\"https://e.example/\">\(html)</a>").plain
    #expect(link == text + " (https://e.example/)", "in a link too")
    #expect(HTMLText("<img alt=\"\(html)\"><br>").plain == text, "in a description too")
  }

  @Test(arguments: [
    ("<p onclick=\"x>y\">a</p>", "a"), ("<p title='</p>'>a</p>", "a"), ("<p\n\tclass = \"x\"\n>a</p\n>", "a"),
    ("<P>a</P><BR>b", "a\n\n\nb"), ("<p>a<p>b", "a\n\nb"), ("</div></p>a", "a"), ("<b><i>a</b>b</i>c", "abc"),
    ("<p>a</p></p></p>b", "a\n\nb"), ("<li>a</li>", "- a"), ("<ul>a<li>b</ul>c", "a\n- b\n\nc"),
    ("<ul><li>a<ul><li>b<li>c</ul><li>d</ul>", "- a\n  - b\n  - c\n- d"), ("</ul></li>a<ul></ul>", "a"),
    ("<ol start=-1><li>a<li>b</ol>", "-1. a\n0. b"), ("<ol start=x><li>a</ol>", "1. a"),
    ("<ol start=9223372036854775807><li>a</li><li>b</li></ol>", "9223372036854775807. a\n-9223372036854775808. b"),
    ("<blockquote></blockquote>a", "a"), ("<pre>a</pre></pre>  b", "a\n\nb"),
    ("<table><tr><td>a<td>b<tr><td>c</table>", "a b\nc"),
    ("<dl><dt>a<dd>b<dt>c</dl>", "a\nb\nc"), ("<custom-tag>a</custom-tag>", "a"), ("<p:x>a</p:x>", "a"),
    ("<1>a", "<1>a"), ("a<>b", "a<>b"), ("<!doctype html>a", "a"),
    ("<![CDATA[x]]>a", "a"), ("<?php x ?>a", "a"), ("<!-->a", "a"), ("a<!--", "a<!--"), ("<a", "<a"),
    ("<a b=\"c", "<a b=\"c"),
    ("&lt;b&gt;&amp;amp;", "<b>&amp;"), ("<p>&lt;/p&gt;</p>", "</p>"),
    ("&#0000000000000000000000000000065;", "&#0000000000000000000000000000065;"),
    ("<p>a\u{A0}\u{A0}b</p>", "a\u{A0}\u{A0}b"), ("<p>\n\n a\n\n</p>\n\n<p>b</p>\n", "a\n\nb"),
  ])
  func oddMarkupIsReadAsBrowsersRoughlyDo(_ html: String, _ text: String) {
    #expect(HTMLText(html).plain == text)
  }

  @Test(arguments: [
    ("<span class=\"invisible\">x<span>y</span></span>z", "z"), ("<template><p>x</p></template>a", "a"),
    ("<head><title>t</title></head><p>a</p>", "a"), ("<style>p{}</style>a", "a"), ("<script>x<br>y</script>a", "a"),
    ("<SCRIPT>x</SCRIPT>a", "a"), ("<span class=\"a invisible\tb\">x</span>y", "y"), ("<span class=invisible>x", ""),
    ("<span class=\"INVISIBLE\">x</span>", "x"), ("<img alt=x class=invisible>", "x"),
    ("<span class=\"invisible\"><img alt=x></span>y", "y"), ("<span class=\"ellipsis\">x</span>", "x…"),
  ])
  func hiddenPartsStayHidden(_ html: String, _ text: String) {
    #expect(HTMLText(html).plain == text)
  }

  /// A link never shows an address other than the one that it leads to.
  @Test(arguments: [
    ("https://evil.example/", "https://bank.example/", "https://evil.example/"),
    ("https://evil.example/", "bank.example", "bank.example (https://evil.example/)"),
    ("https://e.example/&#x202e;x", "https://e", "https://e.example/\u{202E}x"),
    ("https://bank.example.evil.example/", "bank.example", "https://bank.example.evil.example/"),
    ("https://e.example/a b\u{1B}", "https://e", "https://e.example/a b␛"),
    ("data:text/html,x", "https://e.example", "https://e.example"),
    ("", "https://e.example", "https://e.example"), (" https://e.example", "e.example", "e.example"),
    ("https://e.example/a", "<b>e.example</b>/a", "https://e.example/a"),
    ("https://e.example", "", "https://e.example"),
    ("https://e.example", "<img alt='e.example'>", "https://e.example"),
    ("https://e.example/x", "e.example/…", "https://e.example/x"),
  ])
  func linksShowWhereTheyLead(_ href: String, _ inner: String, _ text: String) {
    #expect(HTMLText("<a href=\"\(href)\">\(inner)</a>").plain == text)
  }

  @Test func onlyAMentionsOwnAddressGivesItItsName() {
    let mentions = [
      Mention(acct: "ben@other.example", url: "https://other.example/@ben"), Mention(acct: "x", url: nil),
    ]
    for (html, text) in [
      ("<a class=mention href=\"https://other.example/@ben\">@ben</a>", "@ben@other.example"),
      ("<a class=mention href=\"https://other.example/@ben\">ben</a>", "ben"),
      ("<a class=mention href=\"https://evil.example/@ben\">@ben</a>", "@ben"),
      ("<a class=mention href=\"\">@x</a>", "@x"), ("<a class=mention>@ben</a>", "@ben"),
    ] {
      #expect(HTMLText(html, mentions: mentions).plain == text)
    }
    let hostile = [Mention(acct: "a\u{1B}[2J\u{202E}", url: "https://e.example/")]
    #expect(HTMLText("<a href=\"https://e.example/\">@a</a>", mentions: hostile).plain == "@a␛[2J\u{202E}")
  }

  @Test(arguments: [9, 64, 65, 200, 5000])
  func deepNestingIsFlattened(_ depth: Int) {
    for (open, close) in [
      ("<blockquote>", "</blockquote>"), ("<ul><li>", "</li></ul>"), ("<div><pre>", "</pre></div>"), ("<b>", "</b>"),
    ] {
      let html = String(repeating: open, count: depth) + "x" + String(repeating: close, count: depth) + "<p>after</p>"
      let lines = HTMLText(html).plain.split(separator: "\n")
      #expect(lines.first?.contains("x") == true && lines.last?.hasSuffix("after") == true)
      #expect(lines.allSatisfy { $0.utf8.count < 60 }, "no line begins with more than the text")
    }
  }

  @Test func escapingAndReadingAreInverse() {
    for text in ["a & b", "<p>", "\"quoted\" 'x'", "&amp;", "&lt;script&gt;", "5 < 6 > 4", "é — 例 😀"] {
      let html = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      #expect(HTMLText("<p>\(html)</p>").plain == text)
    }
  }

  @Test func plainTextFromElsewhereIsNotReadAsMarkup() throws {
    #expect(HTMLText.inert("<b>a</b> &amp;\r\nb\t\tc\u{1B}") == "<b>a</b> &amp;\nb c␛")
    #expect(HTMLText.inert("  a\n\n\n  b  \n") == "a\n\n\nb")
  }
}
