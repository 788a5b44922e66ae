import XCallbackURL

/// A maker of random parts of URLs, the same for the same seed (a congruential generator, its high bits folded down).
struct URLGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 2 &+ 1
  }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 32
  }

  mutating func any<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &self)]
  }

  mutating func several<Element>(_ range: Range<Int>, _ make: (inout URLGenerator) -> Element) -> [Element] {
    (0..<Int.random(in: range, using: &self)).map { _ in make(&self) }
  }

  /// Text of any characters but NUL, those that mean something in a URL most often.
  mutating func text() -> String {
    several(0..<7) { random in
      let telling = [
        "&", "=", "#", "%", "+", ";", "?", "/", ":", "@", " ", "\r\n", "x-", "%41", "%zz", "\u{1B}", "'", "\"",
      ]
      guard Bool.random(using: &random) else { return random.any(telling) }
      let value = UInt32.random(in: 1..<random.any([0x80, 0x800, 0x10000, 0x110000]), using: &random)
      return Unicode.Scalar(value).map { String(Character($0)) } ?? "?"
    }.joined()
  }

  /// Pairs that a query can spell: a name alone is not empty.
  mutating func pairs() -> [CallbackURL.Pair] {
    several(0..<5) { random in
      let name = random.any(["a", "x-source", "response", random.text()])
      return CallbackURL.Pair(name, name.isEmpty || Bool.random(using: &random) ? random.text() : nil)
    }
  }

  mutating func action() -> String {
    let segments = several(1..<4) { $0.any(["getStatus", "note", "callback", "x" + $0.text()]) }
    return segments.joined(separator: "/")
  }

  mutating func scheme() -> String { any(["tusker", "Bear", "x+y-z.1", "A"]) }

  /// A text that looks like a URL and may be none.
  mutating func draft() -> String {
    let authority = any(["", "//", "//x-callback-url", "//h:1", "//u@h", "///", "//[::1]", "//%2F", "//é"])
    let path = several(0..<4) { $0.any(["/", "a", "%2F", "..", "%", " ", "é", "%00", "%C3"]) }.joined()
    let query = several(0..<6) {
      $0.any(["?", "&", "=", "a", "x-y", "%3D", "%FF", "+", "[", "#", "\u{7F}", "\u{301}"])
    }.joined()
    return any(["a", "tusker", "", "1", "A-"]) + any([":", ":", ":", ""]) + authority + path + query
  }
}
