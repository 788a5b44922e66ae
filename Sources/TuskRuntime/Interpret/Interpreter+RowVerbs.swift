import TuskCommon
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
    var actions = RowActions(keepsResults: keepsResults)
    while let page = try await flow.next() {
      for row in page {
        guard !Task.isCancelled else { throw .interrupted(verb.span) }
        frame.last = row
        let prepared = try await prepare(verb.arguments.compactMap(\.value), in: &frame)
        actions.add(try await guarded(plan(for: verb, prepared, frame), verb, prepared, in: frame))
      }
      if isEndless(pipeline) || settings.rehearses { try await perform(&actions, in: &frame) }
    }
    try await perform(&actions, in: &frame)
    return keepsResults ? RuntimeValue(.list(actions.results), isForeign: true) : .null
  }

  /// What a verb does to rows.
  private struct RowActions {
    let keepsResults: Bool
    /// The plan of each action, by its name.
    var plans: [String: Plan] = [:]
    var urls: [CallbackURL] = []
    var results: [RuntimeValue] = []

    mutating func add(_ plan: Plan) {
      plans[plan.signature.action] = plan
      urls += plan.urls
    }
  }

  /// Makes the changes that are planned. One that the server refuses is reported, and the rest go on.
  private func perform(_ actions: inout RowActions, in frame: inout Frame) async throws(Diagnostic) {
    guard let first = actions.urls.first, var head = actions.plans[first.action] else { return }
    let (urls, isSingle) = (actions.urls, actions.urls.count == 1)
    actions.urls = []
    let end = try await begin(&head, urls: urls, in: frame)
    if !actions.keepsResults {
      var options = head.options
      options.account = head.account(in: frame)
      await emit(.started(options))
    }
    for (index, url) in urls.enumerated() {
      guard !Task.isCancelled else { throw .interrupted(head.verb.span) }
      await showProgress(head, index, of: urls.count, until: end)
      guard var plan = actions.plans[url.action]?.opening([url]) else { continue }
      if head.options.yes { plan.agree() }
      do throws(Diagnostic) {
        let result = try await answer(to: url, plan, showingResult: !actions.keepsResults, in: &frame)
        if actions.keepsResults { actions.results.append(result) }
      } catch {
        guard error.concernsOneRow, !isSingle else { throw error }
        frame.skipped += 1
        await emit(.skipped(error, frame.source))
      }
    }
    await emit(.progress(nil))
  }

  private func isEndless(_ pipeline: Pipeline) -> Bool {
    guard case .command(let command) = pipeline.first, let verb = resolver.verb(of: command) else { return false }
    return verb.signature.items?.isEndless ?? false
  }
}

extension Diagnostic {
  /// Whether the same verb may succeed for the next row.
  fileprivate var concernsOneRow: Bool {
    switch failure?.code {
    case .notFound?, .forbidden?, .rejected?, .invalidParameter?, .malformedAnswer?: true
    default: false
    }
  }
}
