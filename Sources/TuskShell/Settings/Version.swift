internal import CVersion

/// The name and version of this program.
package enum Version {
  package static let number = TUSK_VERSION
  static let date = TUSK_DATE
  /// What `--version` prints: the version, and the commit if the build knows it.
  package static let description = description(commit: String(cString: tusk_commit()))
  /// The User-Agent header.
  package static let userAgent = "tusk/\(number)"

  static func description(commit: String) -> String {
    commit.isEmpty ? "tusk \(number)" : "tusk \(number) (\(commit))"
  }
}
