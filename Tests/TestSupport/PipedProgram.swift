import CTestSupport
import Glibc
import Testing

/// A program whose output a test reads; its standard input is empty.
package final class PipedProgram {
  private let child: ChildProcess
  private let output: Int32

  /// - Parameter joiningErrors: whether what it writes to standard error is read too; otherwise that goes where the
  ///   tests' own errors go.
  package init(
    _ program: String, _ arguments: [String], environment: [String] = ChildProcess.plain, folder: String? = nil,
    joiningErrors: Bool = false
  ) throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[1]) }
    output = ends[0]
    child = try ChildProcess(program, arguments, environment: environment, folder: folder) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
      if joiningErrors { posix_spawn_file_actions_adddup2(&actions, 1, 2) }
    }
  }

  deinit { close(output) }

  /// Reads up to the end of a line, or of the output.
  package func firstLine() -> String {
    var line: [UInt8] = []
    while let byte = read(atMost: 1).first, byte != UInt8(ascii: "\n") { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// Reads until everyone who could write has closed the output.
  package func allOutput() -> String {
    var text: [UInt8] = []
    while case let block = read(atMost: 65_536), !block.isEmpty { text += block }
    return String(decoding: text, as: UTF8.self)
  }

  private func read(atMost count: Int) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: count)
    var found = Glibc.read(output, &block, count)
    while found < 0, errno == EINTR { found = Glibc.read(output, &block, count) }
    return Array(block.prefix(max(found, 0)))
  }

  package var isRunning: Bool { child.isRunning }
  /// Waits for the end; see ``ChildProcess/exitStatus``.
  package var exitStatus: Int32 { child.exitStatus }
  package func crash() { child.crash() }
}
