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
    /// The address belongs to no waiting call: it was forged, or used before.
    case unknown
    /// The call waited no longer.
    case expired
    /// The URL is not a callback of ours.
    case malformed
  }

  private let scheme: String
  private let waiting = Mutex<[Call]>([])

  /// An inbox whose callbacks have this scheme.
  public init(scheme: String = "tusk") {
    self.scheme = scheme.lowercased()
  }

  /// Opens an address for one answer.
  ///
  /// - Parameter deadline: when the answer is no longer taken.
  public func expectAnswer(until deadline: ContinuousClock.Instant) -> Call {
    var random = SystemRandomNumberGenerator()
    let token = [random.next(), random.next()].map(Self.hexadecimal).joined()
    let call = Call(
      token: token,
      callbacks: Request.Callbacks(
        success: address(token, "success"), error: address(token, "error"), cancel: address(token, "cancel")),
      deadline: deadline)
    waiting.withLock { $0.append(call) }
    return call
  }

  /// Withdraws a call; an answer that still comes is ``Delivery/unknown``.
  public func forget(_ call: Call) {
    waiting.withLock { calls in calls.removeAll { $0.token == call.token } }
  }

  /// Takes in a callback that was opened. Whatever is not the answer to a waiting call changes nothing.
  public func deliver(_ url: CallbackURL, at now: ContinuousClock.Instant = .now) -> Delivery {
    guard url.scheme == scheme, url.host == CallbackURL.xCallbackHost, url.segments.count == 3,
      url.segments[0] == "callback", let response = Response(outcome: url.segments[2], pairs: url.pairs)
    else { return .malformed }
    guard let call = take(url.segments[1]) else { return .unknown }
    guard now < call.deadline else { return .expired }
    return .answered(token: call.token, response)
  }

  private func take(_ token: String) -> Call? {
    waiting.withLock { calls in
      guard let index = calls.firstIndex(where: { Self.isEqual($0.token, token) }) else { return nil }
      return calls.remove(at: index)
    }
  }

  private func address(_ token: String, _ outcome: String) -> CallbackURL {
    CallbackURL(scheme: scheme, action: "callback/\(token)/\(outcome)")
  }

  private static func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Compares without telling by its duration how much of a guess was right.
  private static func isEqual(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    return zip(left.utf8, right.utf8).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension Response {
  /// Reads the response that a callback of this outcome carries; `nil` where there is no such outcome.
  ///
  /// An error may carry any of `errorCode`, `errorMessage` and Tusker's `error`.
  public init?(outcome: String, pairs: [CallbackURL.Pair]) {
    switch outcome {
    case "success": self = .success(pairs)
    case "cancel": self = .cancelled
    case "error":
      let value = { (name: String) in pairs.last { $0.name == name }?.value }
      let code = value("errorCode").flatMap { Int($0) }.map(Failure.Code.init(rawValue:)) ?? .defect
      self = .failure(Failure(code, value("errorMessage") ?? value("error") ?? "the action failed"))
    default: return nil
    }
  }
}
