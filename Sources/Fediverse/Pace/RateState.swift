/// A model of a server's rate-limit counters for one account.
///
/// A request is counted before it is sent, and the headers of each response correct the counters. A counter never
/// blocks requests before a header has confirmed it.
public struct RateState: Sendable, Hashable {
  /// How much of a window is used up.
  struct Usage: Sendable, Hashable {
    var limit: Int
    /// The end of the window, in Unix seconds of the server's clock.
    var end: Int
    var used: Int
    /// Whether a header has described this counter.
    var isConfirmed: Bool
  }

  var usages: [RateBucket.Name: Usage] = [:]
  /// The end of a refusal that named no counter, in Unix seconds of the server's clock.
  var blockedUntil = 0
  /// The number of consecutive refusals without a time.
  var refusals = 0
  /// How many seconds the server's clock is ahead of ours; `nil` until a response has shown it.
  var knownSkew: Int?
  /// The time assigned to the last paced request, in milliseconds of the local clock.
  var lastTurn = 0
  /// Whether the server's responses have rate-limit headers.
  var hasHeaders = false

  /// Creates a state in which nothing is known.
  public init() {}

  var skew: Int { knownSkew ?? 0 }

  /// Whether a request may be sent now.
  enum Turn: Sendable, Hashable {
    case now
    /// The request is counted, and may be sent after this delay.
    case after(milliseconds: Int)
    /// The request is not counted; ask again after this delay.
    case later(seconds: Int, bucket: RateBucket?)
  }

  /// Decides when a request may be sent, and counts it if it may be sent in this window.
  mutating func turn(for buckets: [RateBucket], _ mode: RatePolicy.RateMode, at now: Timestamp) -> Turn {
    let time = now.seconds + skew
    for bucket in buckets { open(bucket, at: time) }
    if blockedUntil > time, !Self.isImplausible(blockedUntil, at: time) {
      return .later(seconds: blockedUntil - time, bucket: nil)
    }
    let full = buckets.filter { isFull($0) }.max { end(of: $0) < end(of: $1) }
    if let full { return .later(seconds: max(end(of: full) - time, 1), bucket: full) }
    let pause = mode == .pace ? pace(buckets, at: now) : 0
    for bucket in buckets { usages[bucket.name]?.used += 1 }
    return pause > 0 ? .after(milliseconds: pause) : .now
  }

  /// Starts a new window if the previous one has ended.
  private mutating func open(_ bucket: RateBucket, at time: Int) {
    guard let usage = usages[bucket.name] else {
      usages[bucket.name] = Usage(limit: bucket.limit, end: bucket.end(at: time), used: 0, isConfirmed: false)
      return
    }
    guard usage.end <= time || Self.isImplausible(usage.end, at: time) else { return }
    usages[bucket.name] = Usage(limit: usage.limit, end: bucket.end(at: time), used: 0, isConfirmed: usage.isConfirmed)
  }

  private func isFull(_ bucket: RateBucket) -> Bool {
    guard hasHeaders, let usage = usages[bucket.name], usage.isConfirmed || !bucket.needsConfirmation else {
      return false
    }
    return usage.used >= usage.limit
  }

  private func end(of bucket: RateBucket) -> Int { usages[bucket.name]?.end ?? 0 }

  /// Assigns the next evenly spaced slot, and returns the delay until then in milliseconds.
  private mutating func pace(_ buckets: [RateBucket], at now: Timestamp) -> Int {
    guard hasHeaders else { return 0 }
    let milliseconds = now.milliseconds
    let steps = buckets.compactMap { bucket -> Int? in
      guard let usage = usages[bucket.name], usage.isConfirmed || !bucket.needsConfirmation else { return nil }
      return max(usage.end * 1000 - milliseconds - skew * 1000, 0) / max(usage.limit - usage.used, 1)
    }
    // A slot after the end of every window was assigned before the clock was set back.
    let end = ((usages.values.map(\.end).max() ?? 0) - skew) * 1000
    let turn = lastTurn > end ? milliseconds : max(milliseconds, lastTurn + (steps.max() ?? 0))
    lastTurn = turn
    return turn - milliseconds
  }
}

extension RateState {
  /// What a response says about the counters.
  struct Report: Sendable {
    let status: Int
    let headers: Headers
    /// The number of requests of this process still in flight, which the server may not have counted yet.
    let underway: Int
  }

