/// The retry and rate-limit policy of a client.
public struct RequestPolicy: Sendable {
  /// When and how often a failed call is retried.
  public var retries: RetryPolicy
  /// What to do when the server's rate limit is reached.
  public var rate: RatePolicy
  /// The store of the rate-limit counters, shared by every client that acts for the account.
  public var counts: any RateStore
  /// Called at the start of each wait.
  public var onWait: (@Sendable (WaitNotice) -> Void)?
  /// If set, calls are checked against the server's features instead of being sent; reads may still be sent.
  public var featureCheck: FeatureCheck?

  /// Creates a policy; by default a call is tried five times, and waits for the next window when a rate limit is
  /// reached.
  public init(
    retries: RetryPolicy = .usual, rate: RatePolicy = RatePolicy(), counts: any RateStore = RateMemory(),
    onWait: (@Sendable (WaitNotice) -> Void)? = nil
  ) {
    self.retries = retries
    self.rate = rate
    self.counts = counts
    self.onWait = onWait
  }

  /// A policy that tries each call once and fails when a rate limit is reached.
  public static var none: RequestPolicy { RequestPolicy(retries: .never, rate: RatePolicy(.throw)) }
}

/// What a client does when a server's rate limit is reached.
public struct RatePolicy: Sendable, Hashable {
  /// The reactions to a rate limit.
  public enum RateMode: String, Sendable, Hashable, CaseIterable {
    /// Send requests without delay, and wait for the next window when the current one is used up.
    case wait
    /// Spread requests over the window, to stay under the limit.
    case pace
    /// Fail at once, with the time from which requests are allowed again.
    case `throw`
  }

  /// The reaction to a rate limit.
  public var mode: RateMode
  /// The maximum time that one call waits in total before it fails.
  public var longestWait: Duration

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - mode: the reaction to a rate limit.
  ///   - longestWait: the maximum time that one call waits in total. On Mastodon, the window for deletions is half an
  ///     hour, the window for follows a day.
  public init(_ mode: RateMode = .wait, longestWait: Duration = .seconds(1800)) {
    self.mode = mode
    self.longestWait = longestWait
  }
}

/// How often a call is retried after a transient error, and how long to wait in between.
///
/// Only safe requests are retried: reads, and changes that have the same effect when made twice.
public struct RetryPolicy: Sendable, Hashable {
  /// The maximum number of attempts, including the first.
  public var tries: Int
  /// The upper bound of the wait before the second attempt. It doubles with each attempt; the wait itself is random
  /// below it.
  public var firstWait: Duration
  /// The upper bound of any wait.
  public var longestWait: Duration
  /// How long a server may go on with a request whose response was lost. A change that must not be made twice is looked
  /// for until then before it is sent again.
  public var longestProcessing: Duration

  /// Creates a policy with this number of attempts; at least one.
  public init(
    tries: Int, firstWait: Duration = .milliseconds(500), longestWait: Duration = .seconds(30),
    longestProcessing: Duration = .seconds(30)
  ) {
    self.tries = max(tries, 1)
    self.firstWait = firstWait
    self.longestWait = longestWait
    self.longestProcessing = longestProcessing
  }

  /// Five attempts, with at most eight seconds of waiting in between.
  public static let usual = RetryPolicy(tries: 5)
  /// One attempt.
  public static let never = RetryPolicy(tries: 1, firstWait: .zero, longestProcessing: .zero)

  /// The wait before the next attempt: exponential backoff with full jitter, so that clients that failed together do
  /// not retry together.
  ///
  /// - Parameters:
  ///   - failures: the number of failed attempts so far.
  ///   - chance: a random number from 0 to 1.
  func wait(after failures: Int, chance: Double) -> Duration {
    var bound = min(firstWait, longestWait)
    for _ in 1..<max(failures, 1) where bound < longestWait { bound = min(bound * 2, longestWait) }
    return bound * min(max(chance, 0), 1)
  }
}

/// A wait before a request is sent, reported so that a program can show what it is doing.
public struct WaitNotice: Sendable, Hashable {
  /// Why a call waits.
  public enum Reason: Sendable, Hashable {
    /// A rate limit is reached; the value names what is limited, such as `uploads`.
    case rateLimit(String)
    /// No limit is reached; requests are spread over the time that is left, as ``RatePolicy/RateMode/pace`` wants.
    case pacing
    /// The call failed with a transient error; `next` is the number of the next attempt, counted from 1.
    case failure(FediverseError, next: Int)
    /// The response to a change was lost, and the server may still be making it; its result is looked for afterwards.
    case processing
  }

  /// Why the call waits.
  public let reason: Reason
  /// When the call continues.
  public let until: Timestamp
  /// The length of the wait.
  public let length: Duration
  /// The part of the wait that is not up to the client: all of a wait for a rate limit or for a change that the server
  /// may still be making, the `Retry-After` of a failure.
  public let requested: Duration

  /// Creates a notice of a wait, all of which the server asked for by default.
  public init(reason: Reason, until: Timestamp, length: Duration, requested: Duration? = nil) {
    self.reason = reason
    self.until = until
    self.length = length
    self.requested = requested ?? length
  }
}
