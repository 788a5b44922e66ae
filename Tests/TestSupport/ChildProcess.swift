package import CTestSupport
import Glibc
import Testing

/// A program that a test runs.
///
/// `Foundation.Process` is not used: it hands a socket of its own down to everything the program starts, and sees the
/// program's end only when the last of them is gone, a server in the background among them.
package final class ChildProcess {
  /// An environment with nothing but the path.
  package static let plain = ["PATH=\(TestPrograms.folder)"]

  private let process: pid_t
  private var status: Int32?

  /// Starts the program with the three standard descriptors that `redirect` opens and no others.
  ///
  /// - Parameters:
  ///   - environment: `NAME=value` each.
  ///   - folder: where it runs; `nil` for where the tests do.
  ///   - asSessionLeader: whether it starts a session, as a program on a terminal of its own does.
  package init(
    _ program: String, _ arguments: [String] = [], environment: [String] = plain, folder: String? = nil,
    asSessionLeader: Bool = false, redirect: (inout posix_spawn_file_actions_t) -> Void
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    redirect(&actions)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    if let folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads that tests run on block and ignore signals, and a program would inherit that.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var broken = sigset_t()
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &broken)
    let signals = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, signals | (asSessionLeader ? cts_spawn_new_session : 0))
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    var process = pid_t()
    let code = posix_spawn(&process, program, &actions, &attributes, words, variables)
    try #require(code == 0, "\(program): \(String(cString: strerror(code)))")
    self.process = process
  }

  /// Ends the program at once and waits until it is gone.
  package func crash() {
    kill(process, SIGKILL)
    _ = exitStatus
  }

  package func signal(_ number: Int32) { kill(process, number) }

  /// Waits for the end and says how it ended: the exit status, or 128 and the signal.
  package var exitStatus: Int32 { ended(options: 0) ?? -1 }

  /// Whether the program has not ended yet.
  package var isRunning: Bool { ended(options: WNOHANG) == nil }

  private func ended(options: Int32) -> Int32? {
    if let status { return status }
    var word: Int32 = 0
    var found = waitpid(process, &word, options)
    while found < 0, errno == EINTR { found = waitpid(process, &word, options) }
    guard found == process else { return nil }
    status = word & 0x7F == 0 ? (word >> 8) & 0xFF : 128 + (word & 0x7F)
    return status
  }
}

/// The programs that were built beside the tests.
package enum BuiltProgram {
  package static let folder: String = {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0, let slash = buffer[..<count].lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return String(decoding: buffer[..<slash], as: UTF8.self)
  }()

  package static let tusk = "\(folder)/tusk"
  package static let sandbox = "\(folder)/tusk-sandbox"
}
