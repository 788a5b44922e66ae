import Synchronization

/// Where the answers to this program's own calls arrive: each call has an unguessable address that works once.
public final class CallbackInbox: Sendable {
  /// One call that waits for its answer.
  public struct Call: Sendable, Hashable {
    /// 128 random bits in hexadecimal.
    public let token: String
    /// The three callbacks to send with the request.
    public let callbacks: Request.Callbacks
    fileprivate let deadline: ContinuousClock.Instant
  }

  /// What became of a callback that was opened.
  public enum Delivery: Sendable, Hashable {
    /// The answer to this call, which no longer waits.
    case answered(token: String, Response)
    /// The address belongs to no waiting call: it was forged, used before, or is long out of time.
    case unknown
    /// The call waited no longer.
    case expired
    /// The URL is not a callback of ours.
    case malformed
  }

  /// A call, and who waits for its answer where somebody does.
  private struct Entry {
    let call: Call
    let wait: Wait?
  }

  /// A task that waits for an answer.
  private struct Wait {
    let answer = OneShot<Outcome<[CallbackURL.Pair]>>()
    let timeout: Duration
  }

  private let scheme: String
  private let waiting = Mutex<[Entry]>([])

  /// An inbox whose callbacks have this scheme.
  public init(scheme: String = "tusk") {
    self.scheme = scheme.lowercased()
  }

  /// Opens an address for one answer, which ``deliver(_:at:)`` returns.
  ///
  /// - Parameter deadline: when the answer is no longer taken.
  public func expectAnswer(until deadline: ContinuousClock.Instant) -> Call {
    expectAnswer(until: deadline, nil)
  }

  /// Opens an address for one answer, sends it off and waits for the answer.
  ///
  /// The address is there before anything is sent, and is gone when this returns or throws, so that an answer which
  /// still comes is ``Delivery/unknown``.
  ///
  /// - Parameters:
  ///   - timeout: how long the answer is taken; a year at most.
  ///   - clock: what the time-out is measured by.
  ///   - send: sends the callbacks off. It is cancelled, and not waited for, as soon as the answer is there.
  /// - Returns: what the answer carries, as it was spelled.
  /// - Throws: ``CallError/timedOut(after:)``, what `send` throws, and `CancellationError` where the task is cancelled.
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

  /// Withdraws a call; an answer that still comes is ``Delivery/unknown``.
  public func forget(_ call: Call) {
    waiting.withLock { entries in entries.removeAll { $0.call.token == call.token } }
  }

  /// Takes in a callback that was opened. Whatever is not the answer to a waiting call changes nothing.
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
      // Nobody needs to withdraw a call whose answer never came.
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
  /// The outcome that a response tells, with the pairs as they were spelled.
  fileprivate init(_ response: Response, pairs: [CallbackURL.Pair]) {
    self =
      switch response {
      case .success: .success(pairs)
      case .failure: .failure(AppFailure(pairs: pairs))
      case .canceled: .canceled
      }
  }
}

extension Response {
  /// Reads the response that a callback of this outcome carries; `nil` where there is no such outcome.
  ///
  /// An error may carry any of `errorCode`, `errorMessage` and Tusker's `error`.
  public init?(outcome: String, pairs: [CallbackURL.Pair]) {
    switch outcome {
    case "success": self = .success(pairs)
    case "cancel": self = .canceled
    case "error":
      let value = { (name: String) in pairs.last { $0.name == name }?.value }
      let code = value("errorCode").flatMap { Int($0) }.map(Failure.Code.init(rawValue:)) ?? .defect
      self = .failure(Failure(code, value("errorMessage") ?? value("error") ?? "the action failed"))
    default: return nil
    }
  }
}
