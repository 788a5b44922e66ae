import GRDB
import Glibc
import Hummingbird
import Logging
import ServiceLifecycle
import UnixSignals

/// Runs one server process: takes the lock, chooses the port, writes `server.json` and shuts down.
package struct SandboxServer: Sendable {
  /// How to serve.
  package struct Options: Sendable {
    package var port = 0
    /// The time without requests after which the server stops, or nil to run until it is stopped.
    package var idleLimit: Duration?
    package var enforcesRateLimits = false
    package var staysInForeground = false
    package var world = Sandbox.World()

    package init() {}
  }

  private let directory: StateDirectory
  private let options: Options

  package init(in directory: StateDirectory, _ options: Options) {
    self.directory = directory
    self.options = options
  }

  /// Serves until stopped, or prints the address of the server that already runs.
  package func run() async throws {
    umask(0o077)
    // Another server that was started at the same time may need long on a busy machine.
    let limit = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < limit {
      if let lock = try FileLock(at: directory.lock) {
        try await serve()
        return withExtendedLifetime(lock) {}
      }
      if let info = ServerInfo(at: directory.infoFile), Loopback.answers(on: info.port) { return print(info.line) }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw ServerFault.silentOwner(directory.path)
  }

  private func serve() async throws {
    unlink(directory.infoFile)
    let sandbox = try open()
    if let former = sandbox.formerWorld {
      say("the sample world is new; the former one, of another version, was moved to \(former)")
    }
    let port = try options.port == 0 ? formerPort(of: sandbox) : options.port
    guard port == 0 || Loopback.isFree(port) else { throw ServerFault.takenPort(port) }
    let application = sandbox.application(on: port) { port in
      do { try await announce(sandbox, on: port) } catch { exit(with: error) }
    }
    try await run(application, until: sandbox.idleTimer)
    unlink(directory.infoFile)
    try sandbox.close()
  }

  private func open() throws -> Sandbox {
    do {
      return try Sandbox(
        database: directory.database, enforcingRateLimits: options.enforcesRateLimits, world: options.world)
    } catch {
      throw SystemFault(opening: directory.database, error) as (any Error)?
        ?? ServerFault.badDatabase(directory.database, error)
    }
  }

  /// The port of the last run if it is still free, so that addresses survive a restart.
  private func formerPort(of sandbox: Sandbox) throws -> Int {
    let setting = try sandbox.database.read { try Store.setting("port", in: $0) }
    guard let port = setting.flatMap({ Int($0) }), Loopback.isFree(port) else { return 0 }
    return port
  }

  private func announce(_ sandbox: Sandbox, on port: Int) async throws {
    let info = ServerInfo(
      port: port, token: sandbox.token, secret: sandbox.secret, rateLimits: options.enforcesRateLimits)
    try info.write(to: directory.infoFile)
    print(info.line)
    fflush(nil)
    if !options.staysInForeground { silenceOutput() }
    try await sandbox.database.write { try Store.set("port", to: String(port), in: $0) }
  }

  /// Tells the person who started the server, before it is announced.
  private func say(_ words: String) {
    let line = Array("tusk-sandbox: \(words)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }

  /// Closes standard output, so that a parent process reading it sees the end.
  private func silenceOutput() {
    let nowhere = Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nowhere >= 0 else { return }
    dup2(nowhere, STDOUT_FILENO)
    close(nowhere)
  }

  private func exit(with fault: any Error) -> Never { Glibc.exit(ServerFault.report(fault)) }

  private func run(_ application: some ApplicationProtocol, until idleTimer: IdleTimer) async throws {
    var services = [ServiceGroupConfiguration.ServiceConfiguration(service: application)]
    if let limit = options.idleLimit {
      services.append(
        .init(
          service: IdleWatch(idleTimer: idleTimer, limit: limit),
          successTerminationBehavior: .gracefullyShutdownGroup))
    }
    var configuration = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: application.logger)
    configuration.maximumGracefulShutdownDuration = .seconds(5)
    try await ServiceGroup(configuration: configuration).run()
  }
}

/// Shuts the server down after a period without requests.
private struct IdleWatch: Service {
  let idleTimer: IdleTimer
  let limit: Duration

  func run() async throws {
    await cancelWhenGracefulShutdown { try? await idleTimer.waitUntilIdle(for: limit) }
  }
}

/// Why a sandbox could not be started or stopped.
package struct ServerFault: Error, CustomStringConvertible {
  package let description: String

  /// Prints the error to standard error and returns the status to exit with: 73 of `<sysexits.h>` if a file cannot be
  /// written, and otherwise 1.
  package static func report(_ fault: any Error) -> Int32 {
    let words = Array("tusk-sandbox: \(fault)\n".utf8)
    _ = write(STDERR_FILENO, words, words.count)
    return (fault as? SystemFault)?.isAboutWriting == true ? 73 : 1
  }

  fileprivate static func silentOwner(_ path: String) -> ServerFault {
    ServerFault(description: "another sandbox uses \(path) but does not answer")
  }

  fileprivate static func takenPort(_ port: Int) -> ServerFault {
    ServerFault(description: "port \(port) is already in use")
  }

  fileprivate static func badDatabase(_ path: String, _ fault: any Error) -> ServerFault {
    ServerFault(description: "cannot open \(path): \(fault); run 'tusk-sandbox reset' to create a new one")
  }

  static func stubborn(_ pid: Int32) -> ServerFault {
    ServerFault(description: "the sandbox did not stop (process id \(pid))")
  }
}
