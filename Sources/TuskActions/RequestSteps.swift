import Synchronization
import XCallbackURL

/// The steps of a request that makes several changes, each of which is recorded under a name of its own.
///
/// A request that is repeated after a failure takes up where it stopped: the answers of earlier steps are in the journal.
struct RequestSteps: Sendable {
  /// The request as it was made.
  let url: CallbackURL
  /// Whether the steps are recorded, so that a repeated request does not make them again.
  let isRecorded: Bool
  /// Whether a step was performed.
  let areBegun = Begun()
  /// Performs another request as a step of this one.
  ///
  /// - Parameter plan: identifies all of the steps; the record of a step of another plan is not used.
  let perform: @Sendable (_ number: Int, _ step: CallbackURL, _ plan: String) async throws(Failure) -> ActionOutput

  /// Whether something was begun.
  final class Begun: Sendable {
    private let state = Atomic(false)

    var isSet: Bool { state.load(ordering: .relaxed) }

    func set() { state.store(true, ordering: .relaxed) }
  }
}

extension IdempotentRequest {
  /// The steps of a request to the same action.
  func steps(of url: CallbackURL) -> RequestSteps {
    RequestSteps(url: url, isRecorded: effect != nil) {
      [action, server, effect] (number, step, plan) async throws(Failure) in
      let prepared = try action.prepared(of: step.withoutCommonParameters.parameters)
      var server = server
      server.isStep = true
      return try await IdempotentRequest(action, prepared, server, effect?.step(number, of: plan)).answer(to: step)
    }
  }
}
