import TuskActions
package import TuskCommon
package import TuskLanguage
import XCallbackURL

extension Shell {
  /// Runs a script file, which is checked as a whole before its first line runs.
  package func run(file path: String, arguments: [String]) -> ExitCode {
    let script: ScriptFile
    do {
      script = try ScriptFile(path: path)
    } catch {
      let isVerb = Self.catalog.verbs.contains { $0 == path || $0.hasPrefix(path + " ") }
      let line = ([path] + arguments).joined(separator: " ")
      let hint = isVerb ? "; to run a command: tusk -c '\(line)'" : ""
      return reporter(isScript: true).report(error.message + hint, .noInput)
    }
    let program = ParsedSource(script.source)
    let run = Run(
      party: .script(script.identity(effects: Self.effects(of: program))), source: script.sourceName,
      journalName: ScriptFile.absolute(path), arguments: arguments)
    return self.run(program, as: run)
  }

  /// Runs lines from the command line, which are checked together before the first one runs.
  package func run(lines: [String]) -> ExitCode {
    run(ParsedSource(Source(lines.joined(separator: "\n"))), as: Run(party: .person, journalName: "-c"))
  }

  /// Calls another app with the words of a shell's command line.
  package func call(_ words: [String]) -> ExitCode {
    run(lines: [([Resolver.callVerb] + words.map(Resolver.argument)).joined(separator: " ")])
  }

  /// Runs the statements on standard input as they arrive.
  package func runStandardInput() -> ExitCode {
    if let code = refusal(of: options) { return code }
    defer { closeJournal() }
    var execution = execution(of: Run(party: .person, journalName: "-", mode: .stream))
    var stream = StatementStream(descriptor: 0)
    var last = Source("")
    while case let elements = stream.next(atMost: Self.batch), !elements.isEmpty {
      guard execution.run(elements, last: &last) else { return execution.exitCode }
    }
    guard !stream.hasFailed else { return reporter(isScript: true).report("standard input cannot be read", .noInput) }
    execution.runSchedules(in: last)
    return execution.exitCode
  }

  /// How many statements that arrived together run together at most.
  private static let batch = 256

  private func run(_ program: ParsedSource, as run: Run) -> ExitCode {
    if let code = refusal(of: options) { return code }
    defer { closeJournal() }
    var execution = execution(of: run)
    guard let statements = execution.check(program), execution.run(statements) else { return execution.exitCode }
    execution.runSchedules(in: program.source)
    return execution.exitCode
  }

  /// What a script would change, one line for each change; empty if it changes nothing.
  package static func effects(of program: ParsedSource) -> [String] {
    let effects = Effects(of: (try? program.statements.get()) ?? [], resolver: resolver())
    return effects.changesAccount ? effects.lines : []
  }
}

extension Execution {
  /// Runs the next elements of a stream, up to the first mistake.
  ///
  /// - Parameter last: is set to the source of the last statement.
  /// - Returns: whether the run continues.
  fileprivate mutating func run(_ elements: [StatementStream.Element], last: inout Source) -> Bool {
    var statements: [CheckedStatement] = []
    for element in elements {
      switch element {
      case .statement(let statement, let source):
        last = source
        let (checked, mistakes) = examine([statement], of: source)
        guard mistakes.isEmpty else { return run(statements) && fail(mistakes, in: source) }
        statements += checked
      case .mistake(let diagnostic, let source):
        return run(statements) && fail([tried(diagnostic, in: source)], in: source)
      }
    }
    return run(statements)
  }
}
