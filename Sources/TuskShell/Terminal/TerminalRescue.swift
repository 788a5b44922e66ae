import Glibc
import Synchronization

/// Restores the terminal before a signal ends or stops the process: its modes, bracketed paste off, and nothing typed
/// ahead, which the login shell would run.
///
/// The signals that Tusk handles are not among them, because they end the prompt in order.
enum TerminalRescue {
  /// Starts to watch for signals, of which those that the process ignores stay ignored.
  static func begin(_ modes: termios, of descriptor: Int32) {
    let terminal = UnsafeMutablePointer<KeptTerminal>.allocate(capacity: 1)
    terminal.initialize(to: KeptTerminal(modes: modes, descriptor: descriptor))
    kept.terminal.store(UInt(bitPattern: terminal), ordering: .sequentiallyConsistent)
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: Int(lastSignal) + 1)
    actions.initialize(repeating: sigaction(), count: Int(lastSignal) + 1)
    kept.actions.store(UInt(bitPattern: actions), ordering: .sequentiallyConsistent)
    for signal in signals where sigaction(signal, nil, actions + Int(signal)) == 0 {
      guard !actions[Int(signal)].ignores else { continue }
      install(for: signal)
    }
  }

  /// Restores the terminal, and stops watching. What a handler may still read is not freed.
  static func end() {
    restore()
    guard let actions = kept.earlierActions else { return }
    kept.terminal.store(0, ordering: .sequentiallyConsistent)
    for signal in signals where !actions[Int(signal)].ignores { sigaction(signal, actions + Int(signal), nil) }
  }

  /// Restores the terminal if it is this process's to change; calls only async-signal-safe functions.
  static func restore() {
    guard let terminal = kept.current else { return }
    let descriptor = terminal.pointee.descriptor
    guard tcgetpgrp(descriptor) == getpgrp() else { return }
    tcsetattr(descriptor, TCSANOW, &terminal.pointee.modes)
    tcflush(descriptor, TCIFLUSH)
    guard isatty(Terminal.Stream.output.rawValue) == 1 else { return }
    _ = write(
      Terminal.Stream.output.rawValue, TerminalModes.pasteOff.utf8Start, TerminalModes.pasteOff.utf8CodeUnitCount)
  }

  /// Keeps what is typed at an interrupt again; the rest of the modes is the shell's until a line is edited.
  fileprivate static func keepTypeahead() {
    guard let terminal = kept.current, tcgetpgrp(terminal.pointee.descriptor) == getpgrp() else { return }
    TerminalModes.keepTypeahead(terminal.pointee.descriptor)
  }

  /// The signals whose default effect ends or stops the process, except those that cannot be caught, those that Tusk
  /// handles, and those sent to a process that is not in the foreground.
  private static let signals = (1...lastSignal).filter { signal in
    let others = [SIGKILL, SIGSTOP, SIGCHLD, SIGURG, SIGPIPE, SIGTTIN, SIGTTOU]
    return !others.contains(signal) && !SignalGroup.allCases.contains { $0.signals.contains(signal) }
  }

  private static let lastSignal: Int32 = 64

  fileprivate static func install(for signal: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = rescue
    action.sa_flags = SA_RESTART | SA_ONSTACK
    // Otherwise setting the modes could stop the process here.
    sigaddset(&action.sa_mask, SIGTTOU)
    sigaction(signal, &action, nil)
  }
}

/// A terminal's modes at the start of the session.
private struct KeptTerminal {
  var modes: termios
  let descriptor: Int32
}

/// Where a signal handler, which receives only a number, finds what it needs: addresses, 0 for none.
private struct Kept: ~Copyable {
  let terminal = Atomic<UInt>(0)
  let actions = Atomic<UInt>(0)

  var current: UnsafeMutablePointer<KeptTerminal>? {
    UnsafeMutablePointer(bitPattern: terminal.load(ordering: .sequentiallyConsistent))
  }

  /// The effects that the signals had before, by number.
  var earlierActions: UnsafeMutablePointer<sigaction>? {
    UnsafeMutablePointer(bitPattern: actions.load(ordering: .sequentiallyConsistent))
  }
}

private let kept = Kept()

/// The signal handler: restores the terminal, and then lets the signal have its effect.
private func rescue(_ number: Int32) {
  let saved = errno
  let keepsTypeahead = TerminalModes.keepsTypeahead(kept.current?.pointee.descriptor ?? -1)
  TerminalRescue.restore()
  if let actions = kept.earlierActions { sigaction(number, actions + Int(number), nil) }
  // The signal is blocked until the handler returns.
  raise(number)
  if number == SIGTSTP {
    stop()
    if keepsTypeahead { TerminalRescue.keepTypeahead() }
  }
  errno = saved
}

/// Stops the process by the pending SIGTSTP, and watches for the next one when it continues.
private func stop() {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGTSTP)
  pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
  TerminalRescue.install(for: SIGTSTP)
  // A process that no shell can continue does not stop, and is not told to continue.
  raise(SIGCONT)
}

extension sigaction {
  /// Whether the signal has no effect.
  package var ignores: Bool { unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == 1 }
}
