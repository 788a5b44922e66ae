import JSONValue
import Synchronization
import TuskActions
package import TuskCommon
package import TuskLanguage
package import TuskRuntime
import XCallbackURL

/// Checks and runs statements one after the other, shows their results, and keeps the exit code.
package struct Execution: Sendable {
  private let interpreter: Interpreter
  let display: Display
  /// The verbs that were defined so far.
  var definedVerbs: Set<String> { Set(frame.definitions.keys) }
  /// What defines them.
  var definitions: [Definition] { frame.definitions.values.map(\.definition) }
  /// The changes that 'undo' can take back, by their numbers, the newest first.
  var changes: [Completion.Candidate] {
    interpreter.openChanges.map { Completion.Candidate(String($0.number), $0.line) }
  }
  private let reporter: Reporter
  private let keepsGoing: Bool
  private let interrupts: Interrupts
  /// The state of the script between statements.
  private var frame: Frame
  private(set) var checker: Checker
  /// What ended the run; `nil` while it continues.
  package private(set) var end: End?
  /// The exit code so far.
  package private(set) var exitCode = ExitCode.success
  /// How many errors were shown.
  private(set) var errorCount = 0

  /// A reason why no more statements run.
  package enum End: Sendable {
    case mistake, exit, timeOver
  }

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
    display.whilePaging { [weak interrupts] in interrupts?.setPaging($0) }
  }

  /// Goes on as another account does: the verbs and the names stay, without what came from a server.
  mutating func resume(as other: Execution) {
    var frame = frame
    frame.forgetRemote()
    self = other
    self.frame = frame
    checker.know(names: frame.names.keys, verbs: definitions)
  }

  /// Runs statements one after the other; Ctrl-C cancels them.
  ///
  /// - Parameter meanwhile: is called once while the first of them run.
  /// - Returns: whether the run continues.
  package mutating func run(_ statements: [CheckedStatement], meanwhile: () -> Void = {}) -> Bool {
    interpreter.prepare(for: statements.lazy.map(\.statement))
    var rest = statements[...]
    while !rest.isEmpty {
      let (batch, display, isFirst) = (rest, display, rest.count == statements.count)
      let done = Counter()
      let last = { batch[min(batch.startIndex + done.count, batch.endIndex - 1)].source }
      let continues = proceed(meanwhile: isFirst ? meanwhile : {}, in: last) {
        (interpreter, frame) async throws(Diagnostic) in
        for checked in batch {
          display.startCommand()
          frame.source = checked.source
          frame.resolutions = checked.resolutions
          let flow = try await interpreter.run(checked.statement, in: &frame)
          guard case .onward = flow, !display.isClosed else { return flow }
          done.countOne()
        }
        return .onward
      }
      guard continues else { return false }
      rest = rest.dropFirst(done.count + 1)
    }
    return true
  }

  /// Counts the statements of a batch that have run.
  private final class Counter: Sendable {
    private let number = Atomic(0)

    var count: Int { number.load(ordering: .sequentiallyConsistent) }

    func countOne() {
      number.add(1, ordering: .sequentiallyConsistent)
    }
  }

  /// The record that a request returns, which is not shown; Ctrl-C cancels it.
  ///
  /// - Throws: ``Failure`` if the request fails.
  func record(of url: CallbackURL) throws(Failure) -> JSON.Object {
    switch interrupts.whileRunning({ [interpreter] in await interpreter.answer(to: url) }) {
    case .done(let result): return result.item ?? result.data
    case .failed(let failure): throw failure
    case .canceled(let refusal): throw .canceled(refusal)
    }
  }

  /// Runs the schedules that the statements have set up, until they are canceled.
  package mutating func runSchedules(in source: Source) {
    guard end == nil, frame.hasSchedules else { return }
    _ = proceed(in: { source }) { (interpreter, frame) async throws(Diagnostic) in
      try await interpreter.runSchedules(in: &frame)
    }
  }

  /// Ends the plan of a rehearsal.
  ///
  /// - Parameter isCut: whether the run did not continue to its end.
  package mutating func endRehearsal(isCut: Bool) {
    let isCut = isCut && end != .exit
    _ = proceed(in: { Source("") }) { (interpreter, _) async throws(Diagnostic) in
      await interpreter.endRehearsal(isCut: isCut)
      return .onward
    }
  }

  private typealias Step = @Sendable (Interpreter, inout Frame) async throws(Diagnostic) -> Interpreter.Flow
  private typealias Ending = (Result<Interpreter.Flow, Diagnostic>, Frame)

  private mutating func proceed(
    meanwhile: () -> Void = {}, in source: () -> Source, _ step: @escaping Step
  ) -> Bool {
    let (interpreter, start, display) = (interpreter, frame, display)
    display.startCommand()
    let outcome = interrupts.whileRunning(meanwhile: meanwhile) { () async -> Ending in
      await LockWait.$notice.withValue(LockWait.Notice { display.show(.progress($0)) }) {
        var frame = start
        do throws(Diagnostic) {
          return (.success(try await step(interpreter, &frame)), frame)
        } catch {
          return (.failure(error), frame)
        }
      }
    }
    frame = outcome.1
    display.endLine(hasFailed: (try? outcome.0.get()) == nil)
    display.endPaging()
    return continues(after: outcome.0, in: source())
  }

  private mutating func continues(after result: Result<Interpreter.Flow, Diagnostic>, in source: Source) -> Bool {
    let signalCode = interrupts.exitCode
    var isOver = false
    if frame.skipped > 0 || display.isPartial, exitCode == .success { exitCode = .partial }
    switch result {
    case .success(.exit(let code)):
      (exitCode, end) = (code, .exit)
      return false
    case .success(.timeOver): (end, isOver) = (.timeOver, true)
    case .failure(let diagnostic) where diagnostic.kind == .interrupted && signalCode == nil && interpreter.isTimeOver:
      (end, isOver) = (.timeOver, true)
    case .success: break
    case .failure(let diagnostic) where diagnostic.kind == .interrupted && signalCode == nil && display.isClosed: break
    case .failure(var diagnostic):
      if diagnostic.kind == .interrupted { diagnostic = stopped(diagnostic, in: source) }
      if let signalCode { diagnostic.exitCode = signalCode }
      exitCode = diagnostic.exitCode
      if !display.isClosed { report(diagnostic, in: source) }
      guard keepsGoing, signalCode == nil, exitCode != .interrupted else {
        end = .mistake
        return false
      }
      exitCode = .partial
    }
    if display.isBroken { exitCode = .cannotWrite }
    if let signalCode { exitCode = signalCode }
    return !isOver && signalCode == nil && !display.isClosed
  }

  /// The error of an interrupted run: where a script stopped, and whether running it again continues there.
  private func stopped(_ diagnostic: Diagnostic, in source: Source) -> Diagnostic {
    var stopped = diagnostic
    let line = (diagnostic.source ?? source).line(at: diagnostic.span.start)
    let place = reporter.isScript ? " at line \(line)" : ""
    stopped.message = "stopped\(place)" + (frame.isResumable ? "; run it again to continue" : "")
    return stopped
  }

  /// Checks a parsed source, and shows its mistakes.
  ///
  /// - Returns: its statements, if they can run.
  package mutating func check(_ program: ParsedSource) -> [CheckedStatement]? {
    let mistakes: [Diagnostic]
    switch program.statements {
    case .failure(let diagnostic): mistakes = [checker.tried(diagnostic, in: program.source)]
    case .success(let statements):
      let (checked, found) = examine(statements, of: program.source)
      guard !found.isEmpty else { return checked }
      mistakes = found
    }
    _ = fail(mistakes, in: program.source)
    return nil
  }

  /// Checks statements without showing their mistakes.
  package mutating func examine(
    _ statements: [Statement], of source: Source
  ) -> ([CheckedStatement], mistakes: [Diagnostic]) {
    let mistakes = checker.check(statements, in: source)
    let resolutions = checker.resolutions
    let checked = statements.map { CheckedStatement(statement: $0, source: source, resolutions: resolutions) }
    return (checked, mistakes)
  }

  /// The mistake with a correction only if it passes the check here.
  package func tried(_ diagnostic: Diagnostic, in source: Source) -> Diagnostic {
    checker.tried(diagnostic, in: source)
  }

  /// Shows mistakes and ends the run, because nothing after them can be trusted.
  ///
  /// - Returns: false: the run does not continue.
  package mutating func fail(_ diagnostics: [Diagnostic], in source: Source) -> Bool {
    // The format of the command before ends with it.
    display.startCommand()
    display.endLine(hasFailed: true)
    for diagnostic in diagnostics { report(diagnostic, in: source) }
    if let first = diagnostics.first { exitCode = first.exitCode }
    end = .mistake
    return false
  }

  /// Reports an error, as JSON if the command asks for it or if a line that could not be resolved does.
  private mutating func report(_ mistake: Diagnostic, in outer: Source) {
    errorCount += 1
    let source = mistake.source ?? outer
    let diagnostic = mistake.completingHandle(from: display.shownRows, in: source)
    let line = source.text(source.lineSpan(at: diagnostic.span.start))
    let saysJSON = line.split(separator: " ").contains("--json")
    reporter.report(diagnostic, in: source, asJSON: display.wantsJSON || saysJSON)
  }
}

extension Failure {
  fileprivate static func canceled(_ refusal: Refusal?) -> Failure {
    Failure(.forbidden, refusal?.message ?? "the request was canceled")
  }
}
