import Testing
import TuskRuntime

/// `matches`: patterns for whole texts.
struct GlobTests {
  @Test(
    arguments: [
      ("", ""), ("*", ""), ("*", "anything\nat all"), ("**", "x"), ("?", "x"), ("?", "\n"), ("a*c", "ac"),
      ("a*c", "abcbc"), ("*.example", "b.example"), ("a?c", "abc"), ("*a*b*", "xxaxxbxx"), ("[abc]", "b"),
      ("[a-c]x", "cx"), ("[!a-c]", "d"), ("[!a]", "\u{1F418}"), ("[]]", "]"), ("[!]]", "a"), ("[a-]", "-"),
      ("[-a]", "-"),
      ("[a\\-z]", "-"), ("[\\]]", "]"), ("[*]", "*"), ("[?]", "?"), ("[", "["), ("[ab", "[ab"), ("[!", "[!"),
      ("[]", "[]"),
      ("a[", "a["), ("\\*", "*"), ("\\?", "?"), ("\\[a]", "[a]"), ("\\\\", "\\"), ("\\", "\\"), ("a\\", "a\\"),
      ("\\a", "a"),
      ("*[0-9]", "v1.9"), ("[a-cx-z]", "y"), ("\u{1F418}*", "\u{1F418} elephant"), ("?", "\u{1F418}"), ("??", "\r\n"),
      ("[α-ω]", "λ"), ("@*@*.example", "@bob@b.example"), ("*a", "aaaa"), ("[[]", "["), ("]", "]"), ("a]b", "a]b"),
    ])
  func aPatternFits(pattern: String, text: String) {
    #expect(Glob(pattern).matches(text))
  }

  @Test(
    arguments: [
      ("", "a"), ("a", ""), ("?", ""), ("?", "ab"), ("a", "ab"), ("b", "ab"), ("a*c", "acb"), ("[abc]", "d"),
      ("[!a-c]", "b"), ("[!a]", ""), ("[z-a]", "m"), ("[a\\-z]", "m"), ("\\*", "x"), ("\\?", "x"),
      ("*.example", "b.example.org"),
      ("A", "a"), ("[]", ""), ("*a*b*", "ba"), ("?*", ""), ("[a]", "[a]"), ("a\\", "a"), ("[ab", "a"), ("**?", ""),
    ])
  func aPatternDoesNotFit(pattern: String, text: String) {
    #expect(!Glob(pattern).matches(text))
  }

  @Test func nothingIsNormalized() {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    #expect(composed == decomposed)
    #expect(Glob(composed).matches(composed) && Glob(decomposed).matches(decomposed))
    #expect(!Glob(composed).matches(decomposed) && !Glob(decomposed).matches(composed))
    #expect(Glob("caf??").matches(decomposed) && Glob("caf?").matches(composed))
    #expect(!Glob("[\u{E9}]").matches("e\u{301}"))
  }

  @Test(arguments: ["*a", "*?a", "*[a]", "*a*a", "?*a*"])
  func noPatternTakesLongerThanTheProductOfTheLengths(part: String) {
    // Trying every star again would take more steps than there are atoms.
    let hostile = Glob(String(repeating: part, count: 20) + "b")
    #expect(!hostile.matches(String(repeating: "a", count: 3_000)))
    #expect(hostile.matches(String(repeating: "a", count: 200) + "b"))
  }

  @Test func everyTextIsAPatternAndEscapedItFitsItselfAlone() {
    let texts = ["[!", "a-b]", "\\", "**", "[]]", "\u{0}", "]\\[", "?[a-", "!", "-", "e\u{301}", "[a-\\", "[\\"]
    for text in texts {
      let escaped = text.unicodeScalars.map { "\\\($0)" }.joined()
      for other in texts { #expect(Glob(escaped).matches(other) == (text == other)) }
    }
  }

  @Test func aPatternAgreesWithASlowerReading() {
    var generator = SplitMix(state: 42)
    for _ in 0..<1500 {
      let pattern = Self.word(of: Array("ab*?"), upTo: 7, &generator)
      let text = Self.word(of: Array("ab"), upTo: 8, &generator)
      #expect(Glob(pattern).matches(text) == Self.fits(pattern[...], text[...]), "\(pattern) on \(text)")
    }
  }

  private static func fits(_ pattern: Substring, _ text: Substring) -> Bool {
    switch pattern.first {
    case nil: text.isEmpty
    case "*": fits(pattern.dropFirst(), text) || !text.isEmpty && fits(pattern, text.dropFirst())
    case "?": !text.isEmpty && fits(pattern.dropFirst(), text.dropFirst())
    case .some(let wanted): text.first == wanted && fits(pattern.dropFirst(), text.dropFirst())
    }
  }

  private static func word(of alphabet: [Character], upTo most: Int, _ generator: inout SplitMix) -> String {
    String(
      (0..<Int.random(in: 0...most, using: &generator)).map { _ in alphabet.randomElement(using: &generator) ?? "a" })
  }
}

/// The same random numbers in every run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
