import XCallbackURL

/// The steps of a request that makes several changes, each of which is recorded under a name of its own.
///
/// A request that is repeated after a failure takes up where it stopped: the answers of earlier steps are in the journal.
struct RequestSteps: Sendable {
  /// The request as it was made.
  let url: CallbackURL
  /// Performs another request as a step of this one.
  let perform: @Sendable (_ name: String, _ step: CallbackURL) async throws(Failure) -> ActionOutput
}

extension IdempotentRequest {
  /// The steps of a request to the same action.
  func steps(of url: CallbackURL) -> RequestSteps {
    RequestSteps(url: url) { [action, server, effect] (name, step) async throws(Failure) in
      let prepared = try action.prepared(of: step.withoutCommonParameters.parameters)
      return try await IdempotentRequest(action, prepared, server, effect?.step(name)).answer(to: step)
    }
  }
}
