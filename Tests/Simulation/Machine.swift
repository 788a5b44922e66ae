import Fediverse
import TuskActions
import TuskRuntime

/// The clocks of the machine on which the processes run.
final class Machine: Sendable {
  private struct State {
    /// By how many seconds the clock on the wall is ahead.
    var offset = 0
    var boots = 1
    /// When it started, in nanoseconds of the simulation.
    var start = -3_000 * 1_000_000_000
  }

  private let state = Confined(State())

  /// By how many seconds the clock on the wall is ahead.
  var offset: Int {
    get { state.value.offset }
    set { state.value.offset = newValue }
  }

  func restart() {
    state.value.boots += 1
    state.value.start = Loop.shared.now - 20 * 1_000_000_000
  }

  /// The time that the machine shows.
  var time: Timestamp {
    let now = Loop.shared.now
    return Timestamp(
      seconds: SimulatedServer.beginning + state.value.offset + now / 1_000_000_000, nanoseconds: now % 1_000_000_000)
  }

  var uptime: Uptime {
    Uptime(
      boot: "boot \(state.value.boots)", time: .nanoseconds(Loop.shared.now - state.value.start))
  }

  private static let origin = ContinuousClock.now

  /// The moment, for measuring.
  static var moment: ContinuousClock.Instant { origin + .nanoseconds(Loop.shared.now) }
}
