package import TuskLanguage
package import TuskRuntime

/// Runs statements one after the other, shows what comes of them, and keeps how it ended.
package struct Execution: Sendable {
  private let interpreter: Interpreter
  private let display: Display
  private let reporter: Reporter
  private let keepsGoing: Bool
  private let interrupts: Interrupts
  /// How it ended so far.
  package private(set) var exitCode = ExitCode.success

  package init(
    interpreter: Interpreter, display: Display, reporter: Reporter, interrupts: Interrupts, keepsGoing: Bool
  ) {
    self.interpreter = interpreter
    self.display = display
    self.reporter = reporter
    self.interrupts = interrupts
    self.keepsGoing = keepsGoing
  }

  /// Runs a statement to its end; Ctrl-C cancels it.
  ///
  /// - Returns: whether the run goes on.
  package mutating func run(_ statement: Statement, in source: Source) -> Bool {
    let interpreter = interpreter
    display.startCommand()
    let result = interrupts.whileRunning { () async -> Result<Void, Diagnostic> in
      do throws(Diagnostic) {
        return .success(try await interpreter.run(statement))
      } catch {
        return .failure(error)
      }
    }
    return goesOn(after: result, in: source)
  }

  private mutating func goesOn(after result: Result<Void, Diagnostic>, in source: Source) -> Bool {
    let stopping = interrupts.stopping
    if case .failure(var diagnostic) = result {
      if let stopping { diagnostic.exitCode = Int(stopping.rawValue) }
      exitCode = ExitCode(rawValue: Int32(diagnostic.exitCode))
      if !display.isClosed { report(diagnostic, in: source) }
      guard keepsGoing, stopping == nil, exitCode != .interrupted else { return false }
      exitCode = .partial
    }
    if display.isBroken { exitCode = .cannotWrite }
    if let stopping { exitCode = stopping }
    return stopping == nil && !display.isClosed
  }

  /// Finds what is wrong with a statement without running it.
  package mutating func check(_ statement: Statement, in source: Source) -> Bool {
    do throws(Diagnostic) {
      try interpreter.check(statement)
      return true
    } catch {
      return fail(error, in: source)
    }
  }

  /// Shows a mistake that ends the run, because nothing after it can be trusted.
  ///
  /// - Returns: that the run does not go on.
  package mutating func fail(_ diagnostic: Diagnostic, in source: Source) -> Bool {
    report(diagnostic, in: source)
    exitCode = ExitCode(rawValue: Int32(diagnostic.exitCode))
    return false
  }

  /// As JSON where the command wanted it, or where the line says so that never became one.
  private func report(_ diagnostic: Diagnostic, in source: Source) {
    let line = source.text(source.lineSpan(at: diagnostic.span.start))
    let saysJSON = line.split(separator: " ").contains("--json")
    reporter.report(diagnostic, in: source, asJSON: display.wantsJSON || saysJSON)
  }
}
