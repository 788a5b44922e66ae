import TuskActions
package import TuskCommon
import TuskLanguage
import XCallbackURL

extension Shell {
  /// Runs a script file, which is checked as a whole before its first line runs.
  ///
  /// - Parameter subcommands: the names of the program's subcommands, which a word that is no file may mean.
  package func run(file path: String, arguments: [String], subcommands: [String] = []) -> ExitCode {
    let script: ScriptFile
    do {
      script = try ScriptFile(path: path)
    } catch {
      let hint = Self.hint(for: path, arguments, subcommands)
      return reporter(isScript: true).report(error.message + hint, .noInput)
    }
    switch header(of: script.source) {
    case .failure(let code): return code
    case .success(let header):
      let program = ParsedSource(script.source)
      if arguments.contains("--help"), let help = ScriptHelp(program, path: path) {
        streams.write(help.text)
        return .success
      }
      let unit = ScriptUnit(script, program)
      let run = Run(
        requester: Requester(unit), source: script.sourceName, journalName: ScriptFile.absolute(path),
        statedName: header.name, arguments: arguments, sourcedVerbs: unit.sourcedVerbs)
      return self.run(program, as: run)
    }
  }

  /// What a word that is no file was meant to be: a command, or a subcommand or command of a similar name.
  private static func hint(for path: String, _ arguments: [String], _ subcommands: [String]) -> String {
    let verbs = catalog.verbs
    guard !verbs.contains(where: { $0 == path || $0.hasPrefix(path + " ") }) else {
      let words = arguments.map { word in word.contains { " '\"".contains($0) } ? Resolver.argument(word) : word }
      // In single quotes, a system shell takes everything else as it is.
      let line = ([path] + words).joined(separator: " ").replacing("'", with: #"'\''"#)
      return "; to run a command: tusk -c '\(line)'"
    }
    guard path.allSatisfy({ $0.isLetter || $0 == "-" }) else { return "" }
    if let subcommand = NearWords.near(path, among: subcommands).first { return "; did you mean 'tusk \(subcommand)'?" }
    return NearWords.near(path, among: verbs).first.map { "; did you mean tusk -c '\($0)'?" } ?? ""
  }

  /// Runs lines from the command line, which are checked together before the first one runs.
  package func run(lines: [String], arguments: [String] = []) -> ExitCode {
    run(
      ParsedSource(Source(lines.joined(separator: "\n"))),
      as: Run(requester: Requester(.person), journalName: "-c", arguments: arguments))
  }

  /// Calls another app with the words of a shell's command line.
  package func call(_ words: [String]) -> ExitCode {
    run(lines: [([Resolver.callVerb] + words.map(Resolver.argument)).joined(separator: " ")])
  }

  /// Runs the statements on standard input as they arrive; a plan is checked as a whole before.
  package func runStandardInput(arguments: [String] = []) -> ExitCode {
    if let code = refusal(of: options) { return code }
    defer { closeJournal() }
    let run = Run(requester: Requester(.person), journalName: "-", arguments: arguments, mode: .stream)
    do throws(Failure) {
      var input = ByteInput(descriptor: 0)
      let start = Source(bytes: try input.peekHeader())
      guard ScriptHeader.isPlan(start) else {
        try beginPlan(of: run)
        return self.run(StatementStream(input), in: execution(of: run))
      }
      let plan = try PlanInput(input, spoolingIn: environment["TMPDIR"] ?? "/tmp")
      if case .failure(let code) = header(of: start) { return code }
      let execution = execution(of: run)
      var audience = Audience()
      if let code = mistakes(in: plan.statements(), execution, &audience) { return code }
      if !options.rehearses, let words = audience.words { streams.report("this plan \(words)\n") }
      try beginPlan(of: run)
      return self.run(plan.statements(), in: execution)
    } catch {
      return reporter(isScript: true).report(error)
    }
  }

  /// Checks all statements of a plan.
  ///
  /// - Parameter audience: gets the accounts that its requests notify.
  /// - Returns: the exit code, if the plan cannot run.
  func mistakes(
    in stream: StatementStream, _ execution: Execution, _ audience: inout Audience
  ) -> ExitCode? {
    var (stream, trial, count) = (stream, execution, 0)
    let resolver = Self.resolver()
    while count < Self.mostMistakes, let element = stream.next() {
      count += trial.check(element)
      guard case .statement(let statement, _) = element else { break }
      audience.add(statement, resolver: resolver)
    }
    return count > 0 ? trial.exitCode : nil
  }

  /// How many mistakes of a plan are shown at most.
  private static let mostMistakes = 20

  /// Runs the statements of a stream; while some run, the next ones that have arrived are checked.
  private func run(_ statements: StatementStream, in execution: Execution) -> ExitCode {
    var execution = execution
    var stream = CheckedStream(statements, execution.checker)
    var next = stream.next(waiting: true)
    var last = Source("")
    while let batch = next {
      last = batch.source
      next = nil
      guard execution.run(batch, meanwhile: { next = stream.next(waiting: false) }) else {
        execution.endRehearsal(isCut: true)
        return execution.exitCode
      }
      next = next ?? stream.next(waiting: true)
    }
    guard !stream.hasFailed else { return reporter(isScript: true).report("standard input cannot be read", .noInput) }
    execution.runSchedules(in: last)
    execution.endRehearsal(isCut: false)
    return execution.exitCode
  }

  private func run(_ program: ParsedSource, as run: Run) -> ExitCode {
    if let code = refusal(of: options) { return code }
    defer { closeJournal() }
    var execution = execution(of: run)
    guard let statements = execution.check(program) else { return execution.exitCode }
    do throws(Failure) { try beginPlan(of: run) } catch { return reporter(isScript: true).report(error) }
    let isWhole = execution.run(statements)
    if isWhole { execution.runSchedules(in: program.source) }
    execution.endRehearsal(isCut: !isWhole)
    return execution.exitCode
  }
}
