/// Random choices that depend on a seed only.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
    // Otherwise the choices of the next seed would be the same, one choice later.
    state = next() ^ (next() << 1)
  }

  /// SplitMix64, by Sebastiano Vigna.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to less than a bound.
  mutating func below(_ bound: Int) -> Int {
    Int(next() >> 1) % max(bound, 1)
  }

  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// A number from 0 to less than 1.
  mutating func fraction() -> Double {
    Double(next() >> 11) / Double(1 << 53)
  }

  /// Whether an event of this probability happens.
  mutating func chance(_ probability: Double) -> Bool {
    fraction() < probability
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// Some of the elements, at most so many, each at most once, in any order.
  mutating func sample<Element>(_ elements: [Element], _ count: Int) -> [Element] {
    Array(elements.shuffled(using: &self).prefix(count))
  }
}
