import Glibc
import Synchronization

/// A set of signals that are written, as bytes holding their numbers, to one pipe.
enum SignalGroup: CaseIterable {
  /// The screen changed: its size, or who it belongs to.
  case screen
  /// Somebody asks to stop.
  case ending

  var signals: [Int32] {
    switch self {
    case .screen: [SIGWINCH, SIGCONT]
    case .ending: [SIGINT, SIGTERM, SIGHUP]
    }
  }

  /// Writes the group's signals to the pipe from now on. A signal that the parent process had ignored stays ignored, so
  /// that `nohup` and background jobs keep their meaning.
  func route(to descriptor: Int32) {
    routes.set(self, descriptor)
    for signal in signals {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = writeSignal
      action.sa_flags = SA_RESTART
      var previous = sigaction()
      sigaction(signal, &action, &previous)
      if ignores(previous) { sigaction(signal, &previous, nil) }
    }
  }

  /// Gives the group's signals their default effects back.
  func unroute() {
    for signal in signals {
      var action = sigaction()
      sigaction(signal, &action, nil)
    }
    routes.set(self, -1)
  }
}

/// The pipes' descriptors where a signal handler can find them; -1 is none.
private struct SignalRoutes: ~Copyable {
  private let screen = Atomic<Int32>(-1)
  private let ending = Atomic<Int32>(-1)

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

// A signal handler is given nothing but a number, so that the pipe must be found from a global; only atomics change.
private let routes = SignalRoutes()

/// The handler: it calls nothing that is unsafe in one.
private func writeSignal(_ number: Int32) {
  let saved = errno
  var byte = UInt8(truncatingIfNeeded: number)
  let descriptor = routes.descriptor(for: number)
  if descriptor >= 0 { _ = write(descriptor, &byte, 1) }
  errno = saved
}

private func ignores(_ action: sigaction) -> Bool {
  unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
}
