import TuskActions
package import TuskCommon
package import TuskLanguage
import TuskRuntime
import XCallbackURL

extension Shell {
  /// Runs a script file: it is read and checked whole before its first line acts.
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
    let run = Run(
      party: .script(script.identity(effects: Self.effects(of: script.source))), source: script.sourceName,
      journalName: ScriptFile.absolute(path), arguments: arguments, isScript: true)
    if let code = refusal(of: options) { return code }
    var execution = execution(of: run, checker: .onThisMachine(resolver: Self.resolver(), arguments: arguments.count))
    return Self.run(script.source, with: &execution)
  }

  /// Runs lines given on the command line, which are checked together before the first acts.
  package func run(lines: [String]) -> ExitCode {
    if let code = refusal(of: options) { return code }
    var execution = execution(
      of: Run(party: .person, journalName: "-c", isScript: true),
      checker: .onThisMachine(resolver: Self.resolver(), arguments: 0))
    return Self.run(Source(lines.joined(separator: "\n")), with: &execution)
  }

  /// Calls another app with words as a shell has split them.
  package func call(_ words: [String]) -> ExitCode {
    run(lines: [([Resolver.callVerb] + words.map(Resolver.argument)).joined(separator: " ")])
  }

  /// Runs what comes on standard input, each statement as it arrives.
  package func runStandardInput() -> ExitCode {
    if let code = refusal(of: options) { return code }
    var execution = execution(
      of: Run(party: .person, journalName: "-", isScript: true),
      checker: .onThisMachine(resolver: Self.resolver(), arguments: 0, mode: .stream))
    var stream = StatementStream(descriptor: 0)
    var last = Source("")
    while case let elements = stream.next(atMost: Self.batch), !elements.isEmpty {
      guard execution.run(elements, last: &last) else { return execution.exitCode }
    }
    guard !stream.hasFailed else { return reporter(isScript: true).report("standard input cannot be read", .noInput) }
    execution.runSchedules(in: last)
    return execution.exitCode
  }

  /// How many lines that have arrived together are run together.
  private static let batch = 256

  private static func run(_ source: Source, with execution: inout Execution) -> ExitCode {
    let statements: [Statement]
    do throws(Diagnostic) {
      statements = try Parser.parse(source)
    } catch {
      _ = execution.fail([error], in: source)
      return execution.exitCode
    }
    guard execution.check(statements, in: source) else { return execution.exitCode }
    guard execution.run(statements.map { ($0, source) }) else { return execution.exitCode }
    execution.runSchedules(in: source)
    return execution.exitCode
  }

  /// What a script would change, a line for each: what a person is shown before they permit it.
  package static func effects(of source: Source) -> [String] {
    let effects = Effects(of: (try? Parser.parse(source)) ?? [], resolver: resolver())
    return effects.changesAccount ? effects.lines : []
  }
}

extension Execution {
  /// Runs what a stream has brought, up to the first mistake.
  ///
  /// - Parameter last: the text of the last statement.
  /// - Returns: whether the run goes on.
  fileprivate mutating func run(_ elements: [StatementStream.Element], last: inout Source) -> Bool {
    var statements: [(statement: Statement, source: Source)] = []
    for element in elements {
      switch element {
      case .statement(let statement, let source):
        last = source
        let mistakes = mistakes(in: [statement], of: source)
        guard mistakes.isEmpty else { return run(statements) && fail(mistakes, in: source) }
        statements.append((statement, source))
      case .mistake(let diagnostic, let source):
        return run(statements) && fail([diagnostic], in: source)
      }
    }
    return run(statements)
  }
}
