import Testing

@testable import TuskShell

/// Widths that terminals agree on.
struct CellWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("ﾊﾝ", 2), ("ＡＢ", 4), ("한글", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇨🇭", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2),
    ("☕", 2), ("…", 1), ("\u{200B}", 0), ("\u{7}", 0), ("a\nb", 2), ("हिन्दी", 5), ("。", 2), ("—", 1), ("\u{303F}", 1),
  ])
  func textTakesAsManyCells(text: String, cells: Int) {
    #expect(text.cellWidth == cells)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("漢字漢字", 5, "漢字…"), ("漢字漢字", 4, "漢…"), ("abc", 1, "…"),
    ("abc", 0, ""), ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"), ("", 0, ""),
  ])
  func textIsCutBetweenCharacters(text: String, cells: Int, shown: String) {
    #expect(text.truncated(toCells: cells) == shown)
    #expect(shown.cellWidth <= cells)
  }

  @Test(arguments: ["", "ab", "漢", "漢字漢字漢字", "👍🏽x"])
  func paddedTextFillsItsColumn(text: String) {
    #expect(text.padded(toCells: 7).cellWidth == 7)
    #expect(text.leftPadded(toCells: 7).cellWidth == 7)
  }
}
