import Glibc
import Synchronization
import XCallbackURL

/// Watches for the signals that ask a running command to stop. While a line is edited, Control-C is a key and goes to
/// the line editor instead.
package final class InterruptWatch: Sendable {
  /// A request to stop.
  package enum Event: Sendable, Hashable {
    /// Control-C: cancel what is running.
    case interrupted
    /// Control-C again within a second: stop everything.
    case interruptedAgain
    /// The process must end; `signal` is the signal's number.
    case terminated(signal: Int32)
  }

  private let requested: Flag
  private let pipe: WakePipe

  /// Starts watching and reports each event on a thread of its own. Only one watch can exist at a time. Returns nil if
  /// the process is out of descriptors.
  package init?(report: @escaping @Sendable (Event) -> Void) {
    guard let pipe = WakePipe() else { return nil }
    let requested = Flag()
    self.pipe = pipe
    self.requested = requested
    SignalGroup.ending.route(to: pipe.writeEnd)
    let watch = Watch(pipe: pipe, requested: requested, report: report)
    do { try DetachedThread.start { watch.run() } } catch { return nil }
  }

  deinit {
    SignalGroup.ending.unroute()
    pipe.send(0)
  }

  /// Clears the request before the next command runs.
  package func reset() { requested.set(false) }
}

/// A Boolean that several threads may read and write.
private final class Flag: Sendable {
  private let value = Atomic<Bool>(false)
  var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }
  func set(_ isSet: Bool) { value.store(isSet, ordering: .sequentiallyConsistent) }
}

/// The state of the watching thread.
private final class Watch: Sendable {
  let pipe: WakePipe
  let requested: Flag
  let report: @Sendable (InterruptWatch.Event) -> Void

  init(pipe: WakePipe, requested: Flag, report: @escaping @Sendable (InterruptWatch.Event) -> Void) {
    self.pipe = pipe
    self.requested = requested
    self.report = report
  }

  /// Reads signals until a zero byte ends the watch.
  func run() {
    var pace = InterruptPace()
    while true {
      var waiting = pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, -1) > 0 else { continue }
      for number in pipe.drain() {
        guard number != 0 else { return }
        let event = pace.event(for: Int32(number), at: .now, whileRequested: requested.isSet)
        requested.set(true)
        report(event)
      }
    }
  }
}

/// Distinguishes a first Control-C from another one within a second, before the first has taken effect.
struct InterruptPace {
  private var last: ContinuousClock.Instant?

  mutating func event(
    for signal: Int32, at now: ContinuousClock.Instant, whileRequested: Bool
  ) -> InterruptWatch.Event {
    guard signal == SIGINT else { return .terminated(signal: signal) }
    defer { last = now }
    guard whileRequested, let last, now - last <= .seconds(1) else { return .interrupted }
    return .interruptedAgain
  }
}
