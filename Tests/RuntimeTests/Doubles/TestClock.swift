import Synchronization
import TuskRuntime

/// A clock that waits for nobody: a sleep moves it on at once, or lasts until its task is canceled.
final class TestClock: Sendable {
  /// 2026-03-01T12:00:00Z, a Sunday.
  static let start = 1_772_366_400

  private struct State {
    /// The time that has passed.
    var time = TestClock.start
    /// By how much the clock was set.
    var offset = 0
    var sleeps: [Duration] = []
  }

  private let state = Mutex(State())
  private let beginning = ContinuousClock.now
  private let end: Int?
  private let lasts: Bool
  private let begun = AsyncStream<Void>.makeStream()

  /// - Parameters:
  ///   - limit: how many seconds the run is given.
  ///   - lasts: whether a sleep lasts until its task is canceled.
  init(limit: Int? = nil, lasts: Bool = false) {
    end = limit.map { Self.start + $0 }
    self.lasts = lasts
  }

  var now: Int { state.withLock { $0.time + $0.offset } }
  /// The seconds that have passed, however the clock was set.
  var elapsed: Int { state.withLock { $0.time } - Self.start }
  /// How long each sleep was to last.
  var sleeps: [Duration] { state.withLock { $0.sleeps } }

  func advance(by seconds: Int) {
    state.withLock { $0.time += seconds }
  }

  /// Sets the clock as a person does.
  func set(by seconds: Int) {
    state.withLock { $0.offset += seconds }
  }

  /// Waits until somebody sleeps.
  func someoneSleeps() async {
    for await _ in begun.stream { return }
  }

  var wall: WallClock {
    WallClock(
      now: { self.now }, moment: { self.beginning + .seconds(self.elapsed) }, sleep: { await self.sleep($0) },
      isOver: { self.end.map { Self.start + self.elapsed >= $0 } ?? false })
  }

  private func sleep(_ duration: Duration) async {
    state.withLock { $0.sleeps.append(duration) }
    begun.continuation.yield()
    guard !lasts else { return await Gate().wait() }
    state.withLock { $0.time += Int(duration.components.seconds) }
    await Task.yield()
  }
}

/// Something that tasks wait for until it is opened or they are canceled.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume() }
  }

  func wait() async {
    let ticket = state.withLock { state in
      state.next += 1
      return state.next
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = state.withLock { state in
          guard !state.isOpen, !Task.isCancelled else { return true }
          state.waiting[ticket] = continuation
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume()
    }
  }
}
