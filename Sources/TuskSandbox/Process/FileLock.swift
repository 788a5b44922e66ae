import Glibc

/// An exclusive lock that lasts as long as the process that took it, however it ends.
final class FileLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock, or returns nothing when another process has it.
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

/// A refusal of the operating system.
package struct SystemFault: Error, CustomStringConvertible {
  package let description: String

  init(doing action: String, _ path: String) {
    description = "cannot \(action) \(path): \(String(cString: strerror(errno)))"
  }
}
