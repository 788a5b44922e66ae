#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How to sleep, how time that passes is measured, and where jitter comes from; tests replace all of them.
public struct Waiting: Sendable {
  /// Waits for the given time.
  public let sleep: @Sendable (Duration) async throws -> Void
  /// Returns a random number from 0 to 1, so that many clients do not retry at the same moment.
  public let chance: @Sendable () -> Double
  /// Returns the time since a fixed moment, usually the start of the machine; setting the clock does not change it.
  public let uptime: @Sendable () -> Duration

  /// Creates a sleeper that waits in real time with random jitter by default.
  public init(
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    chance: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
    uptime: @escaping @Sendable () -> Duration = Self.systemUptime
  ) {
    self.sleep = sleep
    self.chance = chance
    self.uptime = uptime
  }

  /// The time since the machine started, including the time that it was suspended.
  public static func systemUptime() -> Duration {
    var time = timespec()
    #if canImport(Darwin)
      // On these systems this clock counts the time of suspension too.
      clock_gettime(CLOCK_MONOTONIC, &time)
    #else
      clock_gettime(CLOCK_BOOTTIME, &time)
    #endif
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
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
