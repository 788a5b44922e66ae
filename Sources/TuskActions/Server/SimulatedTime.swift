package import Fediverse

/// A clock that a simulation moves.
package struct SimulatedTime: Sendable {
  /// How far it is ahead of the machine's clock.
  let ahead: @Sendable () -> Duration
  /// Advances it; throws once the simulation is over.
  let sleep: @Sendable (Duration) async throws -> Void

  package init(ahead: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
    self.ahead = ahead
    self.sleep = sleep
  }

  /// The simulated time.
  package func now() -> Timestamp {
    let now = Timestamp.now()
    return Timestamp(seconds: now.seconds + Int(ahead().components.seconds), nanoseconds: now.nanoseconds)
  }

  /// Waits of the client take no time.
  package var waiting: Waiting {
    Waiting(sleep: sleep, uptime: { [ahead] in Waiting.systemUptime() + ahead() })
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
