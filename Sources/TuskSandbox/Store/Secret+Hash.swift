import Crypto

extension Secret {
  /// The SHA-256 hash of a text in hexadecimal.
  static func hash(of text: String) -> String {
    SHA256.hash(data: Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
