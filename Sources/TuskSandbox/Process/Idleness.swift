import Synchronization

/// How long nobody has asked for anything; a request under way is not idle.
final class Idleness: Sendable {
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

  /// Returns when there has been no request for so long.
  func lasting(_ span: Duration) async throws {
    while true {
      let left = state.withLock { $0.underWay > 0 ? span : span - (.now - $0.last) }
      guard left > .zero else { return }
      try await Task.sleep(for: left)
    }
  }
}
