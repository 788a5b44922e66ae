/// What one account has asked of a server lately, and what the server said about it: a model of the server's own counts.
///
/// It counts before a request is sent, and is set right by the headers of each answer. A count that no header has borne
/// out stops nobody.
public struct RateState: Sendable, Hashable {
  /// How full one window is.
  struct Usage: Sendable, Hashable {
    var limit: Int
    /// When the window ends, in seconds by the server's clock.
    var end: Int
    var used: Int
    /// Whether a header has spoken of it.
    var isSeen: Bool
  }

  var usages: [RateBucket.Name: Usage] = [:]
  /// When anything may be asked again, in seconds by the server's clock, after a refusal that named no count.
  var closedUntil = 0
  /// How many refusals in a row named no time.
  var refusals = 0
  /// The seconds by which the server's clock is ahead, once an answer has told its time.
  var knownSkew: Int?
  /// The moment that the last paced request was given, in milliseconds by the own clock.
  var lastTurn = 0
  /// Whether the server's answers speak of its counts.
  var isTold = false

  /// Nothing asked, nothing known.
  public init() {}

  var skew: Int { knownSkew ?? 0 }

  /// Whether a request may go now.
  enum Turn: Sendable, Hashable {
    case now
    /// It has been counted, and may go so many milliseconds later.
    case after(milliseconds: Int)
    /// It has not been counted: so many seconds later it may be asked again whether it may go.
    case later(seconds: Int, bucket: RateBucket?)
  }

  /// Gives a request its turn, and counts it if it has one.
  mutating func turn(for buckets: [RateBucket], _ mode: RatePolicy.RateMode, at now: Timestamp) -> Turn {
    let time = now.seconds + skew
    for bucket in buckets { open(bucket, at: time) }
    if closedUntil > time, !Self.isBeyondReason(closedUntil, at: time) {
      return .later(seconds: closedUntil - time, bucket: nil)
    }
    let full = buckets.filter { isFull($0) }.max { end(of: $0) < end(of: $1) }
    if let full { return .later(seconds: max(end(of: full) - time, 1), bucket: full) }
    let pause = mode == .pace ? pace(buckets, at: now) : 0
    for bucket in buckets { usages[bucket.name]?.used += 1 }
    return pause > 0 ? .after(milliseconds: pause) : .now
  }

  /// Begins a new window where the last one is over.
  private mutating func open(_ bucket: RateBucket, at time: Int) {
    guard let usage = usages[bucket.name] else {
      usages[bucket.name] = Usage(limit: bucket.limit, end: bucket.end(at: time), used: 0, isSeen: false)
      return
    }
    guard usage.end <= time || Self.isBeyondReason(usage.end, at: time) else { return }
    usages[bucket.name] = Usage(limit: usage.limit, end: bucket.end(at: time), used: 0, isSeen: usage.isSeen)
  }

  private func isFull(_ bucket: RateBucket) -> Bool {
    guard isTold, let usage = usages[bucket.name], usage.isSeen || !bucket.isDoubtful else { return false }
    return usage.used >= usage.limit
  }

  private func end(of bucket: RateBucket) -> Int { usages[bucket.name]?.end ?? 0 }

  /// The milliseconds until the next evenly spread turn, which is taken.
  private mutating func pace(_ buckets: [RateBucket], at now: Timestamp) -> Int {
    guard isTold else { return 0 }
    let milliseconds = now.milliseconds
    let steps = buckets.compactMap { bucket -> Int? in
      guard let usage = usages[bucket.name], usage.isSeen || !bucket.isDoubtful else { return nil }
      return max(usage.end * 1000 - milliseconds - skew * 1000, 0) / max(usage.limit - usage.used, 1)
    }
    // A turn after the end of every window was given by a clock that has been set back.
    let end = ((usages.values.map(\.end).max() ?? 0) - skew) * 1000
    let turn = lastTurn > end ? milliseconds : max(milliseconds, lastTurn + (steps.max() ?? 0))
    lastTurn = turn
    return turn - milliseconds
  }
}

extension RateState {
  /// What an answer says about the counts.
  struct Report: Sendable {
    let status: Int
    let headers: Headers
    /// How many requests of this process are on their way, which the server may not have counted.
    let underway: Int
  }

