/// A way in which servers make identifiers of the current time, so that an identifier shows when its row was made.
enum IdentifierClock: Sendable, Hashable, CaseIterable {
  /// Mastodon's numbers: the milliseconds since 1970, then 16 bits.
  case snowflake
  /// ULIDs, as GoToSocial uses: the milliseconds since 1970 in ten characters of Crockford's Base32, then 16 others.
  case ulid
  /// Pleroma's flakes: the milliseconds since 1970, then 64 bits, in 18 characters of Base62.
  case flake
  /// Misskey's identifiers: the milliseconds since 2000 in eight characters of Base36, then two or eight others.
  case aid

  /// The milliseconds since 1970 in an identifier; `nil` if it has another form.
  func milliseconds(in id: String) -> Int? {
    switch self {
    case .snowflake: UInt64(id).map { Int($0 >> 16) }
    case .ulid: id.utf8.count == 26 ? Self.number(id.prefix(10), Self.crockford).map { Int(clamping: $0) } : nil
    case .flake:
      id.utf8.count == 18 ? Self.number(id[...], Self.base62).flatMap { $0 >> 112 == 0 ? Int($0 >> 64) : nil } : nil
    case .aid where [10, 16].contains(id.utf8.count):
      Self.number(id.prefix(8), Self.base36).map { Int(clamping: $0) + Self.year2000 }
    case .aid: nil
    }
  }

  /// An identifier that is newer than every one made before this time, and older than every later one.
  ///
  /// - Parameter sample: an identifier of the same server, which has the same length.
  func identifier(atMilliseconds time: Int, like sample: String) -> String? {
    guard time >= 0 else { return nil }
    switch self {
    case .snowflake: return time < 1 << 47 ? String(UInt64(time) << 16) : nil
    case .ulid:
      return Self.text(UInt128(time), Self.crockford, count: 10).map { $0 + String(repeating: "0", count: 16) }
    case .flake: return Self.text(UInt128(time) << 64, Self.base62, count: 18)
    case .aid:
      guard time >= Self.year2000 else { return nil }
      let rest = String(repeating: "0", count: max(sample.utf8.count - 8, 0))
      return Self.text(UInt128(time - Self.year2000), Self.base36, count: 8).map { $0 + rest }
    }
  }

  private static let crockford = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  private static let base62 = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
  private static let base36 = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
  /// 2000-01-01T00:00:00Z in milliseconds.
  private static let year2000 = 946_684_800_000

  private static func number(_ text: Substring, _ alphabet: [UInt8]) -> UInt128? {
    var number: UInt128 = 0
    for byte in text.utf8 {
      guard let digit = alphabet.firstIndex(of: byte) else { return nil }
      number = number &* UInt128(alphabet.count) &+ UInt128(digit)
    }
    return number
  }

  /// A number with this many digits; `nil` if it has more.
  private static func text(_ number: UInt128, _ alphabet: [UInt8], count: Int) -> String? {
    var (rest, digits) = (number, [UInt8]())
    for _ in 0..<count {
      digits.append(alphabet[Int(rest % UInt128(alphabet.count))])
      rest /= UInt128(alphabet.count)
    }
    return rest == 0 ? String(decoding: digits.reversed(), as: UTF8.self) : nil
  }
}
