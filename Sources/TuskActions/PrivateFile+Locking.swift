import Glibc
import TuskCommon
package import XCallbackURL

extension PrivateFile {
  /// Runs the change while no other program changes the file; waits for other programs.
  ///
  /// - Throws: ``Failure`` with the code `locked` if another program holds the lock for too long or the task is canceled.
  package func whileLocked<Value>(
    isolation: isolated (any Actor)? = #isolation, _ change: () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await LockWait.retrying { () throws(Failure) in try ifUnlocked(change) }
  }

  /// Runs the change if no other program changes the file.
  ///
  /// - Throws: ``Failure`` with the code `locked` if another program does.
  func ifUnlocked<Value>(_ change: () throws(Failure) -> Value) throws(Failure) -> Value {
    let lock = try openLock()
    defer { close(lock) }
    try take(lock)
    return try change()
  }

  /// Runs longer work while no other program does such work.
  ///
  /// - Parameter limit: how long to wait for other programs.
  /// - Throws: ``Failure`` with the code `locked` if another program holds the lock for too long or the task is canceled.
  package func whileLocked(
    waitingAtMost limit: Duration, _ work: () async -> Void
  ) async throws(Failure) {
    let lock = try openLock()
    defer { close(lock) }
    try await LockWait.retrying(atMost: limit) { () throws(Failure) in try take(lock) }
    await work()
  }

  private func take(_ lock: Int32) throws(Failure) {
    while flock(lock, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: throw .locked(path)
      default: throw .system("cannot lock \(path)")
      }
    }
  }

  private func openLock() throws(Failure) -> Int32 {
    try Self.makeFolder(of: path)
    let lock = open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw .system("cannot lock \(path)") }
    return lock
  }
}

extension Failure {
  /// Another program holds the lock of a file.
  static func locked(_ path: String) -> Failure {
    Failure(.locked, "another program has locked \(path); find it with: fuser \(path).lock")
  }
}
