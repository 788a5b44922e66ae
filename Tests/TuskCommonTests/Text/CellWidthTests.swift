import Testing
import TuskCommon

/// Widths that terminals agree on.
struct CellWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("ﾊﾝ", 2), ("Ａ", 2), ("한글", 4), ("㈱", 2), ("𠀀", 2),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇨🇭", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2),
    ("☕", 2), ("…", 1), ("“”", 2), ("\u{3000}", 2), ("\u{200B}", 0), ("\u{7}", 0), ("\u{9B}", 0), ("a\nb", 2),
    ("हिन्दी", 5), ("ไทย", 3), ("。", 2), ("—", 1), ("€", 1), ("\u{303F}", 1), ("\u{301}", 0), ("\u{301}a", 1),
    ("\u{200D}", 0), ("<U+202E>", 8), ("␛", 1),
  ])
  func textTakesAsManyCells(text: String, cells: Int) {
    #expect(text.cellWidth == cells)
  }

  /// Ranges on which earlier tables disagreed with each other or with the C library; the widths are those of `wcwidth`.
  @Test(
    arguments: [
      (0xAD...0xAD, 1), (0x600...0x605, 1), (0x6DD...0x6DD, 1), (0x70F...0x70F, 1), (0x890...0x891, 1),
      (0x8E2...0x8E2, 1), (0x110BD...0x110BD, 1), (0x110CD...0x110CD, 1), (0x1160...0x11FF, 0), (0xD7B0...0xD7C6, 0),
      (0xD7CB...0xD7FB, 0), (0x2028...0x2029, 0), (0x2329...0x232A, 2), (0x302A...0x302D, 0), (0x303F...0x303F, 1),
      (0x3099...0x309A, 0), (0x3248...0x324F, 2), (0x4DC0...0x4DFF, 2), (0xFE0F...0xFE0F, 0), (0xFE20...0xFE2F, 0),
      (0x16FE4...0x16FE4, 0), (0x18D00...0x18D08, 2),
    ] as [(ClosedRange<UInt32>, Int)])
  func scalarsTakeWhatTheCLibrarySays(range: ClosedRange<UInt32>, cells: Int) {
    let widths = Set(range.compactMap(Unicode.Scalar.init).map(\.cellWidth))
    #expect(widths == [cells])
  }

  /// Reserved places that neither Unicode nor the C library makes wide.
  @Test(arguments: [0x3040, 0xA97D, 0xA97F, 0xFF00, 0x18DF3, 0x18DFF] as [UInt32])
  func unassignedOutsideWideBlocksIsNarrow(value: UInt32) throws {
    #expect(try #require(Unicode.Scalar(value)).cellWidth == 1)
  }
}
