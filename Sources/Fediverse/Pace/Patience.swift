/// How a client bears with a server that fails, or that wants fewer requests.
public struct Patience: Sendable {
  /// How often a call is made again after a failure that may pass.
  public var retries: RetryPolicy
  /// What is done where the server wants fewer requests.
  public var rate: RatePolicy
  /// What the server's counts are thought to be, shared by all who act for the account.
  public var counts: any RateStore
  /// Told of each wait when it begins.
  public var onPause: (@Sendable (Pause) -> Void)?

  /// The usual patience: five tries, and waiting for the next window where one is used up.
  public init(
    retries: RetryPolicy = .usual, rate: RatePolicy = RatePolicy(), counts: any RateStore = RateMemory(),
    onPause: (@Sendable (Pause) -> Void)? = nil
  ) {
    self.retries = retries
    self.rate = rate
    self.counts = counts
    self.onPause = onPause
  }

  /// No patience at all: each call is made once, and a server that wants fewer requests is a failure.
  public static var none: Patience { Patience(retries: .never, rate: RatePolicy(.throw)) }
}
