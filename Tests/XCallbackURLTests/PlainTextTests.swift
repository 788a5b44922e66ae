import Testing
import XCallbackURL

/// Long texts are looked at sixteen bytes in a step and decoded eight bytes in a step; short ones byte for byte. Both
/// take the same.
struct PlainTextTests {
  /// Every ASCII character, and escapes that are right, wrong, cut short or not UTF-8.
  static let pieces =
    (1..<0x80).map { String(Unicode.Scalar($0 as UInt8)) } + [
      "%41", "%4a", "%4A", "%2f", "%7F", "%00", "%01", "%80", "%FF", "%C3%A9", "%C3", "%a9%C3", "%E2%82%AC", "%E2%82",
      "%F0%9F%98%80", "%zz", "%4", "%4g", "%g4", "%/0", "%:0", "%0/", "%0:", "%0@", "%0`", "%0g", "%%41", "%25%41",
      "\u{80}", "é", "€", "😀", "a=b", "%3D", "%26", "==", "&&", "a&b", "#", "##", "#a#b", "?", "[", "]",
    ]

  @Test(arguments: pieces, [CallbackURL.Mode.strict, .lenient])
  func whatAShortTextMayContainALongOneMayToo(piece: String, mode: CallbackURL.Mode) {
    let short = Result { try CallbackURL(parsing: "a:?" + piece, mode: mode) }
    for count in 1...40 {
      let before = String(repeating: "b", count: count)
      let after = String(repeating: "c", count: 41 - count)
      let long = Result { try CallbackURL(parsing: "a:?\(before)&\(piece)&\(after)", mode: mode) }
      switch (short, long) {
      case (.failure(let one as CallbackURL.SyntaxError), .failure(let other as CallbackURL.SyntaxError)):
        #expect(one.message == other.message && one.offset + count + 1 == other.offset)
      case (.success(let one), .success(let other)):
        // What stands behind a `#` is not query.
        let rest = piece.contains("#") ? [] : [CallbackURL.Pair(after, nil)]
        #expect(other.pairs == [CallbackURL.Pair(before, nil)] + one.pairs + rest)
      default: Issue.record("\(count) before: \(short), \(long)")
      }
    }
  }

  @Test func theLimitsHoldForPlainTextsToo() {
    let most = "a:?" + repeatElement("b", count: CallbackURL.mostPairs).joined(separator: "&")
    #expect((try? CallbackURL(parsing: most))?.pairs.count == CallbackURL.mostPairs)
    #expect(throws: CallbackURL.SyntaxError.self) { try CallbackURL(parsing: most + "&b") }
    let longest = "a:?" + String(repeating: "b", count: CallbackURL.longestText - 3)
    #expect((try? CallbackURL(parsing: longest)) != nil)
    #expect(throws: CallbackURL.SyntaxError.self) { try CallbackURL(parsing: longest + "b") }
  }
}
