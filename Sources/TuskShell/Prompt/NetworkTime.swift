import Synchronization
import TuskActions

/// How long the requests of a line took, and how long it waited for servers. Requests at the same time all count.
final class NetworkTime: Sendable {
  private let state = Mutex(State())

  private struct State {
    var network = Duration.zero
    var waits = Duration.zero
  }

  func add(request duration: Duration) {
    state.withLock { $0.network += duration }
  }

  func add(wait duration: Duration) {
    state.withLock { $0.waits += duration }
  }

  /// Begins the next line.
  func reset() {
    state.withLock { $0 = State() }
  }

  /// Runs the work, and counts its requests.
  func counting<Value>(_ work: () -> Value) -> Value {
    let outer = Trace.report
    return Trace.$report.withValue(
      Trace.Report { entry in
        self.add(request: entry.duration)
        outer?.show(entry)
      }, operation: work)
  }

  /// The times of a line that took this long: `total 1.2 s · network 0.8 s · waits 0.3 s`.
  func text(total: Duration) -> String {
    let (network, waits) = state.withLock { ($0.network, $0.waits) }
    let parts = [("total", total), ("network", network), ("waits", waits)]
    return parts.filter { $0.0 == "total" || $0.1 > .zero }.map { "\($0.0) \(Self.seconds($0.1))" }
      .joined(separator: " · ")
  }

  /// The duration in seconds, rounded to tenths.
  private static func seconds(_ duration: Duration) -> String {
    let (seconds, rest) = duration.components
    let tenths = seconds * 10 + (rest + 50_000_000_000_000_000) / 100_000_000_000_000_000
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
