/// When a request was sent, by several clocks, so that its result is found even if the request was sent by an earlier
/// process or a clock was set since.
public struct SendTime: Sendable, Hashable {
  /// The time by this machine's clock.
  public var local: Timestamp
  /// The time by the server's clock; `nil` if no response had shown it yet.
  public var server: Timestamp?
  /// The uptime as of ``Waiting/uptime``; `nil` if that started anew since.
  public var uptime: Duration?

  /// Creates a time from what is known.
  public init(local: Timestamp, server: Timestamp? = nil, uptime: Duration? = nil) {
    self.local = local
    self.server = server
    self.uptime = uptime
  }
}

extension Client {
  /// The current time, for a request that is about to be sent.
  public var sendTime: SendTime {
    let uptime = waiting.uptime()
    return SendTime(local: clock(), server: serverTime(at: uptime), uptime: uptime)
  }

  /// The time by the server's clock at an uptime; `nil` if no response of this process has shown it.
  private func serverTime(at uptime: Duration) -> Timestamp? {
    lastDate.map { $0.date.advanced(by: uptime - $0.uptime) }
  }

  /// How long a request may still be processed; `nil` if it was sent long ago.
  func timeToProcess(since sent: SendTime) -> Duration? {
    // Two seconds by default, none if the retry policy does not wait.
    let longest = policy.retries.firstWait * 4
    guard let uptime = sent.uptime else { return nil }
    let left = longest - (waiting.uptime() - uptime)
    return left > .zero ? min(left, longest) : nil
  }

  /// Looks for what an earlier request made; looks again after the longest time for which the server may still process
  /// it.
  ///
  /// The earlier process may have repeated the request until it ended, so that the server may still process it when the
  /// search begins, however long ago it was first sent and however long the search takes.
  ///
  /// - Parameter last: when the request was last sent; `nil` for a request of this process.
  func lookingTwice<Found: Sendable>(
    for last: SendTime?, _ look: () async throws(FediverseError) -> Found?
  ) async throws(FediverseError) -> Found? {
    let start = sendTime
    let mayBeUnderway = last?.uptime != nil && timeToProcess(since: start) != nil
    if let found = try await look() { return found }
    guard mayBeUnderway else { return nil }
    if let wait = timeToProcess(since: start), (try? await waiting.sleep(wait)) == nil { return nil }
    return try await look()
  }

  /// The seconds, by the server's clock, at which a request can have taken effect.
  ///
  /// - Parameters:
  ///   - first: when it was first sent.
  ///   - last: when it was last sent.
  func effectWindow(from first: SendTime, to last: SendTime) -> EffectWindow {
    let (start, end) = (estimate(first), estimate(last))
    let isExact = start.isExact && end.isExact
    let error = isExact ? Self.usualError : Self.longestStep
    // Servers consist of several machines, and a date has whole seconds.
    return EffectWindow(
      earliest: start.least - error, start: start.seconds - (isExact ? 5 : 60),
      end: max(start.most, end.most) + error)
  }

  /// The time by the server's clock at which a request was sent.
  private func estimate(_ sent: SendTime) -> Estimate {
    let local = sent.local.seconds
    if let server = sent.server { return Estimate(local: local, server: server.seconds) }
    guard let now = serverTime(at: waiting.uptime()) else { return Estimate(local: local, server: nil) }
    guard let uptime = sent.uptime else {
      // The local clock may have been set since, so that the difference is that of another time.
      return Estimate(local: local, server: local + now.seconds - clock().seconds, isCertain: false)
    }
    return Estimate(local: local, server: now.advanced(by: uptime - waiting.uptime()).seconds)
  }

  /// A time by two clocks.
  private struct Estimate {
    let local: Int
    /// By the server's clock; `nil` if that was never seen.
    let server: Int?
    /// Whether the time by the server's clock does not depend on a clock that can be set.
    var isCertain = true

    var seconds: Int { server ?? local }
    var least: Int { min(local, seconds) }
    var most: Int { max(local, seconds) }

    /// Whether the two clocks agree. Responses and statuses may be dated by different clocks.
    var isExact: Bool { isCertain && server.map { abs($0 - local) <= Client.usualError } ?? false }
  }

  /// By how many seconds a clock may have been set: somewhat more than a day.
  private static let longestStep = 26 * 3600
  /// By how many seconds clocks that nobody set differ at most.
  fileprivate static let usualError = 600
}

/// The seconds, by the server's clock, at which a request can have taken effect.
struct EffectWindow: Sendable, Hashable {
  /// Nothing before this second is a result, even if a clock was set.
  let earliest: Int
  /// A result is expected from this second on.
  let start: Int
  /// Nothing after this second is a result.
  let end: Int
}
