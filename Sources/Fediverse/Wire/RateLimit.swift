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
  /// - Parameter now: what a `Retry-After` in seconds is counted from.
  public init?(_ headers: Headers, now: Timestamp) {
    limit = headers["X-RateLimit-Limit"].flatMap(Self.count)
    remaining = headers["X-RateLimit-Remaining"].flatMap(Self.count)
    resetsAt = headers["X-RateLimit-Reset"].flatMap { Timestamp($0) }
    retryAt = headers["Retry-After"].flatMap { Self.moment(after: now, retryAfter: $0) }
    guard limit != nil || remaining != nil || resetsAt != nil || retryAt != nil else { return nil }
  }

  private static func count(_ text: String) -> Int? {
    Int(text.trimmedOfBlanks).flatMap { $0 >= 0 ? $0 : nil }
  }

  private static func moment(after now: Timestamp, retryAfter text: String) -> Timestamp? {
    guard let seconds = count(text) else { return Timestamp(httpDate: text.trimmedOfBlanks) }
    return Timestamp(seconds: now.seconds + min(seconds, 366 * 86_400), nanoseconds: now.nanoseconds)
  }
}
