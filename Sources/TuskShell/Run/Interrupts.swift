import Glibc
import Synchronization
package import TuskCommon
import TuskRuntime

/// Ctrl-C and SIGTERM: they cancel what runs, so that it can say how it ended, and end the program where nothing runs.
package final class Interrupts: Sendable {
  private let state: Mutex<State>
  private let watch: InterruptWatch?

  private struct State {
    var cancel: (@Sendable () -> Void)?
    var whenIdle: @Sendable (_ signal: Int32) -> Void
    var ending: Int32?
    var wasInterrupted = false
  }

  /// Begins to watch; where it cannot, signals have their usual effects.
  package init() {
    let relay = Relay()
    state = Mutex(State(whenIdle: { signal in _exit(128 + signal) }))
    watch = InterruptWatch { event in relay.report(event) }
    relay.target.withLock { $0.interrupts = self }
  }

  /// Passes events on to an object that did not exist yet when the watch began.
  private final class Relay: Sendable {
    let target = Mutex<WeakTarget>(WeakTarget())
    struct WeakTarget { weak var interrupts: Interrupts? }
    func report(_ event: InterruptWatch.Event) { target.withLock { $0.interrupts }?.take(event) }
  }

  /// What happens when a signal comes while nothing runs.
  package func whenIdle(_ act: @escaping @Sendable (_ signal: Int32) -> Void) {
    state.withLock { $0.whenIdle = act }
  }

  /// The signal that asks the program to end, once it came.
  package var ending: Int32? { state.withLock(\.ending) }

  /// How the process is to end because of a signal that came during the last work, even if that still succeeded.
  package var stopping: ExitCode? {
    state.withLock { state in
      state.ending.map(ExitCode.signal) ?? (state.wasInterrupted ? .interrupted : nil)
    }
  }

  /// Runs the work and waits for its value; a signal meanwhile cancels it.
  package func whileRunning<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
    watch?.reset()
    return Blocking.run(
      cancelingBy: { cancel, wait in
        state.withLock {
          $0.cancel = cancel
          $0.wasInterrupted = false
        }
        wait()
        state.withLock { $0.cancel = nil }
      }, work)
  }

  /// Cancels the work that runs.
  package func cancel() {
    state.withLock(\.cancel)?()
  }

  private func take(_ event: InterruptWatch.Event) {
    let act = state.withLock { state -> (@Sendable () -> Void)? in
      switch event {
      case .interrupted: state.wasInterrupted = true
      case .interruptedAgain: return { _exit(128 + SIGINT) }
      case .terminated(let signal): state.ending = signal
      }
      let signal = state.ending ?? SIGINT
      let whenIdle = state.whenIdle
      return state.cancel ?? { whenIdle(signal) }
    }
    act?()
  }
}
