import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// Runs a test, if this run is for one; the tests of scripts that it sources are skipped.
  func run(_ test: ScriptTest, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    guard settings.testStart != nil, frame.depth == 0 else { return .onward }
    return try await run(test.body, in: &frame)
  }

  /// What the account has posted since the test began, oldest first.
  func posted(_ verb: Spanned<String>, in frame: inout Frame) async throws(Diagnostic) -> RuntimeValue {
    guard let start = settings.testStart else { throw .outsideOfTest(verb) }
    let outer = (frame.source, frame.resolutions)
    defer { (frame.source, frame.resolutions) = outer }
    frame.source = Source("statuses after=\(Instant(seconds: start).rfc3339) --no-boosts --all")
    frame.resolutions = Resolutions()
    guard case .pipeline(let pipeline)? = try Parser.parse(frame.source).first?.form else { return .null }
    let rows = try await complete(result(of: pipeline, in: &frame))
    guard case .list(let statuses) = rows.form else { return rows }
    return RuntimeValue(.list(statuses.reversed()), isForeign: rows.isForeign)
  }

  /// Lets time pass in a test: its schedules run as their times come.
  func pass(_ words: NamedArguments, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    guard let duration = words["time"].flatMap(Duration.init(written:)) else { return .onward }
    let end = host.clock.now() + duration.wholeSeconds
    if case .exit(let code) = try await runSchedules(in: &frame, until: end) { return .exit(code) }
    await host.clock.sleep(until: end)
    return .onward
  }
}

extension Diagnostic {
  fileprivate static func outsideOfTest(_ verb: Spanned<String>) -> Diagnostic {
    Diagnostic(.misplaced, at: verb.span, "'\(verb.value)' outside of a test; see: help test")
  }
}
