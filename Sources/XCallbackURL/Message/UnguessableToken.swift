/// Tokens that cannot be guessed: 128 bits from the system's random source, in hexadecimal.
package enum UnguessableToken {
  /// Creates a token.
  package static func make() -> String {
    var random = SystemRandomNumberGenerator()
    return [random.next(), random.next()].map(hexadecimal).joined()
  }

  /// Compares in constant time, so that the duration does not reveal how much of a guess is right.
  package static func isEqual(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    return zip(left.utf8, right.utf8).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
