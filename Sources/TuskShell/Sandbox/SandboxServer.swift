import Glibc
import JSONValue
import SystemPackage
package import TuskActions
import TuskCommon
package import XCallbackURL

/// The sandbox on this machine: where its state is, whether it runs, and how to start it.
///
/// It is a separate program that several sessions share and that stops when it is idle.
package struct SandboxServer: Sendable {
  let folder: String
  private let program: String

  /// - Parameters:
  ///   - folder: the directory of the sandbox's state.
  ///   - program: the program to start; `nil` for `tusk-sandbox` next to this program, or else in `PATH`.
  package init(folder: String, program: String?) {
    self.folder = folder
    self.program = program ?? Self.besideThisProgram ?? "tusk-sandbox"
  }

  /// The account of the sandbox, which is started if it does not run.
  ///
  /// - Parameter isCanceled: ends the wait for the sandbox, which goes on starting.
  /// - Throws: ``Failure`` if it cannot be started.
  package func account(unless isCanceled: @Sendable () -> Bool = { false }) throws(Failure) -> ActingAccount {
    if let running { return running }
    return try account(from: start(isCanceled))
  }

  /// Starts a sandbox that does not exist yet.
  ///
  /// - Parameters:
  ///   - clock: the seconds since 1970 at which its clock stops.
  ///   - isEmpty: whether it has no content.
  func create(stoppedAt clock: Int, isEmpty: Bool) throws(Failure) {
    _ = try start({ false }, ["--clock", String(clock), "--idle", "60"] + (isEmpty ? ["--empty"] : []))
  }

  /// The account of the sandbox, if it runs.
  package var running: ActingAccount? {
    guard holdsLock else { return nil }
    return try? account(from: PrivateFile("\(folder)/server.json").read())
  }

  /// Whether it refuses requests beyond the rate limits.
  var hasRateLimits: Bool {
    guard let note = try? PrivateFile("\(folder)/server.json").read() else { return false }
    return (try? JSON(parsing: note))?["rateLimits"] == .bool(true)
  }

  /// Replaces this process with the sandbox's program, run with these arguments.
  ///
  /// - Throws: ``Failure`` if there is no such program; otherwise it does not return.
  func become(_ arguments: [String]) throws(Failure) -> Never {
    // Resetting the sandbox deletes the journal of what scripts have done in it.
    if arguments.first == "reset" {
      for suffix in ["", "-wal", "-shm", ".runners"] { unlink("\(folder)/journal.db\(suffix)") }
      let jobs = JobStore(folder: "\(folder)/jobs")
      for job in (try? jobs.all()) ?? [] { try? jobs.remove(job) }
      unlink("\(folder)/jobs/changes.json")
    }
    var words = ([program] + arguments + ["--state", folder]).map { strdup($0) }
    words.append(nil)
    execvp(program, words)
    throw .cannotStart(program, Errno(rawValue: errno))
  }

  /// Whether a server runs. It holds its lock as long as it lives, so a lock cannot be stale.
  private var holdsLock: Bool {
    let lock = open("\(folder)/lock", O_RDONLY | O_CLOEXEC)
    guard lock >= 0 else { return false }
    defer { close(lock) }
    return flock(lock, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  private func account(from line: [UInt8]?) throws(Failure) -> ActingAccount {
    guard let line, let json = try? JSON(parsing: line), let port = json["port"]?.int,
      let token = json["token"]?.string, let domain = json["domain"]?.string
    else { throw .badStart(program) }
    let name = json["account"]?.string ?? "alice"
    return try ActingAccount(
      label: "@\(name)@\(domain)", server: "http://127.0.0.1:\(port)", token: token, domain: domain, isSandbox: true)
  }

  /// Starts the server in a new session and waits for the line with its address.
  private func start(_ isCanceled: () -> Bool, _ options: [String] = []) throws(Failure) -> [UInt8] {
    var server = ProgramStart(program, ["serve", "--state", folder] + options)
    server.hasOwnSession = true
    let pipes: [Pipe]
    let start: Result<Int32, Errno>
    do throws(Errno) { pipes = try Pipe.several(2) } catch { throw .cannotStart(program, error) }
    defer { for pipe in pipes { try? pipe.reading.close() } }
    server.output = .descriptor(pipes[0].writing)
    server.errors = .descriptor(pipes[1].writing)
    do throws(Errno) { start = .success(try server.start()) } catch { start = .failure(error) }
    // The pipes end with the server, when nobody else can write to them.
    for pipe in pipes { try? pipe.writing.close() }
    switch start {
    case .failure(let error): throw .cannotStart(program, error)
    case .success(let process):
      // The server itself waits for up to 60 seconds for another one of its folder.
      let limit = ContinuousClock.now + .seconds(90)
      let isOver = { isCanceled() || ContinuousClock.now >= limit }
      let line = Self.firstLine(of: pipes[0].reading.rawValue, isOver)
      guard line.isEmpty else {
        Self.passOn(whatIsIn: pipes[1].reading.rawValue)
        return line
      }
      let reason = Self.firstLine(of: pipes[1].reading.rawValue, isOver)
      let status = Self.exitStatus(of: process, isOver)
      guard !isCanceled() else { throw .canceled() }
      throw .didNotStart(program, reason, status)
    }
  }

  /// The status that the server exits with, once it has said why; `nil` if it does not end.
  private static func exitStatus(of process: Int32, _ isOver: () -> Bool) -> Int32? {
    var status: Int32 = 0
    while !isOver() {
      guard waitpid(process, &status, WNOHANG) == 0 else { return status & 0x7F == 0 ? status >> 8 & 0xFF : nil }
      usleep(10_000)
    }
    return nil
  }

  private static func firstLine(of descriptor: Int32, _ isOver: () -> Bool) -> [UInt8] {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < 4096, speaks(descriptor, isOver), read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
      line.append(byte)
    }
    return line
  }

  /// Tells the person what the server said to them before it was ready, for example that the sample world is new.
  private static func passOn(whatIsIn descriptor: Int32) {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 0) > 0, waiting.revents & Int16(POLLIN) != 0 else { return }
    var words = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &words, words.count)
    if count > 0 { _ = write(STDERR_FILENO, words, count) }
  }

  /// Waits for the server's output.
  private static func speaks(_ descriptor: Int32, _ isOver: () -> Bool) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while !isOver() {
      let found = poll(&waiting, 1, 100)
      guard found == 0 || found < 0 && errno == EINTR else { return found > 0 }
    }
    return false
  }

  /// The sandbox of the same build: in the folder of this program, or where a package installs what no person starts.
  private static var besideThisProgram: String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0, let slash = buffer[..<count].lastIndex(of: UInt8(ascii: "/")) else { return nil }
    let folder = String(decoding: buffer[..<slash], as: UTF8.self)
    return ["/tusk-sandbox", "/../libexec/tusk/tusk-sandbox"].map { folder + $0 }.first { access($0, X_OK) == 0 }
  }
}

extension Failure {
  fileprivate static func cannotStart(_ program: String, _ reason: Errno) -> Failure {
    Failure(
      .network,
      "cannot start the sandbox: \(program): \(reason); or sign in with: tusk login SERVER"
    )
  }

  fileprivate static func canceled() -> Failure { Failure(.network, "the sandbox has not started yet") }

  fileprivate static func badStart(_ program: String) -> Failure {
    Failure(.network, "the sandbox did not start; run it in the foreground to see why: \(program) serve --foreground")
  }

  /// - Parameter line: what the program said, after its name and a colon.
  fileprivate static func didNotStart(_ program: String, _ line: [UInt8], _ status: Int32?) -> Failure {
    let words = String(decoding: line, as: UTF8.self)
    let name = "tusk-sandbox: "
    let reason = words.hasPrefix(name) ? String(words.dropFirst(name.count)) : words
    guard !reason.isEmpty else { return badStart(program) }
    let code: Code = status == ExitCode.cannotCreate.rawValue ? .unwritableFile : .network
    return Failure(code, "the sandbox did not start: \(reason)")
  }
}
