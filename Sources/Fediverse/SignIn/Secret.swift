import Crypto

/// A text that nobody else is to see, such as a client's secret; it never shows in a description or a dump.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text itself, for whoever stores it.
  public let exposed: String

  /// Wraps the text, without the blanks and line breaks around it.
  public init(_ text: String) {
    exposed = text.trimmedOfBlanks
  }

  /// So many random bytes of the system as text for a URL: base64url, as RFC 7636 has it.
  static func random(bytes count: Int) -> Secret {
    var generator = SystemRandomNumberGenerator()
    return Secret((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }.base64URL)
  }

  /// What proves later that one knows the text: its SHA-256, in base64url.
  var challenge: String { Array(SHA256.hash(data: Array(exposed.utf8))).base64URL }

  /// Whether both are the same, without telling by the time it takes how much of them is.
  func isEqual(to other: String) -> Bool {
    let (own, others) = (Array(exposed.utf8), Array(other.utf8))
    guard own.count == others.count else { return false }
    return zip(own, others).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Says that it is a secret, and no more.
  public var description: String { "Secret(…)" }
  /// Says that it is a secret, and no more.
  public var debugDescription: String { description }
  /// Shows nothing inside.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

extension AccessToken {
  /// The token itself, for whoever stores it.
  public var exposed: String { String(authorization.dropFirst("Bearer ".count)) }
}

extension [UInt8] {
  /// The bytes in the alphabet of RFC 4648 section 5, without padding.
  var base64URL: String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: count, by: 3) {
      let some = self[start..<Swift.min(start + 3, count)]
      let bits = some.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - some.count))
      text += (0...some.count).map { digits[bits >> (18 - 6 * $0) & 63] }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
