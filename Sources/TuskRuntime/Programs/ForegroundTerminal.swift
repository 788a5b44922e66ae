import Glibc

/// The terminal of the person at the prompt, which the programs of a line have until they end or stop.
package struct ForegroundTerminal: Sendable {
  let descriptor: Int32
  /// The modes in which programs find it, and which it has again after them.
  let modes: termios

  /// - Returns: `nil` if the terminal is not this process's to give.
  package init?(_ descriptor: Int32) {
    var modes = termios()
    guard tcgetpgrp(descriptor) == getpgrp(), tcgetattr(descriptor, &modes) == 0 else { return nil }
    self.descriptor = descriptor
    self.modes = modes
  }

  /// Gives the terminal to a process group. In the background, this process stops first, until it is continued in the
  /// foreground.
  ///
  /// - Returns: whether the group has it; not if there is no terminal any more.
  func give(to group: pid_t, in modes: termios) -> Bool {
    var modes = modes
    return Self.withSignal(SIGTTOU, SIG_UNBLOCK) {
      tcsetattr(descriptor, TCSANOW, &modes) == 0 && tcsetpgrp(descriptor, group) == 0
    }
  }

  /// Takes the terminal back, and restores its modes.
  ///
  /// - Returns: the modes that the programs left.
  @discardableResult
  func take() -> termios {
    var left = modes
    tcgetattr(descriptor, &left)
    Self.withSignal(SIGTTOU, SIG_BLOCK) {
      var modes = modes
      tcsetpgrp(descriptor, getpgrp())
      tcsetattr(descriptor, TCSANOW, &modes)
    }
    return left
  }

  /// Stops this process and the others of its group, as Ctrl-Z does. Returns when it is continued: at once where no
  /// shell could continue it, because the system then does not stop it.
  static func stopThisProcess() {
    withSignal(SIGTSTP, SIG_UNBLOCK) {
      // The others first. This process gets a signal of its own, which it has obeyed once 'raise' returns.
      var (ignored, usual) = (sigaction(), sigaction())
      ignored.__sigaction_handler.sa_handler = SIG_IGN
      sigaction(SIGTSTP, &ignored, &usual)
      kill(0, SIGTSTP)
      sigaction(SIGTSTP, &usual, nil)
      raise(SIGTSTP)
    }
  }

  /// Does work while a signal is blocked in this thread, or is not.
  private static func withSignal<Value>(_ signal: Int32, _ how: Int32, _ work: () -> Value) -> Value {
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    pthread_sigmask(how, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return work()
  }
}
