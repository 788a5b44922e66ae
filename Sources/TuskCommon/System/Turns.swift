import Synchronization

/// Lets one piece of work at a time run, in the order in which they came.
package final class Turns: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []

    /// Whether the turn was free and is taken now.
    mutating func takeIfFree() -> Bool {
      defer { isTaken = true }
      return !isTaken
    }

    /// The work that continues; without any, the turn is free.
    mutating func next() -> CheckedContinuation<Void, Never>? {
      isTaken = !waiting.isEmpty
      return isTaken ? waiting.removeFirst() : nil
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// How many wait.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Waits for the turn, which lasts until ``end()``.
  package func take() async {
    await withCheckedContinuation { continuation in
      let mayContinue = state.withLock { state in
        guard !state.takeIfFree() else { return true }
        state.waiting.append(continuation)
        return false
      }
      if mayContinue { continuation.resume() }
    }
  }

  /// Ends the turn and starts the next one.
  package func end() {
    state.withLock { $0.next() }?.resume()
  }
}
