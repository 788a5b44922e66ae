/// What is done where a server wants fewer requests.
public struct RatePolicy: Sendable, Hashable {
  /// The ways of living with a limit.
  public enum RateMode: String, Sendable, Hashable, CaseIterable {
    /// Ask as fast as it goes, and wait for the next window where this one is used up.
    case wait
    /// Spread the requests over the window, so that it is never used up.
    case pace
    /// Give up at once, with the moment from which it may be asked again.
    case `throw`
  }

  /// How the limit is lived with.
  public var mode: RateMode
  /// How long one call may be put off in all, before it fails instead.
  public var longestWait: Duration

  /// A policy of this manner.
  ///
  /// - Parameters:
  ///   - mode: how the limit is lived with.
  ///   - longestWait: how long one call may be put off in all; a window of deletions is half an hour, one of follows a
  ///     day.
  public init(_ mode: RateMode = .wait, longestWait: Duration = .seconds(1800)) {
    self.mode = mode
    self.longestWait = longestWait
  }
}

/// How often a call is made again after a failure that may pass, and how long is waited in between.
///
/// Only what does no harm when it arrives twice is made again: reads, and changes that bring a state about.
public struct RetryPolicy: Sendable, Hashable {
  /// How often a call is made at most, the first time included.
  public var tries: Int
  /// The longest wait before the second try; it doubles with each try, and each wait is by chance shorter than that.
  public var firstWait: Duration
  /// The longest wait of all.
  public var longestWait: Duration

  /// A policy of so many tries.
  public init(tries: Int, firstWait: Duration = .milliseconds(500), longestWait: Duration = .seconds(30)) {
    self.tries = max(tries, 1)
    self.firstWait = firstWait
    self.longestWait = longestWait
  }

  /// Five tries, over eight seconds at most.
  public static let usual = RetryPolicy(tries: 5)
  /// One try.
  public static let never = RetryPolicy(tries: 1, firstWait: .zero)

  /// The wait before the next try: anything up to a bound that doubles, because those who failed together should not
  /// come back together.
  ///
  /// - Parameters:
  ///   - failures: how many tries have failed so far.
  ///   - chance: a number from 0 to 1.
  func wait(after failures: Int, chance: Double) -> Duration {
    var bound = min(firstWait, longestWait)
    for _ in 1..<max(failures, 1) where bound < longestWait { bound = min(bound * 2, longestWait) }
    return bound * min(max(chance, 0), 1)
  }
}