  /// Corrects the counters from a response.
  mutating func learn(_ report: Report, about buckets: [RateBucket], at now: Timestamp) {
    learn(report.headers["Date"].flatMap { Timestamp(httpDate: $0) }, at: now)
    let time = now.seconds + skew
    let said = RateLimit(report.headers, now: Timestamp(seconds: time))
    if report.status != 429 { refusals = 0 }
    if let limit = said?.limit, let remaining = said?.remaining {
      let (limit, remaining) = (min(limit, Self.largest), min(remaining, Self.largest))
      hasHeaders = true
      // An explicit `Retry-After` takes precedence over the end of the window.
      let reset = (report.status == 429 ? said?.retryAt : nil)?.seconds ?? said?.resetsAt?.seconds
      let named = named(limit, reset, buckets, at: time)
      set(named, to: limit, used: limit - remaining + report.underway, until: reset, at: time)
      if named?.isForeground != true { lower(buckets, besides: named, to: remaining, underway: report.underway) }
    }
    if report.status == 429 { close(said, at: time) }
  }

  /// A difference of one second is network latency rather than clock skew; a date before 1970 is invalid.
  private mutating func learn(_ date: Timestamp?, at now: Timestamp) {
    guard let date, date.seconds > 0, knownSkew == nil || abs(date.seconds - now.seconds - skew) > 1 else { return }
    let difference = date.seconds - now.seconds
    knownSkew = abs(difference) > 1 ? difference : 0
  }

  /// The bucket that a header describes: one with the same limit, preferably one whose window ends at the same time.
  private func named(_ limit: Int, _ reset: Int?, _ buckets: [RateBucket], at time: Int) -> RateBucket? {
    let sameSize = buckets.filter { usages[$0.name]?.limit == limit || $0.limit == limit }
    let sameEnd = sameSize.filter { bucket in reset.map { abs($0 - bucket.end(at: time)) <= 2 } ?? false }
    return sameEnd.last ?? sameSize.first ?? buckets.first
  }

  private mutating func set(_ bucket: RateBucket?, to limit: Int, used: Int, until reset: Int?, at time: Int) {
    guard let bucket else { return }
    let end = reset.flatMap { $0 > time ? min($0, time + Self.longestWindow) : nil } ?? bucket.end(at: time)
    usages[bucket.name] = Usage(limit: limit, end: end, used: used, isConfirmed: true)
  }

  /// A header describes the bucket with the fewest requests left, so every other bucket has at least as many.
  private mutating func lower(_ buckets: [RateBucket], besides named: RateBucket?, to remaining: Int, underway: Int) {
    for bucket in buckets where bucket.name != named?.name && !bucket.isForeground {
      guard let usage = usages[bucket.name] else { continue }
      usages[bucket.name]?.used = min(usage.used, max(usage.limit - remaining + underway, 0))
    }
  }

  /// Blocks requests until the time given in a refusal, or for a growing time if it gives none.
  private mutating func close(_ said: RateLimit?, at time: Int) {
    if let moment = said?.retryAt {
      blockedUntil = min(max(moment.seconds, time + 1), time + Self.longestWindow)
    } else if said?.remaining == 0, let reset = said?.resetsAt?.seconds, reset > time {
      // If the header describes a bucket, that bucket is full already; a header without a limit describes none.
      if said?.limit == nil { blockedUntil = min(reset, time + Self.longestWindow) }
    } else {
      blockedUntil = time + min(5 << min(refusals, 6), 300)
      refusals += 1
    }
  }

  /// Whether a time is further in the future than any limit requires, because a clock was wrong when it was stored.
  private static func isImplausible(_ moment: Int, at time: Int) -> Bool { moment - time > 2 * longestWindow }

  private static let longestWindow = 86_400
  /// An upper bound for all numbers that keeps the arithmetic from overflowing.
  static let largest = 1 << 48
}

extension RateBucket {
  /// The end of the window that contains this time.
  func end(at time: Int) -> Int {
    (time >= 0 ? time / period + 1 : 0) * period
  }
}

extension Timestamp {
  var milliseconds: Int { seconds * 1000 + nanoseconds / 1_000_000 }
}
