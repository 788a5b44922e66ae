/// The PKCE code challenge (RFC 7636): the SHA-256 of a text in Base64url.
///
/// The hash is made here, because it is the only one of the library, and any package or system library for it would be
/// much larger than the library itself.
enum CodeChallenge {
  static func text(for verifier: String) -> String { hash(Array(verifier.utf8)).base64URL }

  /// SHA-256 (FIPS 180-4, section 6.2) of a short message.
  static func hash(_ message: [UInt8]) -> [UInt8] {
    var state = initial
    let bytes = padded(message)
    for start in stride(from: 0, to: bytes.count, by: 64) {
      let schedule = schedule(bytes[start..<start + 64])
      var words = state
      for round in 0..<64 { turn(&words, constants[round] &+ schedule[round]) }
      for index in state.indices { state[index] &+= words[index] }
    }
    return state.flatMap { bigEndian($0) }
  }

  /// The message, a one bit, zeros, and the length in bits in eight bytes: a multiple of 64 bytes.
  private static func padded(_ message: [UInt8]) -> [UInt8] {
    let zeros = [UInt8](repeating: 0, count: 63 - (message.count + 8) % 64)
    return message + [0x80] + zeros + bigEndian(UInt64(message.count) * 8)
  }

  private static func bigEndian<Word: FixedWidthInteger>(_ word: Word) -> [UInt8] {
    stride(from: Word.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> Word($0)) }
  }

  /// The 64 words that a block gives to the rounds.
  private static func schedule(_ block: ArraySlice<UInt8>) -> [UInt32] {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
      block[start..<start + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
      let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    return words
  }

  /// One round on the eight working words, which the standard calls `a` to `h`.
  private static func turn(_ words: inout [UInt32], _ input: UInt32) {
    let (a, b, c, e, f, g) = (words[0], words[1], words[2], words[4], words[5], words[6])
    let sum = words[7] &+ (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) &+ (e & f ^ ~e & g) &+ input
    let other = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ (a & b ^ a & c ^ b & c)
    words[3] &+= sum
    words.removeLast()
    words.insert(sum &+ other, at: 0)
  }

  private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word >> bits | word << (32 - bits)
  }

  /// Of the square roots of the first eight primes, the first 32 bits after the point.
  private static let initial: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  /// Of the cube roots of the first 64 primes, the first 32 bits after the point.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
