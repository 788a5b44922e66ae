import TuskCommon
import TuskLanguage
package import XCallbackURL

/// Many changes that one verb makes.
package struct BulkWork: Sendable, Hashable {
  package let verb: String
  /// The noun for what it changes, such as `statuses`.
  package let subjects: String
  package let count: Int
  /// One of the requests.
  package let sample: CallbackURL
  /// The account that acts; `nil` for the current one.
  package let account: String?
  /// Whether a person said yes in advance.
  package let assumesYes: Bool
}

extension Interpreter {
  /// Tells how many changes a plan makes if there are many, and asks where that is needed.
  ///
  /// - Returns: when they will be done; `nil` if there are few, or if no limit delays them.
  func begin(_ plan: inout Plan, urls: [CallbackURL], in frame: Frame) async throws(Diagnostic) -> Int? {
    guard urls.count > BulkLimit.mostUntold, plan.isWrite, plan.signature.app == nil, !settings.rehearses else {
      return nil
    }
    let work = BulkWork(
      verb: plan.verb.value, subjects: plan.signature.subject?.kind.plural ?? "requests", count: urls.count,
      sample: urls[0], account: plan.account(in: frame), assumesYes: plan.options.yes)
    do throws(Failure) {
      let end = try await host.begin(work)
      plan.agree()
      return end
    } catch {
      throw .unconfirmed(error, plan)
    }
  }

  /// Shows how far many changes are.
  func showProgress(_ plan: Plan, _ index: Int, of count: Int, until end: Int?) async {
    guard count > BulkLimit.mostUntold, plan.isWrite, !settings.rehearses else { return }
    let time = end.map { ", done about \(LocalTime.ahead($0, now: host.clock.now()))" } ?? ""
    await emit(.progress("\(plan.verb.value): \(index) of \(count)\(time)"))
  }
}

extension Diagnostic {
  fileprivate static func unconfirmed(_ failure: Failure, _ plan: Plan) -> Diagnostic {
    guard failure.code == .forbidden else { return .failed(failure, plan.urls[0], verb: plan.verb) }
    let end = Span(plan.span.end, plan.span.end)
    return Diagnostic(
      .needsConfirmation, at: plan.verb.span, failure.message,
      edits: failure.message.hasSuffix("--yes") ? [Edit(end, " --yes")] : [], exitCode: .canceled)
  }
}
