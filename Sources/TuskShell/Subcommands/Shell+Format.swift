package import TuskCommon
import TuskLanguage
import TuskRuntime
import XCallbackURL

extension Shell {
  /// Formats script files.
  ///
  /// - Parameter changes: whether to rewrite the files; otherwise the files that would change are listed.
  package func format(_ files: [String], changing changes: Bool) -> ExitCode {
    var code = ExitCode.success
    for file in files {
      let result = format(file, changing: changes)
      if code == .success { code = result }
    }
    return code
  }

  private func format(_ file: String, changing changes: Bool) -> ExitCode {
    guard let source = source(at: file) else { return .noInput }
    let text: String
    do throws(Diagnostic) {
      text = try Formatter.formatted(source)
    } catch {
      reporter(isScript: true).report(error, in: source)
      return error.exitCode
    }
    let isSame = Array(text.utf8) == source.bytes
    switch (file, changes) {
    case ("-", true): streams.write(text)
    case (_, false):
      guard !isSame else { return .success }
      streams.write(TerminalText.field(file) + "\n")
      return streams.exitCode == .success ? .partial : streams.exitCode
    case (_, true):
      guard !isSame else { return .success }
      return replace(file, with: text)
    }
    return streams.exitCode
  }

  private func replace(_ file: String, with text: String) -> ExitCode {
    do throws(Failure) {
      let output = try OutputFile(file, .replacing)
      try output.write(Array(text.utf8)[...])
      try output.commit()
      return .success
    } catch {
      return reporter(isScript: true).report(error.message, .cannotCreate)
    }
  }
}
