/// The rate-limit headers of a response.
public struct RateLimit: Sendable, Hashable {
  /// The number of requests allowed per window.
  public let limit: Int?
  /// The number of requests left in the current window.
  public let remaining: Int?
  /// When the next window starts.
  public let resetsAt: Timestamp?
  /// The time given by the `Retry-After` header.
  public let retryAt: Timestamp?

  /// Reads the `X-RateLimit-*` and `Retry-After` headers; `nil` if there are none.
  ///
  /// - Parameters:
  ///   - headers: the header fields of a response.
  ///   - now: the current time, to which a `Retry-After` in seconds is added.
  public init?(_ headers: Headers, now: Timestamp) {
    limit = headers["X-RateLimit-Limit"].flatMap(Self.count)
    remaining = headers["X-RateLimit-Remaining"].flatMap(Self.count)
    resetsAt = headers["X-RateLimit-Reset"].flatMap { Self.moment(after: now, reset: $0) }
    retryAt = headers["Retry-After"].flatMap { Self.moment(after: now, retryAfter: $0) }
    guard limit != nil || remaining != nil || resetsAt != nil || retryAt != nil else { return nil }
  }

  private static func count(_ text: String) -> Int? {
    Int(text.trimmedOfBlanks).flatMap { $0 >= 0 ? $0 : nil }
  }

  private static func moment(after now: Timestamp, retryAfter text: String) -> Timestamp? {
    guard let seconds = count(text) else { return Timestamp(httpDate: text.trimmedOfBlanks) }
    return now.advanced(by: seconds)
  }

  /// Servers send a date, a Unix time or, in the Misskey family, the number of seconds left, which is always smaller
  /// than any Unix time.
  private static func moment(after now: Timestamp, reset text: String) -> Timestamp? {
    if let wait = Double(text.trimmedOfBlanks), (0...Double(longestWait)).contains(wait) {
      return now.advanced(by: Int(wait.rounded(.up)))
    }
    return Timestamp(text) ?? Timestamp(httpDate: text.trimmedOfBlanks)
  }

  fileprivate static let longestWait = 366 * 86_400
}

extension Timestamp {
  /// The time this many seconds later, at most a year.
  fileprivate func advanced(by wait: Int) -> Timestamp {
    Timestamp(seconds: seconds + min(wait, RateLimit.longestWait), nanoseconds: nanoseconds)
  }
}
