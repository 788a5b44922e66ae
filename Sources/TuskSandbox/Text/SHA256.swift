/// The hash of FIPS 180-4, for PKCE challenges.
struct SHA256 {
  static func digest(_ message: [UInt8]) -> [UInt8] {
    var padded = message + [0x80]
    padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += (0..<8).map { UInt8(truncatingIfNeeded: UInt64(message.count * 8) >> (56 - 8 * $0)) }
    var hash = SHA256()
    for start in stride(from: 0, to: padded.count, by: 64) { hash.absorb(padded[start..<start + 64]) }
    return hash.state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
  }

  private var state = SHA256.fractions(ofRoot: 2, of: 8)

  private mutating func absorb(_ block: ArraySlice<UInt8>) {
    var words = (0..<16).map { index in
      block.dropFirst(index * 4).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (a, b) = (words[index - 15], words[index - 2])
      let mixed = (a.rotated(7) ^ a.rotated(18) ^ a >> 3) &+ (b.rotated(17) ^ b.rotated(19) ^ b >> 10)
      words.append(words[index - 16] &+ words[index - 7] &+ mixed)
    }
    var now = state
    for index in 0..<64 {
      let choice = now[4] & now[5] ^ ~now[4] & now[6]
      let majority = now[0] & now[1] ^ now[0] & now[2] ^ now[1] & now[2]
      let first =
        now[7] &+ (now[4].rotated(6) ^ now[4].rotated(11) ^ now[4].rotated(25)) &+ choice
        &+ SHA256.constants[index] &+ words[index]
      let second = (now[0].rotated(2) ^ now[0].rotated(13) ^ now[0].rotated(22)) &+ majority
      now = [first &+ second, now[0], now[1], now[2], now[3] &+ first, now[4], now[5], now[6]]
    }
    state = zip(state, now).map { $0 &+ $1 }
  }

  private static let constants = fractions(ofRoot: 3, of: 64)

  /// The standard's constants: the first 32 bits after the point of the square or cube roots of the first primes.
  private static func fractions(ofRoot degree: Int, of count: Int) -> [UInt32] {
    var primes: [UInt64] = []
    var candidate: UInt64 = 2
    while primes.count < count {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map { fraction(ofRoot: degree, of: $0) }
  }

  /// Bit by bit the greatest r, scaled by 2^32, whose power is not above the prime.
  private static func fraction(ofRoot degree: Int, of prime: UInt64) -> UInt32 {
    let target = UInt128(prime) << UInt128(32 * degree)
    let root = stride(from: 37, through: 0, by: -1).reduce(UInt128(0)) { root, bit in
      let next = root | UInt128(1) << UInt128(bit)
      let power = degree == 2 ? next * next : next * next * next
      return power <= target ? next : root
    }
    return UInt32(truncatingIfNeeded: root)
  }
}

extension UInt32 {
  fileprivate func rotated(_ bits: UInt32) -> UInt32 { self >> bits | self << (32 - bits) }
}
