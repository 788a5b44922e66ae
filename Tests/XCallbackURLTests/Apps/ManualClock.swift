import Synchronization

/// A clock that moves when it is told to.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var lastID = 0
    var canceled: Set<Int> = []
    var sleepers: [Sleeper] = []
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock(\.now) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { add(Sleeper(id: id, deadline: deadline, continuation: $0)) }
    } onCancel: {
      cancel(id)
    }
  }

  /// Waits until somebody sleeps.
  func somebodySleeps() async {
    await withCheckedContinuation { continuation in
      let isAsleep = state.withLock { state in
        if state.sleepers.isEmpty { state.watchers.append(continuation) }
        return !state.sleepers.isEmpty
      }
      if isAsleep { continuation.resume() }
    }
  }

  /// Lets time pass, and wakes whoever slept until then.
  func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let woken = state.sleepers.filter { $0.deadline <= state.now }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return woken
    }
    woken.forEach { $0.continuation.resume() }
  }

  private func add(_ sleeper: Sleeper) {
    let (isLate, watchers) = state.withLock { state in
      if state.canceled.contains(sleeper.id) { return (true, [CheckedContinuation<Void, Never>]()) }
      state.sleepers.append(sleeper)
      defer { state.watchers = [] }
      return (false, state.watchers)
    }
    if isLate { sleeper.continuation.resume(throwing: CancellationError()) }
    watchers.forEach { $0.resume() }
  }

  private func cancel(_ id: Int) {
    let sleeper = state.withLock { state -> Sleeper? in
      state.canceled.insert(id)
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else { return nil }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
