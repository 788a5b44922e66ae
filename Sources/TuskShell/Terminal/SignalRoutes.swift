import Glibc
import Synchronization

/// A set of signals whose numbers are written, as bytes, to one pipe.
enum SignalGroup: CaseIterable {
  /// The screen changed: its size, or whether this process is in the foreground.
  case screen
  /// A request to stop.
  case ending

  var signals: [Int32] {
    switch self {
    case .screen: [SIGWINCH, SIGCONT]
    case .ending: [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    }
  }

  /// Starts writing the group's signals to the pipe. A signal that was ignored when the process started stays ignored,
  /// so that `nohup` and background jobs work as usual.
  func route(to descriptor: Int32) {
    routes.set(self, descriptor)
    for signal in signals {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = writeSignal
      action.sa_flags = SA_RESTART
      var previous = sigaction()
      sigaction(signal, &action, &previous)
      if previous.ignores { sigaction(signal, &previous, nil) }
    }
  }

  /// Restores the default effects of the group's signals.
  func unroute() {
    for signal in signals {
      var action = sigaction()
      sigaction(signal, &action, nil)
    }
    routes.set(self, -1)
  }
}

/// Counts how often the process was continued after a stop.
enum ContinuationCount {
  /// Does work that is given the count, which includes later changes.
  static func whileCounting<Value>(_ work: (_ count: () -> Int) -> Value) -> Value {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = writeSignal
    action.sa_flags = SA_RESTART
    var previous = sigaction()
    sigaction(SIGCONT, &action, &previous)
    defer { sigaction(SIGCONT, &previous, nil) }
    return work { routes.continuations }
  }
}

/// The pipes' descriptors, where a signal handler can find them; -1 means none.
private struct SignalRoutes: ~Copyable {
  private let screen = Atomic<Int32>(-1)
  private let ending = Atomic<Int32>(-1)
  private let continued = Atomic<Int>(0)

  var continuations: Int { continued.load(ordering: .sequentiallyConsistent) }

  func addContinuation() {
    continued.add(1, ordering: .sequentiallyConsistent)
  }

  func set(_ group: SignalGroup, _ descriptor: Int32) {
    switch group {
    case .screen: screen.store(descriptor, ordering: .sequentiallyConsistent)
    case .ending: ending.store(descriptor, ordering: .sequentiallyConsistent)
    }
  }

  func descriptor(for signal: Int32) -> Int32 {
    switch signal {
    case SIGWINCH, SIGCONT: screen.load(ordering: .sequentiallyConsistent)
    default: ending.load(ordering: .sequentiallyConsistent)
    }
  }
}

// A signal handler receives only a number, so it must find the pipe through a global, which holds only atomics.
private let routes = SignalRoutes()

/// The signal handler; it calls only async-signal-safe functions.
private func writeSignal(_ number: Int32) {
  let saved = errno
  if number == SIGCONT { routes.addContinuation() }
  var byte = UInt8(truncatingIfNeeded: number)
  let descriptor = routes.descriptor(for: number)
  if descriptor >= 0 { _ = write(descriptor, &byte, 1) }
  errno = saved
}
