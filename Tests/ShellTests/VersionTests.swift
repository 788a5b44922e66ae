import Testing

@testable import TuskShell

/// What `--version` prints.
struct VersionTests {
  @Test(arguments: [
    ("", "tusk \(Version.number)"), ("0123456789ab", "tusk \(Version.number) (0123456789ab)"),
    ("0123456789ab, modified", "tusk \(Version.number) (0123456789ab, modified)"),
  ])
  func versionNamesTheCommitIfKnown(commit: String, expected: String) {
    #expect(Version.description(commit: commit) == expected)
  }
}
