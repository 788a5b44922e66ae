/// How a program waits, and how much chance there is in it, so that many programs do not come back at once.
public struct Waiting: Sendable {
  /// Waits so long.
  public let sleep: @Sendable (Duration) async throws -> Void
  /// A number from 0 to 1, another one each time.
  public let chance: @Sendable () -> Double

  /// The usual way, or one that tests can look into.
  public init(
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    chance: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) {
    self.sleep = sleep
    self.chance = chance
  }
}

/// Waits of growing length, each twice as long as the one before until they are as long as they may be.
struct Backoff: Sendable {
  let first: Duration
  let longest: Duration
  private var next: Duration

  init(from first: Duration, to longest: Duration) {
    self.first = min(first, longest)
    self.longest = longest
    next = self.first
  }

  /// The next wait: between half of what it may be and all of it.
  mutating func step(chance: Double) -> Duration {
    defer { next = min(next * 2, longest) }
    return next * (0.5 + min(max(chance, 0), 1) / 2)
  }

  mutating func reset() {
    next = first
  }
}

extension Task where Failure == Never {
  /// The value, or `nil` as soon as whoever waits for it is cancelled; the task itself goes on.
  func valueUnlessCanceled() async -> Success? {
    let line = EventLine<Success, Never>(capacity: 1)
    Task<Void, Never> { _ = line.offer(await value) }
    return await withTaskCancellationHandler {
      await line.take()
    } onCancel: {
      line.close()
    }
  }
}
