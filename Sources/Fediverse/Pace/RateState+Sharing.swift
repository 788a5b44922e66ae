package import JSONValue

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
