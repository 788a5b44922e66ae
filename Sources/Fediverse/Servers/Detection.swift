import Synchronization

/// The detected profile of a client's server; concurrent requests share one detection.
final class Detection: Sendable {
  private let state: Mutex<State>
  private let report: (@Sendable (ServerProfile) -> Void)?

  private struct State {
    var profile: ServerProfile?
    /// What responses showed before there was a profile to record it in.
    var early: [(feature: Feature, isSupported: Bool, at: Timestamp)] = []
    var running: Run?
    var count = 0
  }

  /// A detection in progress, and the number of tasks that wait for it.
  private struct Run {
    let number: Int
    let task: Task<Result<ServerProfile, FediverseError>, Never>
    var waiting: Int
  }

  /// Creates the state of a client.
  ///
  /// - Parameter report: called with each changed profile.
  init(profile: ServerProfile?, report: (@Sendable (ServerProfile) -> Void)?) {
    state = Mutex(State(profile: profile))
    self.report = report
  }

  var profile: ServerProfile? { state.withLock(\.profile) }

  /// Records whether the server supports a feature, as shown by a response.
  func learn(_ feature: Feature, _ isSupported: Bool, at now: Timestamp) {
    let changed = state.withLock { state -> ServerProfile? in
      guard let profile = state.profile else {
        state.early.removeAll { $0.feature == feature }
        state.early.append((feature, isSupported, now))
        return nil
      }
      guard let next = profile.learning(feature, isSupported, at: now) else { return nil }
      state.profile = next
      return next
    }
    if let changed { report?(changed) }
  }

  /// Records the domain that the server states for its accounts, if there is a profile.
  func learn(domain: String) {
    let changed = state.withLock { state -> ServerProfile? in
      state.profile?.domain = domain
      return state.profile
    }
    if let changed { report?(changed) }
  }

  /// Discards what responses have shown about a feature.
  func forget(_ feature: Feature) {
    state.withLock { state in
      state.early.removeAll { $0.feature == feature }
      state.profile?.learned[feature] = nil
    }
  }

  /// Waits for the detection, starting it if none is in progress; returns `nil` if the calling task is canceled. The
  /// detection is canceled when nobody waits for it any more.
  func shared(
    _ ask: @escaping @Sendable () async -> Result<ServerProfile, FediverseError>
  ) async -> Result<ServerProfile, FediverseError>? {
    let run = state.withLock { state -> Run in
      var run = state.running ?? begin(ask, after: &state.count)
      run.waiting += 1
      state.running = run
      return run
    }
    return await withTaskCancellationHandler {
      await run.task.valueUnlessCanceled()
    } onCancel: {
      leave(run.number)
    }
  }

  private func begin(
    _ ask: @escaping @Sendable () async -> Result<ServerProfile, FediverseError>, after count: inout Int
  ) -> Run {
    count += 1
    let number = count
    return Run(number: number, task: Task { finish(number, await ask()) }, waiting: 0)
  }

  /// Unregisters a canceled waiter.
  private func leave(_ number: Int) {
    let abandoned = state.withLock { state -> Run? in
      guard state.running?.number == number else { return nil }
      state.running?.waiting -= 1
      guard let run = state.running, run.waiting <= 0 else { return nil }
      state.running = nil
      return run
    }
    abandoned?.task.cancel()
  }

  /// Stores the profile, with what was learned before and during the detection.
  private func finish(
    _ number: Int, _ result: Result<ServerProfile, FediverseError>
  ) -> Result<ServerProfile, FediverseError> {
    let kept = state.withLock { state -> Result<ServerProfile, FediverseError> in
      if state.running?.number == number { state.running = nil }
      guard case .success(let asked) = result else { return result }
      var profile = asked.keeping(state.profile)
      for fact in state.early { profile = profile.learning(fact.feature, fact.isSupported, at: fact.at) ?? profile }
      state.early = []
      state.profile = profile
      return .success(profile)
    }
    if case .success(let profile) = kept { report?(profile) }
    return kept
  }
}
