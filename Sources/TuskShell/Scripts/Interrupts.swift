import Glibc
import Synchronization
package import TuskCommon

/// Handles Ctrl-C and SIGTERM: they cancel the running work, which then reports how it ended, or end an idle program.
package final class Interrupts: Sendable {
  private let state: Mutex<State>
  private let watch: InterruptWatch?

  private struct State {
    var cancel: (@Sendable () -> Void)?
    /// Whether work begins that cannot be canceled yet, and whether it was to be canceled since.
    var isStarting = false
    var isCanceledEarly = false
    var whenIdle: @Sendable (_ signal: Int32) -> Void
    var ending: Int32?
    var wasInterrupted = false
    /// Whether another program, such as a pager, has the terminal and answers Ctrl-C itself.
    var isPaging = false
    /// Whether a person edits lines while nothing runs.
    var hasPrompt = false
  }

  /// Starts to watch signals; if that is not possible, they have their usual effects.
  package init() {
    let relay = Relay()
    state = Mutex(State(whenIdle: Self.exit))
    watch = InterruptWatch { event in relay.report(event) }
    relay.target.withLock { $0.interrupts = self }
  }

  /// Ends the process at once.
  private static func exit(_ signal: Int32) {
    TerminalRescue.restore()
    _exit(128 + signal)
  }

  /// Forwards events to an object that does not exist yet when the watch starts.
  private final class Relay: Sendable {
    let target = Mutex<WeakTarget>(WeakTarget())
    struct WeakTarget { weak var interrupts: Interrupts? }
    func report(_ event: InterruptWatch.Event) { target.withLock { $0.interrupts }?.take(event) }
  }

  /// Sets what happens when a signal arrives while nothing runs.
  package func whenIdle(_ handler: @escaping @Sendable (_ signal: Int32) -> Void) {
    state.withLock { $0.whenIdle = handler }
  }

  /// Lets a prompt go on at Ctrl-C, which may come after the command that it ended, until the prompt is left; `end`
  /// serves the other signals.
  func atPrompt<Value>(_ end: @escaping @Sendable () -> Void, _ body: () -> Value) -> Value {
    state.withLock { state in
      state.hasPrompt = true
      state.whenIdle = { _ in end() }
    }
    defer {
      state.withLock { state in
        state.hasPrompt = false
        state.whenIdle = Self.exit
      }
    }
    return body()
  }

  /// The signal that asked the program to end; `nil` if none did.
  package var terminationSignal: Int32? { state.withLock(\.ending) }

  /// The exit code required by a signal that arrived during the last work, even if the work still succeeded.
  package var exitCode: ExitCode? {
    state.withLock { state in
      state.ending.map(ExitCode.signal) ?? (state.wasInterrupted ? .interrupted : nil)
    }
  }

  /// Runs the work and waits for its value; a signal cancels it.
  ///
  /// - Parameter meanwhile: is called once while the work runs.
  package func whileRunning<Value: Sendable>(
    meanwhile: () -> Void = {}, _ work: @escaping @Sendable () async -> Value
  ) -> Value {
    watch?.reset()
    state.withLock { ($0.isStarting, $0.isCanceledEarly, $0.wasInterrupted) = (true, false, false) }
    return Blocking.run(
      cancelingBy: { cancel, wait in
        let isCanceled = state.withLock { state in
          (state.cancel, state.isStarting) = (cancel, false)
          return state.isCanceledEarly
        }
        if isCanceled { cancel() }
        meanwhile()
        wait()
        state.withLock { $0.cancel = nil }
      }, work)
  }

  /// Sets whether a pager has the terminal: until it has not, Ctrl-C cancels the work at most.
  func setPaging(_ isPaging: Bool) {
    state.withLock { $0.isPaging = isPaging }
  }

  /// Cancels the running work.
  package func cancel() {
    state.withLock(\.cancel)?()
  }

  private func take(_ event: InterruptWatch.Event) {
    let handler = state.withLock { state -> (@Sendable () -> Void)? in
      let isIdle = state.cancel == nil && !state.isStarting
      if state.hasPrompt, isIdle, event == .interrupted || event == .interruptedAgain { return nil }
      switch event {
      case .interrupted where state.isPaging, .interruptedAgain where state.isPaging: return state.cancel
      case .interrupted: state.wasInterrupted = true
      // At the prompt, one key too many ends a command and not the session.
      case .interruptedAgain where state.hasPrompt: return state.cancel
      case .interruptedAgain: return { Self.exit(SIGINT) }
      case .terminated(let signal): state.ending = signal
      }
      guard !state.isStarting else {
        state.isCanceledEarly = true
        return nil
      }
      if isIdle { state.ending = state.ending ?? SIGINT }
      let signal = state.ending ?? SIGINT
      let whenIdle = state.whenIdle
      return state.cancel ?? { whenIdle(signal) }
    }
    handler?()
  }
}