  /// Sets the model right by what an answer says.
  mutating func learn(_ report: Report, about buckets: [RateBucket], at now: Timestamp) {
    learn(report.headers["Date"].flatMap { Timestamp(httpDate: $0) }, at: now)
    let time = now.seconds + skew
    let said = RateLimit(report.headers, now: Timestamp(seconds: time))
    if report.status != 429 { refusals = 0 }
    if let limit = said?.limit, let remaining = said?.remaining {
      let (limit, remaining) = (min(limit, Self.largest), min(remaining, Self.largest))
      isTold = true
      // What the server asks for in so many words comes before the end of its window.
      let reset = (report.status == 429 ? said?.retryAt : nil)?.seconds ?? said?.resetsAt?.seconds
      let named = named(limit, reset, buckets, at: time)
      set(named, to: limit, used: limit - remaining + report.underway, until: reset, at: time)
      if named?.isForeground != true { lower(buckets, besides: named, to: remaining, underway: report.underway) }
    }
    if report.status == 429 { close(said, at: time) }
  }

  /// A difference of a second is the way of the answer, not of the clocks, and a date before 1970 is none.
  private mutating func learn(_ date: Timestamp?, at now: Timestamp) {
    guard let date, date.seconds > 0, knownSkew == nil || abs(date.seconds - now.seconds - skew) > 1 else { return }
    let difference = date.seconds - now.seconds
    knownSkew = abs(difference) > 1 ? difference : 0
  }

  /// The count that a header speaks of: one of the same size, best one whose window ends at the same time.
  private func named(_ limit: Int, _ reset: Int?, _ buckets: [RateBucket], at time: Int) -> RateBucket? {
    let sameSize = buckets.filter { usages[$0.name]?.limit == limit || $0.limit == limit }
    let sameEnd = sameSize.filter { bucket in reset.map { abs($0 - bucket.end(at: time)) <= 2 } ?? false }
    return sameEnd.last ?? sameSize.first ?? buckets.first
  }

  private mutating func set(_ bucket: RateBucket?, to limit: Int, used: Int, until reset: Int?, at time: Int) {
    guard let bucket else { return }
    let end = reset.flatMap { $0 > time ? min($0, time + Self.longestWindow) : nil } ?? bucket.end(at: time)
    usages[bucket.name] = Usage(limit: limit, end: end, used: used, isSeen: true)
  }

  /// The header speaks of the count that has least left, so that every other one has at least as much.
  private mutating func lower(_ buckets: [RateBucket], besides named: RateBucket?, to remaining: Int, underway: Int) {
    for bucket in buckets where bucket.name != named?.name && !bucket.isForeground {
      guard let usage = usages[bucket.name] else { continue }
      usages[bucket.name]?.used = min(usage.used, max(usage.limit - remaining + underway, 0))
    }
  }

  /// Closes what a refusal is about until the time that it names, or for a time that grows where it names none.
  private mutating func close(_ said: RateLimit?, at time: Int) {
    if let moment = said?.retryAt {
      closedUntil = min(max(moment.seconds, time + 1), time + Self.longestWindow)
    } else if said?.remaining == 0, let reset = said?.resetsAt?.seconds, reset > time {
      // The count that it names is full already; one without a size is none.
      if said?.limit == nil { closedUntil = min(reset, time + Self.longestWindow) }
    } else {
      closedUntil = time + min(5 << min(refusals, 6), 300)
      refusals += 1
    }
  }

  /// Whether a moment to come is farther away than any count asks for, because a clock was wrong when it was named.
  private static func isBeyondReason(_ moment: Int, at time: Int) -> Bool { moment - time > 2 * longestWindow }

  private static let longestWindow = 86_400
  /// More than anything counts, and little enough to be calculated with.
  static let largest = 1 << 48
}

extension RateBucket {
  /// When the window around a moment ends.
  func end(at time: Int) -> Int {
    (time >= 0 ? time / period + 1 : 0) * period
  }
}

extension Timestamp {
  var milliseconds: Int { seconds * 1000 + nanoseconds / 1_000_000 }
}
