import Synchronization

/// What a client knows of its server, and the asking for it, of which there is one at a time.
final class Detection: Sendable {
  private let state: Mutex<State>
  private let report: (@Sendable (ServerProfile) -> Void)?

  private struct State {
    var profile: ServerProfile?
    /// What was learned before there was a profile to keep it.
    var early: [(feature: Feature, isSupported: Bool, at: Timestamp)] = []
    var running: Run?
    var count = 0
  }

  /// An asking that goes on, and how many wait for it.
  private struct Run {
    let number: Int
    let task: Task<Result<ServerProfile, FediverseError>, Never>
    var waiting: Int
  }

  /// - Parameter report: told of each change of the profile.
  init(profile: ServerProfile?, report: (@Sendable (ServerProfile) -> Void)?) {
    state = Mutex(State(profile: profile))
    self.report = report
  }

  var profile: ServerProfile? { state.withLock(\.profile) }

  /// Notes what an answer showed.
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

  /// Drops what answers have shown of a feature.
  func forget(_ feature: Feature) {
    state.withLock { state in
      state.early.removeAll { $0.feature == feature }
      state.profile?.learned[feature] = nil
    }
  }

  /// What comes of asking, for everybody who waits for it, or `nil` for whoever gives up; whoever is first begins, and
  /// when all have given up it ends.
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

  /// One of those who wait has given up.
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

  /// Keeps the result with what was learned before and meanwhile.
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
