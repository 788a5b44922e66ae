import Foundation
import MessageDigest

/// Generates and derives random secrets.
enum Secret {
  /// The setting with the secret that the owner of the sandbox proves to know when a client is authorized.
  static let setting = "secret"

  /// 256 random bits in base64url.
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return base64URL((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  /// The PKCE challenge of a verifier (RFC 7636, method S256).
  static func challenge(of verifier: String) -> String {
    base64URL(SHA256.hash(Array(verifier.utf8)))
  }

  /// Compares in a time that does not depend on where the texts differ.
  static func areEqual(_ one: String, _ other: String) -> Bool {
    SHA256.hash(Array(one.utf8)) == SHA256.hash(Array(other.utf8))
  }

  /// The HMAC with SHA-256 of `fields`, each followed by a line feed, in hexadecimal.
  static func proof(of fields: [String], by secret: String) -> String {
    let text = fields.map { $0 + "\n" }.joined()
    return hexadecimal(SHA256.code(of: Array(text.utf8), key: Array(secret.utf8)))
  }

  static func base64URL(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}

extension Secret {
  /// The SHA-256 hash of a text in hexadecimal.
  static func hash(of text: String) -> String {
    hexadecimal(SHA256.hash(Array(text.utf8)))
  }

  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
