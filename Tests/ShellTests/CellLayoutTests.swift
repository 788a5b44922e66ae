import Testing
import TuskCommon

@testable import TuskShell

/// Text fitted into a number of cells.
struct CellLayoutTests {
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
