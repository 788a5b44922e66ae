import Glibc

/// An exclusive lock that the system releases when the process ends, even by a crash.
final class FileLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock, or returns nil when another process holds it.
  init?(at path: String) throws {
    descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemFault(doing: "open", path) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }
}
