import Testing
import TuskCommon
import TuskLanguage

/// The line under a message, cut to the width there is.
@Suite struct ExcerptTests {
  /// What the marks stand under, character by character; a cell that a wide character fills counts once.
  private func marked(_ rendered: String) -> String {
    let lines = rendered.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let marks = Array(lines[2].utf8).indices.filter { Array(lines[2].utf8)[$0] == UInt8(ascii: "^") }
    var column = 0
    var found = ""
    for character in lines[1] {
      if marks.contains(where: { $0 >= column && $0 < column + max(1, character.cellWidth) }) {
        found.append(character)
      }
      column += character.cellWidth
    }
    return found
  }

  private func rendered(_ text: String, _ span: Span, width: Int) -> String {
    Diagnostic(.failed, at: span, "so").rendered(in: Source(text), style: .init(showsExitCode: false, width: width))
  }

  /// Whatever the line holds and wherever the span stands, the excerpt fits and the marks stand under the span.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func aLongLineIsCutRoundItsSpan(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pieces = ["a", " ", "é", "漢", "😀", "👩‍💻", "e\u{301}", "\u{202E}", "\u{1B}", "\t", "\u{85}", "word"]
    for round in 0..<300 {
      let head = (0..<Int.random(in: 0..<120, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      let tail = (0..<Int.random(in: 0..<120, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      let width = Int.random(in: 20...90, using: &random)
      let span = Span(head.utf8.count + 1, head.utf8.count + 4)
      let shown = rendered("\(head) XYZ \(tail)", span, width: width)
      let lines = shown.split(separator: "\n", omittingEmptySubsequences: false)
      let note: Comment = "seed \(seed), round \(round), width \(width):\n\(shown)"
      #expect(String(lines[1]).cellWidth <= 7 + width, note)
      #expect(marked(shown) == "XYZ", note)
    }
  }

  /// A span, the width, and what is left of the line `0123456789` four times over.
  @Test(arguments: [
    (Span(0, 1), 40, "0123456789012345678901234567890123456789"),
    (Span(0, 1), 39, "0123456789012345678901234567890123456…"),
    (Span(39, 40), 39, "…3456789012345678901234567890123456789"), (Span(20, 21), 20, "…456789012345678901…"),
    (Span(0, 1), 1, "012345678901234567…"),
  ])
  func anEllipsisStandsWhereSomethingIsLeftOut(_ span: Span, _ width: Int, _ shown: String) {
    let text = String(repeating: "0123456789", count: 4)
    #expect(rendered(text, span, width: width).split(separator: "\n")[1] == "   1 | " + shown)
  }

  /// Spans that leave the line, stand at its end, or have nothing in them.
  @Test(arguments: [
    ("ab\ncd", Span(1, 4), " ^"), ("ab", Span(2, 2), "  ^"), ("ab", Span(2, 9), "  ^"), ("", Span(0, 0), "^"),
    ("ab\n", Span(3, 3), "^"),
    ("a漢b", Span(2, 3), " ^^"), ("a漢b", Span(4, 5), "   ^"), ("ab", Span(0, 2), "^^"), ("ab\r\n", Span(0, 4), "^^"),
    ("\u{202E}b", Span(3, 4), "        ^"),
  ])
  func someMarkIsAlwaysShown(_ text: String, _ span: Span, _ marks: String) {
    #expect(
      rendered(text, span, width: 80).split(separator: "\n", omittingEmptySubsequences: false)[2] == "     | " + marks)
  }

  /// Bytes that are not UTF-8 are shown as one character for each that is repaired, and the marks keep step.
  @Test(
    arguments: [
      ([0xFF, 0x61], Span(1, 2), " ^"), ([0xE2, 0x82, 0x61], Span(2, 3), " ^"),
      ([0xF0, 0x9F, 0x98, 0x61], Span(3, 4), " ^"),
      ([0xC3, 0xC3, 0x61], Span(2, 3), "  ^"), ([0xFF, 0xCC, 0x81, 0x61], Span(3, 4), " ^"),
      ([0x61, 0xE2, 0x82], Span(1, 2), " ^"),
      ([0xEF, 0xBF, 0xBD, 0x61], Span(3, 4), " ^"), ([0xE2, 0x82, 0xE2, 0x82, 0xAC, 0x61], Span(5, 6), "  ^"),
    ] as [([UInt8], Span, String)])
  func brokenBytesKeepTheMarksInStep(_ bytes: [UInt8], _ span: Span, _ marks: String) {
    let shown = Diagnostic(.badUTF8, at: span, "so").rendered(in: Source(bytes: bytes))
    #expect(shown.split(separator: "\n")[2] == "     | " + marks)
  }

  @Test func numbersOfManyDigitsMoveTheBar() {
    let text = String(repeating: "\n", count: 123_456) + "ab"
    let shown = Diagnostic(.failed, at: Span(123_457, 123_458), "so", edits: [.init(Span(123_456, 123_456), "x")])
      .rendered(in: Source(text), style: .init(showsExitCode: false))
    #expect(
      shown == """
        error: so
        123457 | ab
               |  ^
               = help: xab
        """)
  }

  @Test func editsOfOtherLinesGiveNoHelp() {
    let source = Source("ab\ncd")
    let edits = [
      [Diagnostic.Edit(Span(0, 1), "x"), .init(Span(3, 4), "y")], [.init(Span(1, 4), "")],
      [.init(Span(1, 2), "x"), .init(Span(0, 1), "y")], [],
    ]
    for edits in edits {
      #expect(Diagnostic(.failed, at: Span(0, 1), "so", edits: edits).help(in: source) == nil)
    }
    let both = Diagnostic(
      .failed, at: Span(0, 1), "so", edits: [.init(Span(0, 0), "<"), .init(Span(0, 1), "x"), .init(Span(2, 2), ">")])
    #expect(both.help(in: source) == "<xb>")
  }
}
