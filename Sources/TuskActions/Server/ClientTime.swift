package import Fediverse

/// The clock of a client, and how it sleeps between requests.
package struct ClientTime: Sendable {
  let clock: @Sendable () -> Timestamp
  let waiting: Waiting

  package init(clock: @escaping @Sendable () -> Timestamp, waiting: Waiting) {
    self.clock = clock
    self.waiting = waiting
  }

  /// A clock that a simulation moves, in which waits take no time.
  ///
  /// - Parameters:
  ///   - ahead: how far it is ahead of the machine's clock.
  ///   - sleep: advances it; throws once the simulation is over.
  package init(ahead: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
    clock = {
      let now = Timestamp.now()
      return Timestamp(seconds: now.seconds + Int(ahead().components.seconds), nanoseconds: now.nanoseconds)
    }
    waiting = Waiting(sleep: sleep, uptime: { Waiting.systemUptime() + ahead() })
  }

  /// A clock that only waits move.
  ///
  /// - Parameters:
  ///   - now: its time in seconds since 1970.
  ///   - uptime: the time that has passed by it.
  package init(
    now: @escaping @Sendable () -> Int, uptime: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    clock = { Timestamp(seconds: now(), nanoseconds: 0) }
    waiting = Waiting(sleep: sleep, uptime: uptime)
  }

  /// The time of the machine.
  package static let machine = ClientTime(clock: Timestamp.now, waiting: Waiting())

  /// The same time, whose waits are reported when they end.
  package func reportingWaits(_ report: @escaping @Sendable (Duration) -> Void) -> ClientTime {
    let waiting = waiting
    let sleep: @Sendable (Duration) async throws -> Void = { duration in
      let start = waiting.uptime()
      defer { report(waiting.uptime() - start) }
      try await waiting.sleep(duration)
    }
    return ClientTime(clock: clock, waiting: Waiting(sleep: sleep, chance: waiting.chance, uptime: waiting.uptime))
  }
}

extension Server {
  /// The seconds since 1970 by the server's clock, which its dates are compared with; by this machine's if no response
  /// has shown it yet.
  func currentTime() async -> Int {
    // The sandbox's clock may have been moved.
    if client.sendTime.server == nil, isSandbox { _ = try? await client.instance.rules() }
    return client.sendTime.server?.seconds ?? now()
  }
}
