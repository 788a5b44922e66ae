import Testing
import TuskCommon

/// Numbers as text.
struct TextTests {
  @Test(
    arguments: [
      ("\u{0}", "U+0000"), ("a", "U+0061"), ("\u{201C}", "U+201C"), ("\u{1F600}", "U+1F600"),
      ("\u{10FFFF}", "U+10FFFF"),
    ] as [(Unicode.Scalar, String)])
  func codePointsHaveFourDigitsAtLeast(scalar: Unicode.Scalar, name: String) {
    #expect(scalar.codePoint == name && "U+\(scalar.hexadecimal)" == name)
  }

  @Test(arguments: [(0, "0 items", "0 entries"), (1, "1 item", "1 entry"), (2, "2 items", "2 entries")])
  func nounsFollowTheirNumber(count: Int, items: String, entries: String) {
    #expect(count.counting("item") == items)
    #expect(count.counting("entry", plural: "entries") == entries)
  }
}
