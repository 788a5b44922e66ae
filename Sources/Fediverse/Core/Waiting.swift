/// How to sleep and where jitter comes from; tests replace both.
public struct Waiting: Sendable {
  /// Waits for the given time.
  public let sleep: @Sendable (Duration) async throws -> Void
  /// Returns a random number from 0 to 1, so that many clients do not retry at the same moment.
  public let chance: @Sendable () -> Double

  /// Creates a sleeper that waits in real time with random jitter by default.
  public init(
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    chance: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) {
    self.sleep = sleep
    self.chance = chance
  }
}

/// Exponential backoff: each wait is twice the previous one, up to a maximum.
struct Backoff: Sendable {
  let first: Duration
  let longest: Duration
  private var next: Duration

  init(from first: Duration, to longest: Duration) {
    self.first = min(first, longest)
    self.longest = longest
    next = self.first
  }

  /// Returns the next wait, between half of the current interval and all of it.
  mutating func step(chance: Double) -> Duration {
    defer { next = min(next * 2, longest) }
    return next * (0.5 + min(max(chance, 0), 1) / 2)
  }

  mutating func reset() {
    next = first
  }
}

extension Task where Failure == Never {
  /// Returns the value, or `nil` as soon as the waiting task is canceled; the task itself goes on.
  func valueUnlessCanceled() async -> Success? {
    let channel = BoundedChannel<Success, Never>(capacity: 1)
    Task<Void, Never> { _ = channel.offer(await value) }
    return await withTaskCancellationHandler {
      await channel.receive()
    } onCancel: {
      channel.close()
    }
  }
}
