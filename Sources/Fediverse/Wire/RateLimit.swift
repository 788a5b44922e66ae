/// What a server said about how much more may be asked of it.
public struct RateLimit: Sendable, Hashable {
  /// How many requests fit into one window.
  public let limit: Int?
  /// How many are left in this one.
  public let remaining: Int?
  /// When the next window begins.
  public let resetsAt: Timestamp?
  /// When the server asked to be left alone until, by its `Retry-After` header.
  public let retryAt: Timestamp?

  /// Reads the `X-RateLimit-` headers and `Retry-After`; `nil` where there is none of them.
  ///
  /// - Parameters:
  ///   - headers: the header fields of an answer.
  ///   - now: what a `Retry-After` in seconds is counted from.
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

  /// Servers give a date, a Unix time or, the Misskey family, the seconds until then, which no Unix time is as small as.
  private static func moment(after now: Timestamp, reset text: String) -> Timestamp? {
    if let wait = Double(text.trimmedOfBlanks), (0...Double(longestWait)).contains(wait) {
      return now.advanced(by: Int(wait.rounded(.up)))
    }
    return Timestamp(text) ?? Timestamp(httpDate: text.trimmedOfBlanks)
  }

  fileprivate static let longestWait = 366 * 86_400
}

extension Timestamp {
  /// The moment so many seconds later, but no more than a year.
  fileprivate func advanced(by wait: Int) -> Timestamp {
    Timestamp(seconds: seconds + min(wait, RateLimit.longestWait), nanoseconds: nanoseconds)
  }
}
