import Synchronization
package import TuskCommon
package import TuskLanguage
package import TuskRuntime

/// Runs statements one after the other, shows what comes of them, and keeps how it ended.
package struct Execution: Sendable {
  private let interpreter: Interpreter
  private let display: Display
  private let reporter: Reporter
  private let keepsGoing: Bool
  private let interrupts: Interrupts
  /// What the statements know.
  private var frame: Frame
  private var checker: Checker
  private var hasLeft = false
  /// How it ended so far.
  package private(set) var exitCode = ExitCode.success

  package init(
    interpreter: Interpreter, frame: Frame, checker: Checker, display: Display, reporter: Reporter,
    interrupts: Interrupts, keepsGoing: Bool
  ) {
    self.interpreter = interpreter
    self.frame = frame
    self.checker = checker
    self.display = display
    self.reporter = reporter
    self.interrupts = interrupts
    self.keepsGoing = keepsGoing
    display.whenClosed { [weak interrupts] in interrupts?.cancel() }
  }

  /// Runs a statement to its end; Ctrl-C cancels it.
  ///
  /// - Returns: whether the run goes on.
  package mutating func run(_ statement: Statement, in source: Source) -> Bool {
    run([(statement, source)])
  }

  /// Runs statements that have arrived together, each to its end; Ctrl-C cancels them.
  ///
  /// - Returns: whether the run goes on.
  package mutating func run(_ statements: [(statement: Statement, source: Source)]) -> Bool {
    var rest = statements[...]
    while !rest.isEmpty {
      let (batch, display) = (rest, display)
      let done = Counter()
      let goesOn = proceed(in: { batch[min(batch.startIndex + done.count, batch.endIndex - 1)].source }) {
        (interpreter, frame) async throws(Diagnostic) in
        for (statement, source) in batch {
          display.startCommand()
          frame.source = source
          let flow = try await interpreter.run(statement, in: &frame)
          guard case .onward = flow, !display.isClosed else { return flow }
          done.countOne()
        }
        return .onward
      }
      guard goesOn else { return false }
      rest = rest.dropFirst(done.count + 1)
    }
    return true
  }

  /// How many statements of a batch were run.
  private final class Counter: Sendable {
    private let number = Atomic(0)

    var count: Int { number.load(ordering: .sequentiallyConsistent) }

    func countOne() {
      number.add(1, ordering: .sequentiallyConsistent)
    }
  }

  /// Runs the schedules that the statements have set up, until somebody ends them.
  package mutating func runSchedules(in source: Source) {
    guard !hasLeft, frame.hasSchedules else { return }
    _ = proceed(in: { source }) { (interpreter, frame) async throws(Diagnostic) in
      try await interpreter.runSchedules(in: &frame)
    }
  }

  private typealias Step = @Sendable (Interpreter, inout Frame) async throws(Diagnostic) -> Interpreter.Flow

  private mutating func proceed(in source: () -> Source, _ step: @escaping Step) -> Bool {
    let (interpreter, start) = (interpreter, frame)
    display.startCommand()
    let end = interrupts.whileRunning { () async -> (Result<Interpreter.Flow, Diagnostic>, Frame) in
      var frame = start
      do throws(Diagnostic) {
        return (.success(try await step(interpreter, &frame)), frame)
      } catch {
        return (.failure(error), frame)
      }
    }
    frame = end.1
    return goesOn(after: end.0, in: source())
  }

  private mutating func goesOn(after result: Result<Interpreter.Flow, Diagnostic>, in source: Source) -> Bool {
    let stopping = interrupts.stopping
    if frame.skipped > 0, exitCode == .success { exitCode = .partial }
    switch result {
    case .success(.exit(let code)):
      exitCode = code
      hasLeft = true
      return false
    case .success: break
    case .failure(let diagnostic) where diagnostic.kind == .interrupted && stopping == nil && display.isClosed: break
    case .failure(var diagnostic):
      if diagnostic.kind == .interrupted { diagnostic = stopped(diagnostic, in: source) }
      if let stopping { diagnostic.exitCode = stopping }
      exitCode = diagnostic.exitCode
      if !display.isClosed { report(diagnostic, in: source) }
      guard keepsGoing, stopping == nil, exitCode != .interrupted else {
        hasLeft = true
        return false
      }
      exitCode = .partial
    }
    if display.isBroken { exitCode = .cannotWrite }
    if let stopping { exitCode = stopping }
    return stopping == nil && !display.isClosed
  }

  /// Where a run was stopped, and whether it goes on there.
  private func stopped(_ diagnostic: Diagnostic, in source: Source) -> Diagnostic {
    var stopped = diagnostic
    let line = (diagnostic.source ?? source).line(at: diagnostic.span.start)
    stopped.message = "stopped at line \(line)" + (frame.goesOn ? "; run it again to go on" : "")
    return stopped
  }

  /// Finds what is wrong with some statements without running them; all of it is shown.
  ///
  /// - Returns: whether nothing is.
  package mutating func check(_ statements: [Statement], in source: Source) -> Bool {
    let mistakes = mistakes(in: statements, of: source)
    return mistakes.isEmpty || fail(mistakes, in: source)
  }

  /// What is wrong with some statements, as far as that is known before they run.
  package mutating func mistakes(in statements: [Statement], of source: Source) -> [Diagnostic] {
    checker.check(statements, in: source)
  }

  /// Shows mistakes that end the run, because nothing after them can be trusted.
  ///
  /// - Returns: that the run does not go on.
  package mutating func fail(_ diagnostics: [Diagnostic], in source: Source) -> Bool {
    for diagnostic in diagnostics { report(diagnostic, in: source) }
    if let first = diagnostics.first { exitCode = first.exitCode }
    hasLeft = true
    return false
  }

  /// As JSON where the command wanted it, or where the line says so that never became one.
  private func report(_ diagnostic: Diagnostic, in outer: Source) {
    let source = diagnostic.source ?? outer
    let line = source.text(source.lineSpan(at: diagnostic.span.start))
    let saysJSON = line.split(separator: " ").contains("--json")
    reporter.report(diagnostic, in: source, asJSON: display.wantsJSON || saysJSON)
  }
}
