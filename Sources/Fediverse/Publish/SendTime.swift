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

  /// Looks for what an earlier request made, for as long as the server may still be processing it.
  ///
  /// - Parameter last: when the request was last sent; `nil` to look once.
  func lookingUntilProcessed<Found: Sendable>(
    since last: SendTime?, _ look: () async throws(FediverseError) -> Found?
  ) async throws(FediverseError) -> Found? {
    try await looking(for: last.map(timeToProcess) ?? .zero, look)
  }

  /// Looks for something, with growing waits in between and once more at the end of that time.
  ///
  /// - Parameters:
  ///   - time: how long to look; asked for after the first look, whose responses may have shown the server's time.
  ///   - moment: when the server accepts requests again.
  func looking<Found: Sendable>(
    for time: @autoclosure () -> Duration, again moment: Timestamp? = nil,
    _ look: () async throws(FediverseError) -> Found?
  ) async throws(FediverseError) -> Found? {
    if let found = try await look() { return found }
    var (left, wait) = (time(), Self.firstLookWait)
    while left > .zero {
      let refused = delay(until: moment)
      let pause = max(min(wait, left), refused)
      guard refused <= policy.rate.longestWait, await waitForProcessing(pause) else {
        throw FediverseError(.canceled, server: server)
      }
      left -= pause
      wait *= 2
      let start = waiting.uptime()
      if let found = try await look() { return found }
      let spent = waiting.uptime() - start
      // The last look begins after that time, however long the others take.
      guard left <= .zero || left > spent else { return try await look() }
      left -= spent
    }
    return nil
  }

  private static var firstLookWait: Duration { .seconds(2) }

  /// How long a request that was sent at that time may still be processed.
  ///
  /// A server that was still busy with it when its sender ended may need longer than others.
  private func timeToProcess(since last: SendTime) -> Duration {
    let longest = policy.retries.longestProcessing
    let age = leastAge(of: last)
    return age < longest * 4 ? min(max(longest - age, longest / 2), longest) : .zero
  }

  /// How long ago something was at least sent. After a restart of the machine only clocks that can be set are left, so
  /// both must agree.
  private func leastAge(of sent: SendTime) -> Duration {
    let uptime = waiting.uptime()
    if let start = sent.uptime { return uptime - start }
    guard let then = sent.server, let now = serverTime(at: uptime) else { return .zero }
    return .seconds(max(min(now.seconds - then.seconds, clock().seconds - sent.local.seconds), 0))
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
      oldest: start.least - Self.longestStep, earliest: start.least - error, start: start.seconds - (isExact ? 5 : 60),
      end: max(start.most, end.most) + error)
  }

  /// The time by the server's clock at which a request was sent.
  private func estimate(_ sent: SendTime) -> Estimate {
    let local = sent.local.seconds
    let times = [sent.server?.seconds, serverTimeOfSending(sent)].compactMap(\.self)
    return Estimate(local: local, server: times, isCertain: sent.server != nil || sent.uptime != nil)
  }

  /// The time at which a request was sent, by the server's clock as it is now: another time than the recorded one if the
  /// clock was set since. `nil` if no response has shown that clock.
  private func serverTimeOfSending(_ sent: SendTime) -> Int? {
    let uptime = waiting.uptime()
    guard let now = serverTime(at: uptime) else { return nil }
    // The local clock may have been set since, so that the difference is that of another time.
    return sent.uptime.map { now.advanced(by: $0 - uptime).seconds } ?? sent.local.seconds + now.seconds
      - clock().seconds
  }

  /// A time by two clocks.
  private struct Estimate {
    let local: Int
    /// By the server's clock, which may have been set meanwhile; empty if that was never seen.
    let server: [Int]
    /// Whether the time by the server's clock does not depend on a clock that can be set.
    let isCertain: Bool

    var seconds: Int { server.first ?? local }
    var least: Int { min(local, server.min() ?? local) }
    var most: Int { max(local, server.max() ?? local) }

    /// Whether the two clocks agree. Responses and statuses may be dated by different clocks.
    var isExact: Bool { isCertain && !server.isEmpty && most - least <= Client.usualError }
  }

  /// By how many seconds a clock may have been set: somewhat more than a day.
  private static let longestStep = 26 * 3600
  /// By how many seconds clocks that nobody set differ at most.
  static let usualError = 600
}

/// The seconds, by the server's clock, at which a request can have taken effect.
struct EffectWindow: Sendable, Hashable {
  /// Nothing before this second is a result, even if a clock was set.
  let oldest: Int
  /// Nothing before this second is a result, if the server dates statuses and responses by the same clock.
  let earliest: Int
  /// A result is expected from this second on.
  let start: Int
  /// Nothing after this second is a result.
  let end: Int
}
