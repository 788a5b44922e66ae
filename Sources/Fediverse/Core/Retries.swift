extension Client {
  /// Performs a call, and retries it if that is safe and may help, as ``RequestPolicy`` allows.
  func perform(_ call: Call) async throws(FediverseError) -> CallResponse {
    var state = RetryState()
    return try await perform(call, &state)
  }

  /// Performs a call that was sent before.
  ///
  /// - Parameter state: how long the call has waited so far.
  func perform(_ call: Call, _ state: inout RetryState) async throws(FediverseError) -> CallResponse {
    state.isTooLate = false
    guard call.path.isSound else { throw .unsoundIdentifier(call, server) }
    if let check = policy.featureCheck { try await self.check(call, for: check) }
    try await admit(call)
    var isRepeated = false
    while true {
      try await waitForTurn(call, &state)
      try checkTime(call, &state)
      try await call.beforeSending?()
      if !call.isRead { try await SentChanges.current?.check() }
      do throws(FediverseError) {
        let response = try await attempt(call)
        noteSuccess(of: call)
        return response
      } catch {
        var failure = await meaning(of: error, call)
        failure.followsDoubt = isRepeated
        isRepeated = isRepeated || failure.leavesDoubt
        try await waitBeforeRetry(after: failure, &state)
      }
    }
  }

  /// How long a call has waited so far, and how often it failed.
  struct RetryState {
    fileprivate var failures = 0
    fileprivate var waited = Duration.zero
    /// How long the call had waited when it was last refused for a rate limit.
    fileprivate var waitedAtRefusal: Duration?
    /// The uptime from which on the call must not be sent.
    var end: Duration?
    /// Whether the call was not sent because of ``end``.
    fileprivate(set) var isTooLate = false
  }

  /// Refuses a call whose wait was too long.
  private func checkTime(_ call: Call, _ state: inout RetryState) throws(FediverseError) {
    state.isTooLate = state.end.map { waiting.uptime() >= $0 } ?? false
    if state.isTooLate { throw .rateLimitReached(call, server, "requests", clock()) }
  }

  /// Waits until the rate limits of the server allow the call.
  private func waitForTurn(_ call: Call, _ state: inout RetryState) async throws(FediverseError) {
    let buckets = RateBucket.buckets(call.method, call.target, knownFlavor)
    while true {
      let now = clock()
      let mode = policy.rate.mode
      switch await policy.counts.update({ $0.turn(for: buckets, mode, at: now) }) {
      case .now: return
      case .after(let milliseconds):
        return try await wait(for: .milliseconds(milliseconds), call, .pacing, &state)
      case .later(let seconds, let bucket):
        // The clocks of two machines always differ a little.
        let margin = Duration.seconds(1) * min(max(waiting.chance(), 0), 1)
        try await wait(for: .seconds(seconds) + margin, call, .rateLimit(bucket?.title ?? "requests"), &state)
      }
    }
  }

  private func wait(
    for wait: Duration, _ call: Call, _ reason: WaitNotice.Reason, _ state: inout RetryState
  ) async throws(FediverseError) {
    let until = clock().advanced(by: wait)
    guard policy.rate.mode != .throw, state.waited + wait <= policy.rate.longestWait else {
      throw .rateLimitReached(call, server, reason.limited, until.roundedUp)
    }
    state.waited += wait
    policy.onWait?(notice(reason, wait))
    guard (try? await waiting.sleep(wait)) != nil else { throw .canceledBefore(call, server) }
  }

  /// Waits before the next attempt, or throws the error if there is none.
  func waitBeforeRetry(after error: FediverseError, _ state: inout RetryState) async throws(FediverseError) {
    guard error.isRetryable else { throw error }
    if error.kind == .rateLimited {
      // The rate state knows until when; the next turn decides whether that is too long.
      guard policy.rate.mode != .throw else { throw error }
      let hasWaited = state.waitedAtRefusal.map { $0 < state.waited } ?? true
      state.waitedAtRefusal = state.waited
      if hasWaited { return }
    }
    state.failures += 1
    guard state.failures < policy.retries.tries, await backOff(after: error, failures: state.failures) else {
      throw error
    }
  }

  /// Waits after a transient failure. Returns `false` if the wait would be too long or was canceled.
  func backOff(after error: FediverseError, failures: Int) async -> Bool {
    let usual = policy.retries.wait(after: failures, chance: waiting.chance())
    let wished = delay(until: error.retryAt)
    guard wished <= policy.rate.longestWait else { return false }
    let wait = max(usual, wished)
    guard wait > .zero else { return !Task.isCancelled }
    policy.onWait?(notice(.failure(error, next: failures + 1), wait, requested: wished))
    return (try? await waiting.sleep(wait)) != nil
  }

  /// How long it is until a moment; zero if there is none, or if it has passed.
  func delay(until moment: Timestamp?) -> Duration {
    .seconds(max((moment?.seconds ?? 0) - clock().seconds, 0))
  }

  /// Waits while the server may still be making a change. Returns `false` if it was canceled.
  func waitForProcessing(_ wait: Duration) async -> Bool {
    policy.onWait?(notice(.processing, wait))
    return (try? await waiting.sleep(wait)) != nil
  }

  private func notice(_ reason: WaitNotice.Reason, _ wait: Duration, requested: Duration? = nil) -> WaitNotice {
    WaitNotice(reason: reason, until: clock().advanced(by: wait), length: wait, requested: requested)
  }
}

extension WaitNotice.Reason {
  /// What the server limits.
  fileprivate var limited: String {
    guard case .rateLimit(let title) = self else { return "requests" }
    return title
  }
}

extension Timestamp {
  /// The time rounded up to a whole second.
  var roundedUp: Timestamp { Timestamp(seconds: nanoseconds > 0 ? seconds + 1 : seconds) }

  func advanced(by wait: Duration) -> Timestamp {
    let (seconds, attoseconds) = wait.components
    let total = nanoseconds + Int(attoseconds / 1_000_000_000)
    return Timestamp(seconds: self.seconds + Int(seconds) + total / 1_000_000_000, nanoseconds: total % 1_000_000_000)
  }
}

extension FediverseError {
  fileprivate static func rateLimitReached(
    _ call: Call, _ server: ServerAddress, _ title: String, _ until: Timestamp
  ) -> FediverseError {
    FediverseError(
      .rateLimited, server: server, request: call.summary, retryAt: until,
      detail: "no more \(title) are allowed for now", isRetryable: true)
  }
}
