import MessageDigest

extension Secret {
  /// The SHA-256 hash of a text in hexadecimal.
  static func hash(of text: String) -> String {
    hexadecimal(SHA256.hash(Array(text.utf8)))
  }

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
