package import JSONValue

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
    if isBlocked(at: time, buckets) { return .later(seconds: blockedUntil - time, bucket: nil) }
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
    guard usage.end <= time || usage.end - time > bucket.period else { return }
    // A limit of nothing is asked about again in each window, or it would hold for ever.
    usages[bucket.name] = Usage(
      limit: max(usage.limit, 1), end: bucket.end(at: time), used: 0, isConfirmed: usage.isConfirmed)
  }

  /// Whether a refusal that named no counter still holds. One that ends later than the usual window is from a clock
  /// that was wrong, or from a time when longer ones were believed.
  private func isBlocked(at time: Int, _ buckets: [RateBucket]) -> Bool {
    blockedUntil > time && blockedUntil - time <= Self.usualWindow(of: buckets)
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
    forgetTimesBeyondWindows(at: time)
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
    if report.status == 429 { close(said, buckets, at: time) }
  }

  /// Forgets what would hold for longer than a window: the server's clock was wrong when it was noted.
  private mutating func forgetTimesBeyondWindows(at time: Int) {
    if blockedUntil > time + RateBucket.requests.period { blockedUntil = 0 }
    for bucket in RateBucket.all where (usages[bucket.name]?.end ?? 0) > time + bucket.period {
      usages[bucket.name] = nil
    }
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
    // A header must not lock the account out for longer than the window that the bucket has.
    let end = reset.flatMap { $0 > time ? min($0, time + bucket.period) : nil } ?? bucket.end(at: time)
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
  private mutating func close(_ said: RateLimit?, _ buckets: [RateBucket], at time: Int) {
    let latest = time + Self.usualWindow(of: buckets)
    if let moment = said?.retryAt {
      blockedUntil = min(max(moment.seconds, time + 1), latest)
    } else if said?.remaining == 0, let reset = said?.resetsAt?.seconds, reset > time {
      // If the header describes a bucket, that bucket is full already; a header without a limit describes none.
      if said?.limit == nil { blockedUntil = min(reset, latest) }
    } else {
      blockedUntil = min(time + min(5 << min(refusals, 6), 300), latest)
      refusals += 1
    }
  }

  /// The longest time that a refusal is believed to hold for every request: the window of the counter that all
  /// requests share. A server that means longer refuses the request after it again.
  private static func usualWindow(of buckets: [RateBucket]) -> Int {
    buckets.first { !$0.isForeground }?.period ?? RateBucket.requests.period
  }

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

extension RateState {
  /// A counter that has begun to be used up, or a refusal of every request.
  package struct Count: Sendable {
    /// What is counted, such as `uploads`.
    package let title: String
    /// How many requests were made, and how many may be made; `nil` for a refusal of every request.
    package let usage: (used: Int, limit: Int)?
    /// When it ends, in seconds since 1970 of the local clock.
    package let end: Int
  }

  /// What is remembered and still holds.
  package func counts(at now: Timestamp) -> [Count] {
    let time = now.seconds + skew
    let counts = RateBucket.all.compactMap { bucket -> Count? in
      guard let usage = usages[bucket.name], usage.isConfirmed, usage.end > time, usage.end - time <= bucket.period
      else { return nil }
      return Count(title: bucket.title, usage: (usage.used, usage.limit), end: usage.end - skew)
    }
    let refusal = Count(title: "every request", usage: nil, end: blockedUntil - skew)
    return (isBlocked(at: time, []) ? [refusal] : []) + counts
  }

  /// The state as it is stored between processes; it does not contain the requests themselves.
  var json: JSON {
    var counts = JSON.Object()
    for name in RateBucket.Name.allCases {
      guard let usage = usages[name] else { continue }
      counts[name.rawValue] = [
        "limit": .int(usage.limit), "end": .int(usage.end), "used": .int(usage.used), "seen": .bool(usage.isConfirmed),
      ]
    }
    return [
      "counts": .object(counts), "closed": .int(blockedUntil), "refusals": .int(refusals),
      "skew": knownSkew.map(JSON.int) ?? .null,
      "turn": .int(lastTurn), "told": .bool(hasHeaders),
    ]
  }

  /// Reads a stored state; members that cannot be read count as unknown.
  init(json: JSON) {
    self.init()
    func number(_ json: JSON?) -> Int? { json?.int.map { min(max($0, -Self.largest), Self.largest) } }
    for name in RateBucket.Name.allCases {
      guard let usage = json["counts"]?[name.rawValue], let limit = number(usage["limit"]),
        let end = number(usage["end"]), let used = number(usage["used"]), let isConfirmed = usage["seen"]?.bool
      else { continue }
      usages[name] = Usage(limit: limit, end: end, used: used, isConfirmed: isConfirmed)
    }
    blockedUntil = number(json["closed"]) ?? 0
    refusals = min(max(json["refusals"]?.int ?? 0, 0), 16)
    knownSkew = number(json["skew"])
    lastTurn = number(json["turn"]) ?? 0
    hasHeaders = json["told"]?.bool ?? false
  }
}

/// The state as several machines share it. Each has its own clock, so that what is shared is by the server's clock.
extension RateState {
  /// The state as it is shared.
  package var shared: JSON {
    var state = self
    state.lastTurn += skew * 1000
    state.knownSkew = nil
    return state.json
  }

  /// Reads a shared state.
  ///
  /// - Parameter skew: how many seconds the server's clock is ahead of the local one, as far as this process knows.
  package init(shared json: JSON, skew: Int) {
    self.init(json: json)
    knownSkew = skew
    lastTurn -= skew * 1000
  }

  /// How many seconds the server's clock is ahead of the local one.
  package var serverSkew: Int { skew }

  /// Keeps the higher count of each window: a response does not say how many requests of other machines are under way.
  package mutating func keepCounts(of earlier: RateState) {
    for (name, usage) in earlier.usages {
      guard let new = usages[name], new.limit == usage.limit, abs(new.end - usage.end) <= Self.sameEnd else { continue }
      usages[name]?.used = max(new.used, usage.used)
    }
  }

  /// By how many seconds the ends of the same window differ at most, as they are estimated and as a server states them.
  private static let sameEnd = 2
}
