import Testing
import TuskCommon
import TuskLanguage

/// A line with a mistake, and what a person is shown for it.
struct Mistake: Sendable, CustomTestStringConvertible {
  let source: String
  let kind: Diagnostic.Kind
  let message: String
  /// The line under the source's: carets and what stands beside them.
  let marks: String
  /// The line as it should be.
  let help: String?
  let exitCode: ExitCode

  init(
    _ source: String, _ kind: Diagnostic.Kind, _ message: String, _ marks: String, help: String? = nil,
    exitCode: ExitCode = .usage
  ) {
    self.source = source
    self.kind = kind
    self.message = message
    self.marks = marks
    self.help = help
    self.exitCode = exitCode
  }

  var testDescription: String { source.debugDescription }

  /// Every table.
  static let all = characters + words + statements + commands
}
