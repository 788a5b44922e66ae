import Synchronization

/// Receives the callbacks of this program's calls; each call has an unguessable address that works once.
public final class CallbackInbox: Sendable {
  /// A call that waits for its callback.
  public struct Call: Sendable, Hashable {
    /// 128 random bits in hexadecimal.
    public let token: String
    /// The three callbacks to send with the request.
    public let callbacks: Request.Callbacks
    fileprivate let deadline: ContinuousClock.Instant
  }

  /// What happened to a delivered callback.
  public enum Delivery: Sendable, Hashable {
    /// It answered this call, which no longer waits.
    case answered(token: String, Response)
    /// Its address belongs to no waiting call: it was forged, already used, or is long expired.
    case unknown
    /// The call had already timed out.
    case expired
    /// The URL is not a callback of this inbox.
    case malformed
  }

  /// A call, and the task that waits for it, if any.
  private struct Entry {
    let call: Call
    let wait: Wait?
  }

  /// A task that waits for a callback.
  private struct Wait {
    let answer = OneShot<Outcome<[CallbackURL.Pair]>>()
    let timeout: Duration
  }

  private let scheme: String
  private let waiting = Mutex<[Entry]>([])

  /// Creates an inbox for callbacks with this scheme; by default that of this program.
  public init(scheme: String = programScheme) {
    self.scheme = scheme.lowercased()
  }

  /// Creates an address for one callback, which ``deliver(_:at:)`` returns.
  ///
  /// - Parameter deadline: the time after which the callback is no longer accepted.
  public func expectAnswer(until deadline: ContinuousClock.Instant) -> Call {
    expectAnswer(until: deadline, nil)
  }

  /// Creates an address for one callback, sends it and waits for the callback.
  ///
  /// The address exists before anything is sent, and is removed when this returns or throws; a later callback is then
  /// ``Delivery/unknown``.
  ///
  /// - Parameters:
  ///   - timeout: how long to accept the callback; at most a year.
  ///   - clock: measures the timeout.
  ///   - send: sends the callbacks; it is canceled, and not awaited, when the callback arrives.
  /// - Returns: the outcome with the parameters of the callback.
  /// - Throws: ``CallError/timedOut(after:)``, the errors of `send`, and `CancellationError` if the task is canceled.
  public func answer(
    within timeout: Duration, by clock: any Clock<Duration> = ContinuousClock(),
    to send: @escaping @Sendable (Request.Callbacks) async throws -> Void
  ) async throws -> Outcome<[CallbackURL.Pair]> {
    try Task.checkCancellation()
    let wait = Wait(timeout: max(.zero, min(timeout, Self.longestWait)))
    let call = expectAnswer(until: .now + wait.timeout, wait)
    defer { forget(call) }
    let sending = Task {
      do { try await send(call.callbacks) } catch { wait.answer.settle(.failure(error)) }
    }
    defer { sending.cancel() }
    let timer = Task {
      try await clock.sleep(for: wait.timeout)
      wait.answer.settle(.failure(CallError.timedOut(after: wait.timeout)))
    }
    defer { timer.cancel() }
    return try await wait.answer.value()
  }

  /// Removes a call; a later callback is then ``Delivery/unknown``.
  public func forget(_ call: Call) {
    waiting.withLock { entries in entries.removeAll { $0.call.token == call.token } }
  }

  /// Accepts a callback; one that does not answer a waiting call changes nothing.
  @discardableResult
  public func deliver(_ url: CallbackURL, at now: ContinuousClock.Instant = .now) -> Delivery {
    guard url.scheme == scheme, url.host == CallbackURL.xCallbackHost, url.segments.count == 3,
      url.segments[0] == "callback", let response = Response(outcome: url.segments[2], pairs: url.pairs)
    else { return .malformed }
    guard let entry = take(url.segments[1]) else { return .unknown }
    guard now < entry.call.deadline else {
      if let wait = entry.wait { wait.answer.settle(.failure(CallError.timedOut(after: wait.timeout))) }
      return .expired
    }
    entry.wait?.answer.settle(.success(Outcome(response, pairs: url.pairs)))
    return .answered(token: entry.call.token, response)
  }

  private static let longestWait = Duration.seconds(365 * 86_400)

  private func expectAnswer(until deadline: ContinuousClock.Instant, _ wait: Wait?) -> Call {
    let token = UnguessableToken.make()
    let call = Call(
      token: token,
      callbacks: Request.Callbacks(
        success: address(token, "success"), error: address(token, "error"), cancel: address(token, "cancel")),
      deadline: deadline)
    let now = ContinuousClock.now
    waiting.withLock { entries in
      // Removes expired calls here, so that callers need not do it.
      entries.removeAll { $0.call.deadline <= now }
      entries.append(Entry(call: call, wait: wait))
    }
    return call
  }

  private func take(_ token: String) -> Entry? {
    waiting.withLock { entries in
      guard let index = entries.firstIndex(where: { UnguessableToken.isEqual($0.call.token, token) }) else {
        return nil
      }
      return entries.remove(at: index)
    }
  }

  private func address(_ token: String, _ outcome: String) -> CallbackURL {
    CallbackURL(scheme: scheme, action: "callback/\(token)/\(outcome)")
  }
}

extension Outcome<[CallbackURL.Pair]> {
  /// The outcome of a response, with the parameters of the callback.
  fileprivate init(_ response: Response, pairs: [CallbackURL.Pair]) {
    self =
      switch response {
      case .success: .success(pairs)
      case .failure: .failure(AppFailure(pairs: pairs))
      case .canceled: .canceled
      }
  }
}
