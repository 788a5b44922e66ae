import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// Runs a test, if this run is for one; the tests of scripts that it sources are skipped. It fails unless it reaches
  /// its end.
  func run(_ test: ScriptTest, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    guard settings.testStart != nil, frame.depth == 0 else { return .onward }
    do throws(Diagnostic) {
      guard case .onward = try await run(test.body, in: &frame) else { throw .endedEarly(test) }
      return .onward
    } catch {
      guard error.exitCode == .success else { throw error }
      throw .endedEarly(test)
    }
  }

  /// What the account has posted since the test began, oldest first.
  func posted(_ verb: Spanned<String>, in frame: inout Frame) async throws(Diagnostic) -> RuntimeValue {
    guard let start = settings.testStart else { throw .outsideOfTest(verb) }
    let outer = (frame.source, frame.resolutions, frame.definitions)
    defer { (frame.source, frame.resolutions, frame.definitions) = outer }
    frame.definitions = [:]
    frame.source = Source("statuses after=\(Instant(seconds: start).rfc3339) --no-boosts --all")
    frame.resolutions = Resolutions()
    guard case .pipeline(let pipeline)? = try Parser.parse(frame.source).first?.form else { return .null }
    let rows = try await complete(result(of: pipeline, in: &frame))
    guard case .list(let statuses) = rows.form else { return rows }
    return RuntimeValue(.list(statuses.reversed()), isForeign: rows.isForeign)
  }

  /// Lets time pass in a test: its schedules run as their times come.
  func pass(_ words: NamedArguments, at span: Span, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    guard let duration = words["time"].flatMap(Duration.init(written:)) else { return .onward }
    let end = host.clock.now() + duration.wholeSeconds
    // A schedule that waits only lets time pass.
    if !frame.isScheduled, case .exit(let code) = try await runSchedules(in: &frame, until: end) {
      frame.schedules = []
      guard code == .success else { throw .ended(code, span) }
    }
    await host.clock.sleep(until: end)
    return host.clock.isOver() ? .timeOver : .onward
  }
}

extension Diagnostic {
  /// Another script ended in a test.
  static func ended(_ code: ExitCode, _ span: Span) -> Diagnostic {
    Diagnostic(.failed, at: span, "the script ended with exit status \(code.rawValue)", exitCode: code)
  }

  fileprivate static func endedEarly(_ test: ScriptTest) -> Diagnostic {
    Diagnostic(
      .failed, at: test.name.span, "the test ended before its last line, by 'exit' or because its time is over",
      exitCode: .expectation)
  }

  fileprivate static func outsideOfTest(_ verb: Spanned<String>) -> Diagnostic {
    Diagnostic(.misplaced, at: verb.span, "'\(verb.value)' outside of a test; see: help test")
  }
}
