import Glibc

/// Finds, stops and resets the sandbox of a state directory.
package struct ServerControl: Sendable {
  private let directory: StateDirectory

  package init(of directory: StateDirectory) { self.directory = directory }

  /// The details of the running server, or nil when none runs.
  package func runningServer() throws -> ServerInfo? {
    guard try FileLock(at: directory.lock) == nil else { return nil }
    return ServerInfo(at: directory.infoFile)
  }

  /// Stops the server, waits until it has ended, and returns whether one was running.
  @discardableResult package func stop() throws -> Bool {
    var asked: Int32?
    for _ in 0..<500 {
      guard try FileLock(at: directory.lock) == nil else { return asked != nil }
      if asked == nil, let info = ServerInfo(at: directory.infoFile), info.pid > 1 {
        kill(info.pid, SIGTERM)
        asked = info.pid
      }
      usleep(20_000)
    }
    throw ServerFault.stubborn(asked ?? 0)
  }

  /// Stops the server and deletes its data.
  package func reset() throws {
    try stop()
    guard let lock = try FileLock(at: directory.lock) else { throw ServerFault.stubborn(0) }
    try directory.removeDatabase()
    unlink(directory.infoFile)
    withExtendedLifetime(lock) {}
  }
}
