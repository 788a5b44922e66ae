import JSONValue
package import TuskCommon
package import TuskLanguage
import TuskRuntime
package import XCallbackURL

/// Reports errors on standard error, as text or as one JSON object per line.
package struct Reporter: Sendable {
  private let streams: StandardStreams
  private let terminal: Terminal
  private let wantsJSON: Bool
  /// Whether a script runs, whose errors name the exit code.
  let isScript: Bool
  /// Whether a person wants to see what is sent.
  private let traces: Bool

  package init(
    streams: StandardStreams, terminal: Terminal, wantsJSON: Bool, isScript: Bool, traces: Bool = false
  ) {
    self.traces = traces
    self.streams = streams
    self.terminal = terminal
    self.wantsJSON = wantsJSON
    self.isScript = isScript
  }

  /// Reports an error in a source, with a corrected line only if that line has no errors itself.
  package func report(_ mistake: Diagnostic, in source: Source, asJSON: Bool = false) {
    let diagnostic = mistake.isTried ? mistake : tried(mistake, in: source)
    guard !wantsJSON, !asJSON else {
      streams.report(diagnostic.json(in: source).text + "\n")
      return
    }
    // A person who pressed Ctrl-C knows where.
    guard diagnostic.kind != .interrupted || diagnostic.exitCode != .interrupted else {
      let exit = isScript ? "  [exit \(diagnostic.exitCode.rawValue)]" : ""
      return streams.report(terminal.wrapping(TerminalText.field(diagnostic.message + exit), on: .errors) + "\n")
    }
    let style = Diagnostic.Style(
      isColored: terminal.allowsColor(on: .errors), showsExitCode: isScript,
      width: max(40, Terminal.size(of: Terminal.Stream.errors.rawValue).columns - 6),
      showsURL: traces || !terminal.isTerminal(.errors), isPlain: terminal.isPlain)
    // Only the message is wrapped: what follows has columns, and a corrected line is there to be copied.
    let lines = diagnostic.rendered(in: source, style: style).split(separator: "\n", omittingEmptySubsequences: false)
    let message = lines.first.map { terminal.wrapping(String($0), on: .errors) } ?? ""
    streams.report(([message] + lines.dropFirst().map(String.init)).joined(separator: "\n") + "\n")
  }

  /// An error of a run, with a correction only if it passes a check that does not know which names have values.
  private func tried(_ mistake: Diagnostic, in source: Source) -> Diagnostic {
    guard mistake.help(in: source) != nil else { return mistake }
    var checker = Checker.onThisMachine(resolver: Shell.resolver(), mode: isScript ? .script : .prompt)
    checker.allowsUnknownNames = true
    return checker.tried(mistake, in: source)
  }

  /// Reports an error without a source.
  ///
  /// - Returns: the exit code.
  package func report(_ message: String, _ code: ExitCode) -> ExitCode {
    let error: JSON.Object = ["kind": "failed", "message": .string(message), "exit": .int(Int(code.rawValue))]
    let line = TerminalText.field("error: \(message)")
    let text = wantsJSON ? JSON.object(["error": .object(error)]).text : terminal.wrapping(line, on: .errors)
    streams.report(text + "\n")
    return code
  }

  package func report(_ failure: Failure) -> ExitCode {
    report(failure.message, ExitCode(failure))
  }
}
