import Testing

@testable import TuskShell

/// The token of a run in what it writes.
struct TokenMaskTests {
  private static let token = "s3cr3t-t0ken"

  @Test(arguments: [
    ("", ""), ("nothing of it", "nothing of it"), (token, "REDACTED"), ("\(token) ends", "REDACTED ends"),
    ("begins \(token)", "begins REDACTED"), ("\(token)\(token)\n\(token)", "REDACTEDREDACTED\nREDACTED"),
    ("s3cr3t-\(token)", "s3cr3t-REDACTED"), ("s3cr3t-t0ke", "s3cr3t-t0ke"), ("桜🌸\(token)桜", "桜🌸REDACTED桜"),
    // Compared by grapheme, the last letter would be another one.
    ("\(token)\u{301}", "REDACTED\u{301}"), ("S3CR3T-T0KEN", "S3CR3T-T0KEN"),
  ])
  func tokenIsMaskedWhereverItOccurs(text: String, shown: String) {
    #expect(StandardStreams().masking(Self.token).masked(text) == shown)
  }

  @Test func shortSecretsAndNoneAreNotMasked() {
    #expect(StandardStreams().masking("seven77").masked("seven77") == "seven77")
    #expect(StandardStreams().masking(nil).masked("text") == "text")
  }
}
