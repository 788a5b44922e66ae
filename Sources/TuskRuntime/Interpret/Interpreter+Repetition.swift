import TuskCommon
import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// How many rounds of a loop a rehearsal plays, because its condition may wait for changes that are not made.
  private static let rehearsedRounds = 100

  /// Runs the lines of a `while`.
  func run(_ repetition: Repetition, at span: Span, in frame: inout Frame) async throws(Diagnostic) -> Flow {
    let limit = try await limit(of: repetition, at: span, in: &frame)
    var round = 0
    // In a rehearsal, a condition that depends on an answer holds once.
    while try await isTrue(repetition.condition, orAssume: round == 0, in: &frame) {
      guard !Task.isCancelled else { throw .interrupted(span) }
      if settings.rehearses, round >= min(limit, Self.rehearsedRounds) {
        await emit(.noted("a rehearsal leaves the 'while' of line \(frame.line(of: span)) after \(round) rounds"))
        return .onward
      }
      guard round < limit else { throw .limitReached(limit, Keyword.repetition.span(at: span.start)) }
      round += 1
      switch try await run(repetition.body, in: &frame) {
      case .onward, .next: break
      case .stop: return .onward
      case .exit(let code): return .exit(code)
      case .timeOver: return .timeOver
      case .answer(let value): return .answer(value)
      }
    }
    return .onward
  }

  private func limit(of repetition: Repetition, at span: Span, in frame: inout Frame) async throws(Diagnostic) -> Int {
    let prepared = try await prepare(repetition.settings.compactMap(\.value), in: &frame)
    let word = Keyword.repetition.span(at: span.start)
    let given = try resolver.resolve(repetition.settings, of: .repetition, at: word, bindings: bindings(prepared))
    return given.pairs.first { $0.name == "limit" }?.value.flatMap { Int($0) } ?? .max
  }
}

extension Diagnostic {
  fileprivate static func limitReached(_ limit: Int, _ span: Span) -> Diagnostic {
    Diagnostic(
      .expectation, at: span, "the condition of 'while' is still true after \(limit.counting("round"))",
      label: "'stop' leaves the loop", exitCode: .expectation)
  }
}
