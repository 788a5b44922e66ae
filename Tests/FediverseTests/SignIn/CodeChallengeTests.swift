import MessageDigest
import Testing

@testable import Fediverse

struct CodeChallengeTests {
  /// The verifier and the challenge of RFC 7636, appendix B.
  @Test func theChallengeOfTheStandard() {
    let challenge = CodeChallenge.text(for: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  /// Of every length around three blocks, as the system's library makes it.
  @Test func theHashIsThatOfTheSystemsLibrary() {
    var generator = SplitMix(state: 37)
    for count in 0..<200 {
      let message = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(CodeChallenge.hash(message) == SHA256.hash(message), "\(count) bytes")
    }
  }
}
