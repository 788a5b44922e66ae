import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// Runs a verb for each row of a pipeline. A list is read to its end first, so that what is changed does not move its
  /// pages, and so that the number of changes is known; the rows of an endless one are acted on as they come.
  ///
  /// - Parameter keepsResults: whether the results are wanted as a value instead of being shown.
  func act(
    _ verb: Command, onRowsOf pipeline: Pipeline, keepsResults: Bool, in frame: inout Frame
  ) async throws(Diagnostic) -> RuntimeValue {
    let rows = try await result(of: pipeline.rows, in: &frame)
    let isNamed = frame.mayBeNamed(resultOf: pipeline.first)
    let flow = try await RowFlow(rows, isNamed: isNamed, at: pipeline.programs[0].span)
    // The rows of a variable may have been read hours ago.
    let isRead = if case .command = pipeline.first { !isNamed } else { false }
    var changes = Changes(keepsResults: keepsResults, span: verb.span)
    var results: [RuntimeValue] = []
    while let page = try await flow.next() {
      for row in page {
        guard !Task.isCancelled else { throw .interrupted(verb.span) }
        frame.last = row
        let prepared = try await prepare(verb.arguments.compactMap(\.value), in: &frame)
        let request = try await guarded(request(for: verb, prepared, frame), verb, prepared, in: frame)
        try changes.add(request, for: isRead ? row : nil)
      }
      guard isEndless(pipeline) || settings.rehearses else { continue }
      results += try await perform(changes, in: &frame)
      changes.removeAll()
    }
    results += try await perform(changes, in: &frame)
    return keepsResults ? RuntimeValue(.list(results), isForeign: true) : .null
  }

  private func isEndless(_ pipeline: Pipeline) -> Bool {
    guard case .command(let command) = pipeline.first, let verb = resolver.verb(of: command) else { return false }
    return verb.signature.items?.isEndless ?? false
  }
}
