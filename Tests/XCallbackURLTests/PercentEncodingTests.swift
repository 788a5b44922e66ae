import Testing

@testable import XCallbackURL

/// Percent-encoding of single characters and of pairs.
struct PercentEncodingTests {
  private func encoded(_ text: String) -> String {
    URLWriter.escaped(text)
  }

  private func encoded(_ pairs: [CallbackURL.Pair], separator: Unicode.Scalar?) -> String {
    URLWriter.text(atMost: URLWriter.bound(of: pairs)) { writer in
      writer.append(pairs, separator: separator.map { UInt8(ascii: $0) })
    }
  }

  /// RFC 3986 section 2.3: these 66 stand for themselves, and nothing else does.
  @Test func onlyUnreservedCharactersStandForThemselves() {
    let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    #expect(encoded(unreserved) == unreserved)
    for value in 0..<0x80 as Range<UInt8> where !unreserved.utf8.contains(value) {
      let hex = String(value, radix: 16, uppercase: true)
      #expect(encoded(String(Unicode.Scalar(value))) == "%" + (hex.count < 2 ? "0" : "") + hex)
    }
  }

  @Test(arguments: [
    ("", ""), (" ", "%20"), ("+", "%2B"), ("%", "%25"), ("%41", "%2541"), ("é", "%C3%A9"), ("e\u{301}", "e%CC%81"),
    ("€", "%E2%82%AC"), ("😀", "%F0%9F%98%80"), ("\u{10FFFF}", "%F4%8F%BF%BF"), ("\r\n", "%0D%0A"), ("\u{0}", "%00"),
    ("👩‍💻", "%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB"),
  ])
  func textIsEscapedFromUTF8InUpperCase(text: String, escaped: String) {
    #expect(encoded(text) == escaped)
  }

  @Test(
    arguments: [
      ([], "?", ""), ([("a", nil)], "?", "?a"), ([("a", "")], "?", "?a="), ([("a", "b")], nil, "a=b"),
      ([("a", "b"), ("a", nil), ("", "=")], "&", "&a=b&a&=%3D"), ([("&", "&")], "?", "?%26=%26"),
      ([("a", "1"), ("b", "2")], nil, "a=1&b=2"),
    ] as [([(String, String?)], Unicode.Scalar?, String)])
  func pairsAreParted(pairs: [(String, String?)], separator: Unicode.Scalar?, query: String) {
    #expect(encoded(pairs.map { CallbackURL.Pair($0.0, $0.1) }, separator: separator) == query)
  }

  /// A text, the place of a `%` in it, and the byte that is escaped there.
  @Test(
    arguments: [
      ("%41", 0, 0x41), ("%aF", 0, 0xAF), ("%Af", 0, 0xAF), ("%00", 0, 0), ("%ff", 0, 0xFF), ("ab%3D", 2, 0x3D),
      ("%", 0, nil),
      ("%4", 0, nil), ("%g0", 0, nil), ("%0g", 0, nil), ("%+1", 0, nil), ("%%41", 0, nil), ("%%41", 1, 0x41),
      ("% 1", 0, nil), ("%é1", 0, nil), ("%0:", 0, nil), ("%@0", 0, nil), ("%`0", 0, nil), ("%G0", 0, nil),
      ("%/0", 0, nil),
    ] as [(String, Int, UInt8?)])
  func anEscapeIsAPercentSignAndTwoHexadecimalDigits(text: String, index: Int, byte: UInt8?) {
    #expect(PercentEncoding.escapedByte(in: Array(text.utf8)[...], at: index) == byte)
  }

  @Test func anEscapeEndsWithItsPart() {
    let bytes = Array("%41".utf8)
    #expect(PercentEncoding.escapedByte(in: bytes[..<2], at: 0) == nil)
    #expect(PercentEncoding.escapedByte(in: bytes[0...], at: 0) == 0x41)
  }
}
