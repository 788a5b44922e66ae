import Crypto
import Foundation

/// Generates and derives random secrets.
enum Secret {
  /// 256 random bits in base64url.
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return base64URL((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  /// The PKCE challenge of a verifier (RFC 7636, method S256).
  static func challenge(of verifier: String) -> String {
    base64URL(Array(SHA256.hash(data: Array(verifier.utf8))))
  }

  static func base64URL(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
