import Synchronization

/// Measures the time since the last request ended; requests in progress reset it.
final class IdleTimer: Sendable {
  private struct State {
    var last = ContinuousClock.now
    var underWay = 0
  }

  private let state = Mutex(State())

  func begin() { state.withLock { $0.underWay += 1 } }

  func end() {
    state.withLock {
      $0.underWay -= 1
      $0.last = .now
    }
  }

  /// Returns once there has been no request for `span`.
  func waitUntilIdle(for span: Duration) async throws {
    while true {
      let left = state.withLock { $0.underWay > 0 ? span : span - (.now - $0.last) }
      guard left > .zero else { return }
      try await Task.sleep(for: left)
    }
  }
}
