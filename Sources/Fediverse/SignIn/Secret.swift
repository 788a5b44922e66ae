/// A secret text, such as a client secret, that never appears in descriptions or dumps.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text itself, for storing it.
  public let exposed: String

  /// Wraps a text, without surrounding blanks and line breaks.
  public init(_ text: String) {
    exposed = text.trimmedOfBlanks
  }

  /// Random bytes from the system in Base64url, as RFC 7636 requires of a code verifier.
  static func random(bytes count: Int) -> Secret {
    var generator = SystemRandomNumberGenerator()
    return Secret((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }.base64URL)
  }

  /// The PKCE code challenge of this verifier.
  var challenge: String { CodeChallenge.text(for: exposed) }

  /// Compares in constant time, so that timing reveals nothing about the secret.
  func isEqual(to other: String) -> Bool {
    let (own, others) = (Array(exposed.utf8), Array(other.utf8))
    guard own.count == others.count else { return false }
    return zip(own, others).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// A placeholder.
  public var description: String { "Secret(…)" }
  /// A placeholder.
  public var debugDescription: String { description }
  /// An empty mirror.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

extension AccessToken {
  /// The token itself, for storing it.
  public var exposed: String { String(authorization.dropFirst("Bearer ".count)) }
}

extension [UInt8] {
  /// Base64url without padding (RFC 4648 section 5).
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
