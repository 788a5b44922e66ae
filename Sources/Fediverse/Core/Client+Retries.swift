extension Client {
  /// Carries out a call, again where that does no harm and may help, as ``Patience`` allows.
  func perform(_ call: Call) async throws(FediverseError) -> Answer {
    guard call.path.isSound else { throw .unsoundIdentifier(call, server) }
    try await admit(call)
    var state = RetryState()
    while true {
      try await takeTurn(call, &state)
      do throws(FediverseError) {
        let answer = try await attempt(call)
        noteSuccess(of: call)
        return answer
      } catch {
        try await bear(await meaning(of: error, call), &state)
      }
    }
  }

  /// How long a call has been put off, and how often it failed.
  struct RetryState {
    fileprivate var failures = 0
    fileprivate var waited = Duration.zero
  }

  /// Waits until the server's counts have room for the call.
  private func takeTurn(_ call: Call, _ state: inout RetryState) async throws(FediverseError) {
    let rate = patience.rate
    let buckets = RateBucket.buckets(call.method, call.target, knownFlavor)
    while true {
      switch patience.counts.update({ $0.turn(for: buckets, rate.mode, at: clock()) }) {
      case .now: return
      case .after(let milliseconds):
        return try await wait(for: .milliseconds(milliseconds), call, .requestsInTurn, &state)
      case .later(let seconds, let bucket):
        // The clocks of two machines never quite agree.
        let margin = Duration.seconds(1) * min(max(waiting.chance(), 0), 1)
        try await wait(for: .seconds(seconds) + margin, call, bucket?.title ?? .requestsInTurn, &state)
      }
    }
  }

  private func wait(
    for wait: Duration, _ call: Call, _ title: String, _ state: inout RetryState
  ) async throws(FediverseError) {
    let until = clock().advanced(by: wait)
    guard patience.rate.mode != .throw, state.waited + wait <= patience.rate.longestWait else {
      throw .usedUp(call, server, title, until.roundedUp)
    }
    state.waited += wait
    patience.onPause?(pause(.rateLimit(title), wait))
    guard (try? await waiting.sleep(wait)) != nil else { throw .canceledBefore(call, server) }
  }

  /// Waits before the next try, or throws the failure where there is none.
  private func bear(_ error: FediverseError, _ state: inout RetryState) async throws(FediverseError) {
    guard error.isRetryable else { throw error }
    if error.kind == .rateLimited {
      // The counts know until when; whether that is too long is asked where a turn is taken.
      guard patience.rate.mode != .throw else { throw error }
      return
    }
    state.failures += 1
    guard state.failures < patience.retries.tries, await rest(after: error, failures: state.failures) else {
      throw error
    }
  }

  /// Waits after a failure that may pass; says no where the wait would be too long, or is cut short.
  func rest(after error: FediverseError, failures: Int, atLeast least: Duration = .zero) async -> Bool {
    let usual = patience.retries.wait(after: failures, chance: waiting.chance())
    let wished = Duration.seconds(max((error.retryAt?.seconds ?? 0) - clock().seconds, 0))
    guard wished <= patience.rate.longestWait else { return false }
    let wait = max(usual, wished, least)
    guard wait > .zero else { return !Task.isCancelled }
    patience.onPause?(pause(.failure(error, next: failures + 1), wait))
    return (try? await waiting.sleep(wait)) != nil
  }

  private func pause(_ reason: Pause.Reason, _ wait: Duration) -> Pause {
    Pause(reason: reason, until: clock().advanced(by: wait), length: wait)
  }
}

extension String {
  fileprivate static let requestsInTurn = "requests"
}

extension Timestamp {
  /// The next moment that is a whole second.
  fileprivate var roundedUp: Timestamp { Timestamp(seconds: nanoseconds > 0 ? seconds + 1 : seconds) }

  func advanced(by wait: Duration) -> Timestamp {
    let (seconds, attoseconds) = wait.components
    let total = nanoseconds + Int(attoseconds / 1_000_000_000)
    return Timestamp(seconds: self.seconds + Int(seconds) + total / 1_000_000_000, nanoseconds: total % 1_000_000_000)
  }
}

extension FediverseError {
  fileprivate static func usedUp(
    _ call: Call, _ server: ServerAddress, _ title: String, _ until: Timestamp
  ) -> FediverseError {
    FediverseError(
      .rateLimited, server: server, request: call.summary, retryAt: until, detail: "no more \(title) are allowed now",
      isRetryable: true)
  }
}

extension Client {
  /// The answer to the first call, or to the second where the server has not got the first.
  ///
  /// The second alone says which feature it needs, because it proves nothing of a feature that the first is missing.
  func perform(_ call: Call, orElse older: Call) async throws(FediverseError) -> Answer {
    do throws(FediverseError) {
      return try await perform(call)
    } catch  where error.meansAbsence {
      do throws(FediverseError) {
        return try await perform(older)
      } catch let second where second.meansAbsence {
        // That the server lacks the feature says more than that there is nothing at a path.
        throw second.kind == .unsupported ? second : error
      }
    }
  }
}
