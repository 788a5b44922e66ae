import JSONValue
import Testing
import TuskLanguage

/// Lines and columns of offsets.
@Suite struct SourceTests {
  /// A text, an offset into it, and its line, its column and the text of the line.
  @Test(arguments: [
    ("", 0, 1, 1, ""), ("me", 0, 1, 1, "me"), ("me", 2, 1, 3, "me"), ("me", 99, 1, 3, "me"), ("a\nb", 1, 1, 2, "a"),
    ("a\nb", 2, 2, 1, "b"), ("a\n", 2, 2, 1, ""), ("\n\n", 1, 2, 1, ""), ("a\r\nb", 1, 1, 2, "a"),
    ("a\r\nb", 3, 2, 1, "b"),
    ("a\rb", 2, 1, 3, "a\rb"), ("é漢b", 5, 1, 4, "é漢b"), ("👩‍💻x", 11, 1, 3, "👩‍💻x"), ("\tx", 1, 1, 2, "\tx"),
    ("e\u{301}x", 3, 1, 2, "e\u{301}x"),
    ("a\r", 1, 1, 2, "a\r"), ("\r\n", 0, 1, 1, ""),
  ])
  func anOffsetHasALineAndAColumn(_ text: String, _ offset: Int, _ line: Int, _ column: Int, _ whole: String) {
    let source = Source(text)
    #expect(source.line(at: offset) == line)
    #expect(source.column(at: offset) == column)
    #expect(source.text(source.lineSpan(at: offset)) == whole)
  }

  @Test func anyOffsetIsOnTheLineThatCountingGives() {
    var random = SeededGenerator(seed: 23)
    for length in [0, 1, 1023, 1024, 1025, 2048, 5000] {
      let bytes = (0..<length).map { _ in Int.random(in: 0..<30, using: &random) == 0 ? UInt8(ascii: "\n") : 0x61 }
      let source = Source(bytes: bytes, firstLine: 7)
      for offset in Array(0...length) + [-1, length + 1, .max] {
        #expect(source.line(at: offset) == 7 + bytes.prefix(max(offset, 0)).count { $0 == UInt8(ascii: "\n") })
      }
    }
  }

  @Test func aPartOfAStreamGoesOnCounting() throws {
    let source = Source(name: "x", bytes: Array("me\nfav \"".utf8), firstLine: 9_999)
    let diagnostic = try #require(throws: Diagnostic.self) { try Parser.parse(source) }
    #expect(source.line(at: diagnostic.span.start) == 10_000)
    #expect(diagnostic.json(in: source)["error"]?["line"] == 10_000)
    let lines = diagnostic.rendered(in: source).split(separator: "\n")
    #expect(lines.dropFirst(2) == ["10000 | fav \"", "      |     ^ starts here; for several lines use \"\"\""])
  }

  @Test(arguments: [
    (Span(0, 1), "\u{FFFD}"), (Span(0, 2), "é"), (Span(1, 99), "\u{FFFD}a"), (Span(-5, 2), "é"), (Span(3, 1), ""),
    (Span(9, 9), ""),
  ])
  func everySpanHasAText(_ span: Span, _ text: String) {
    #expect(Source("éa").text(span) == text)
  }

  @Test func spansReachThroughOthers() {
    #expect(Span(1, 3).through(Span(2, 9)) == Span(1, 9))
    #expect(Span(4, 4).isEmpty && !Span(4, 5).isEmpty)
    #expect(Spanned("a", Span(0, 1)) != Spanned("a", Span(1, 2)))
  }
}
