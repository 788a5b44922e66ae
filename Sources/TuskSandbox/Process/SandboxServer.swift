import GRDB
import Glibc
import Hummingbird
import Logging
import ServiceLifecycle
import UnixSignals

/// The life of one server process: the lock, the port, the note, the end.
package struct SandboxServer: Sendable {
  /// How it was asked to serve.
  package struct Options: Sendable {
    package var port = 0
    /// Nothing: it never stops by itself.
    package var idleLimit: Duration?
    package var enforcesRateLimits = false
    package var staysInForeground = false

    package init() {}
  }

  private let directory: StateDirectory
  private let options: Options

  package init(in directory: StateDirectory, _ options: Options) {
    self.directory = directory
    self.options = options
  }

  /// Serves until told to stop, or points at the server that already does.
  package func run() async throws {
    umask(0o077)
    for _ in 0..<250 {
      if let lock = try FileLock(at: directory.lock) {
        try await serve()
        return withExtendedLifetime(lock) {}
      }
      if let note = ServerNote(at: directory.note), Loopback.answers(on: note.port) { return print(note.line) }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw ServerFault.silentOwner(directory.path)
  }

  private func serve() async throws {
    unlink(directory.note)
    let sandbox = try open()
    let port = try options.port == 0 ? formerPort(of: sandbox) : options.port
    guard port == 0 || Loopback.isFree(port) else { throw ServerFault.takenPort(port) }
    let application = sandbox.application(on: port) { port in
      do { try await announce(sandbox, on: port) } catch { exit(with: error) }
    }
    try await run(application, until: sandbox.idleness)
    unlink(directory.note)
    try sandbox.close()
  }

  private func open() throws -> Sandbox {
    do {
      return try Sandbox(database: directory.database, enforcingRateLimits: options.enforcesRateLimits)
    } catch {
      throw ServerFault.badDatabase(directory.database, error)
    }
  }

  /// The port used last, if it is still free, so that addresses stay good over a restart.
  private func formerPort(of sandbox: Sandbox) throws -> Int {
    let setting = try sandbox.database.read { try Store.setting("port", in: $0) }
    guard let port = setting.flatMap({ Int($0) }), Loopback.isFree(port) else { return 0 }
    return port
  }

  private func announce(_ sandbox: Sandbox, on port: Int) async throws {
    let note = ServerNote(port: port, token: sandbox.token)
    try note.write(to: directory.note)
    print(note.line)
    fflush(nil)
    if !options.staysInForeground { silenceOutput() }
    try await sandbox.database.write { try Store.set("port", to: String(port), in: $0) }
  }

  /// Whoever started us and reads our output sees its end.
  private func silenceOutput() {
    let nowhere = Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nowhere >= 0 else { return }
    dup2(nowhere, STDOUT_FILENO)
    close(nowhere)
  }

  private func exit(with fault: any Error) -> Never {
    ServerFault.report(fault)
    Glibc.exit(1)
  }

  private func run(_ application: some ApplicationProtocol, until idleness: Idleness) async throws {
    var services = [ServiceGroupConfiguration.ServiceConfiguration(service: application)]
    if let limit = options.idleLimit {
      services.append(
        .init(
          service: IdleWatch(idleness: idleness, limit: limit),
          successTerminationBehavior: .gracefullyShutdownGroup))
    }
    var configuration = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: application.logger)
    configuration.maximumGracefulShutdownDuration = .seconds(5)
    try await ServiceGroup(configuration: configuration).run()
  }
}

/// Ends the server when nobody has asked anything for long enough.
private struct IdleWatch: Service {
  let idleness: Idleness
  let limit: Duration

  func run() async throws {
    await cancelWhenGracefulShutdown { try? await idleness.lasting(limit) }
  }
}

/// Why a sandbox cannot be started or stopped.
package struct ServerFault: Error, CustomStringConvertible {
  package let description: String

  /// Says on standard error why the program ends.
  package static func report(_ fault: any Error) {
    let words = Array("tusk-sandbox: \(fault)\n".utf8)
    _ = write(STDERR_FILENO, words, words.count)
  }

  fileprivate static func silentOwner(_ path: String) -> ServerFault {
    ServerFault(description: "another sandbox holds \(path) but does not answer")
  }

  fileprivate static func takenPort(_ port: Int) -> ServerFault {
    ServerFault(description: "port \(port) is taken by another program")
  }

  fileprivate static func badDatabase(_ path: String, _ fault: any Error) -> ServerFault {
    ServerFault(description: "cannot use \(path): \(fault); 'tusk-sandbox reset' makes a new one")
  }

  static func stubborn(_ pid: Int32) -> ServerFault {
    ServerFault(description: "the sandbox with process id \(pid) does not stop")
  }
}
