import TuskLanguage
import XCallbackURL

extension Interpreter {
  /// Runs a verb for each row of a pipeline, as the rows are read.
  ///
  /// - Parameter keepsResults: whether the results are wanted as a value instead of being shown.
  func act(
    _ verb: Command, onRowsOf pipeline: Pipeline, keepsResults: Bool, in frame: inout Frame
  ) async throws(Diagnostic) -> RuntimeValue {
    let rows = try await result(of: pipeline.rows, in: &frame)
    let isNamed = frame.mayBeNamed(resultOf: pipeline.first)
    let flow = try await RowFlow(rows, isNamed: isNamed, at: pipeline.programs[0].span)
    var results: [RuntimeValue] = []
    while let page = try await flow.next() {
      for row in page {
        guard !Task.isCancelled else { throw .interrupted(verb.span) }
        frame.last = row
        let result = try await perform(verb, showingResult: !keepsResults, in: &frame)
        if keepsResults { results.append(result) }
      }
    }
    return keepsResults ? RuntimeValue(.list(results), isForeign: true) : .null
  }
}
