/// When many requests of one kind would be done, by the limits that a server has told or that its software usually has.
package struct Forecast: Sendable, Hashable {
  /// The limit that takes the longest; `nil` if all fit in the windows that have begun.
  package let limit: Limit?
  /// The end in seconds since 1970, by the local clock.
  package let end: Int

  /// How many requests fit in a window.
  package struct Limit: Sendable, Hashable {
    /// What is limited, such as `deletions`.
    package let title: String
    package let count: Int
    /// The length of the window in seconds.
    package let period: Int
  }
}

extension RateState {
  /// When requests would be done that are made as early as the limits allow.
  ///
  /// - Parameters:
  ///   - count: how often the requests are made.
  ///   - requests: the buckets of each request.
  func forecast(of count: Int, _ requests: [[RateBucket]], at now: Timestamp) -> Forecast {
    let time = now.seconds + skew
    var (end, tightest) = (time, Forecast.Limit?.none)
    for bucket in Set(requests.joined()) where isKnown(bucket) {
      let total = count * requests.count { $0.contains(bucket) }
      let usage = usages[bucket.name].flatMap { $0.end > time && $0.end - time <= bucket.period ? $0 : nil }
      let limit = max(usage?.limit ?? bucket.limit, 1)
      let left = max(limit - (usage?.used ?? 0), 0)
      guard total > left else { continue }
      let windows = (total - left + limit - 1) / limit
      let last = (usage?.end ?? bucket.end(at: time)) + (windows - 1) * bucket.period
      guard last > end else { continue }
      (end, tightest) = (last, Forecast.Limit(title: bucket.title, count: limit, period: bucket.period))
    }
    return Forecast(limit: tightest, end: end - skew)
  }

  /// Whether a bucket limits requests: it was shown, or nothing is known yet.
  private func isKnown(_ bucket: RateBucket) -> Bool {
    guard knownSkew != nil else { return !bucket.needsConfirmation }
    return hasHeaders && (usages[bucket.name]?.isConfirmed ?? false || !bucket.needsConfirmation)
  }
}

extension Client {
  /// When the calls that a check has found would be done.
  ///
  /// - Parameter count: how often they are made.
  package func forecast(of count: Int, _ check: FeatureCheck) async -> Forecast {
    let requests = check.planned.map { RateBucket.buckets($0.method, $0.target, knownFlavor) }
    let now = clock()
    return await policy.counts.update { $0.forecast(of: count, requests, at: now) }
  }
}
