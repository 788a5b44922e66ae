import Glibc

/// The process groups of programs.
enum ProgramGroup {
  /// Whether this process's group has the terminal. Its programs then belong to it, so that they may read the terminal
  /// and its keys reach them; elsewhere each has a group of its own.
  static var hasTerminal: Bool {
    let terminal = open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return false }
    defer { close(terminal) }
    return tcgetpgrp(terminal) == getpgrp()
  }

  /// Ends the processes of a group whose program has ended, after they had a moment to do so themselves.
  static func end(_ group: pid_t) async {
    for _ in 0..<10 where kill(-group, 0) == 0 {
      // A task of its own, because the present one is canceled.
      await Task { try? await Task.sleep(for: .milliseconds(50)) }.value
    }
    kill(-group, SIGKILL)
  }
}
