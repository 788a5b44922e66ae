/// What is known of other requests, when the result of one is searched for.
public struct OtherRequests: Sendable, Hashable {
  /// The identifiers, URIs and URLs of the statuses that they made.
  public var results: Set<String>
  /// When responses told of some of the results, by this machine's clock, which shows whether the server dates statuses by
  /// the same time.
  public var responseTimes: [String: Timestamp]
  /// When those with the same parameters were sent whose outcome is unknown: a status of that time may be the result of
  /// either.
  public var unsettled: [Sending]

  public init(
    _ results: Set<String> = [], responseTimes: [String: Timestamp] = [:], unsettled: [Sending] = []
  ) {
    self.results = results
    self.responseTimes = responseTimes
    self.unsettled = unsettled
  }

  /// The same requests, and those that made these results too.
  func with(_ results: Set<String>) -> OtherRequests {
    var all = self
    all.results.formUnion(results)
    return all
  }

  /// When a request was sent, perhaps several times.
  public struct Sending: Sendable, Hashable {
    public var first: SendTime
    public var last: SendTime

    public init(first: SendTime, last: SendTime) {
      self.first = first
      self.last = last
    }
  }
}
