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

  /// The seconds, by the server's clock, at which a request can have taken effect.
  ///
  /// - Parameters:
  ///   - first: when it was first sent.
  ///   - last: when it was last sent.
  func effectWindow(from first: SendTime, to last: SendTime) -> EffectWindow {
    let (start, isExact) = estimate(first)
    let end = max(estimate(last).seconds, start)
    // Servers consist of several machines, and a date has whole seconds.
    guard !isExact else { return EffectWindow(earliest: start - 5, start: start - 5, end: end + 60) }
    return EffectWindow(earliest: start - Self.longestStep, start: start - 60, end: end + Self.usualError)
  }

  /// The time by the server's clock at which a request was sent, and whether that is known rather than assumed.
  private func estimate(_ sent: SendTime) -> (seconds: Int, isExact: Bool) {
    if let server = sent.server { return (server.seconds, true) }
    guard let now = serverTime(at: waiting.uptime()) else { return (sent.local.seconds, false) }
    guard let uptime = sent.uptime else { return (sent.local.seconds + now.seconds - clock().seconds, false) }
    return (now.advanced(by: uptime - waiting.uptime()).seconds, true)
  }

  /// By how many seconds a clock may have been set: somewhat more than a day.
  private static let longestStep = 26 * 3600
  /// By how many seconds clocks that nobody set differ at most.
  private static let usualError = 600
}

/// The seconds, by the server's clock, at which a request can have taken effect.
struct EffectWindow: Sendable, Hashable {
  /// Nothing before this second is a result, even if a clock was set.
  let earliest: Int
  /// A result is expected from this second on.
  let start: Int
  /// A result is expected until this second.
  let end: Int
}
