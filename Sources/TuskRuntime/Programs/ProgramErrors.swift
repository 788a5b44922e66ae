import Dispatch
import Glibc
import Synchronization
import SystemPackage
import TuskCommon
import XCallbackURL

/// What the programs of a chain write to standard error: kept, and passed on if wanted.
final class ProgramErrors: Sendable {
  private let pipe: Pipe
  /// Becomes readable once the programs have ended; a process that they leave behind may hold the pipe open.
  private let gate: Pipe
  private let isShown: Bool
  private let queue = DispatchQueue(label: "tusk.program-errors")

  /// How many bytes are kept: the last ones.
  static let most = 1 << 20

  /// - Parameter isShown: whether what the programs write goes on to this process's standard error.
  init(isShown: Bool) throws(Failure) {
    self.isShown = isShown
    do throws(Errno) {
      let pipes = try Pipe.several(2)
      (pipe, gate) = (pipes[0], pipes[1])
    } catch {
      throw .noPipe(error)
    }
    _ = fcntl(pipe.reading.rawValue, F_SETFL, fcntl(pipe.reading.rawValue, F_GETFL) | O_NONBLOCK)
  }

  deinit {
    pipe.close()
    gate.close()
  }

  /// What the programs write to.
  var target: FileDescriptor { pipe.writing }

  /// Runs the programs and returns their result with what they wrote.
  func collect(
    while run: @Sendable () async -> Result<ProgramResult, Failure>
  ) async -> (result: Result<ProgramResult, Failure>, errors: [UInt8]) {
    async let errors: [UInt8] = withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: self.readToEnd()) }
    }
    let result = await run()
    var signal: UInt8 = 0
    _ = Glibc.write(gate.writing.rawValue, &signal, 1)
    return (result, await errors)
  }

  private func readToEnd() -> [UInt8] {
    var kept: [UInt8] = []
    while true {
      let hasEnded = waitForErrors()
      while let chunk = readChunk() {
        if isShown { try? FileDescriptor.standardError.writeAll(chunk[...]) }
        kept += chunk
        if kept.count > 2 * Self.most { kept.removeFirst(kept.count - Self.most) }
      }
      guard !hasEnded else { return kept.suffix(Self.most) }
    }
  }

  /// Waits until there is something to read.
  ///
  /// - Returns: whether the programs have ended.
  private func waitForErrors() -> Bool {
    var waiting = [
      pollfd(fd: pipe.reading.rawValue, events: Int16(POLLIN), revents: 0),
      pollfd(fd: gate.reading.rawValue, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&waiting, 2, -1)
    return waiting[1].revents != 0
  }

  /// The bytes that have arrived; `nil` if there are none.
  private func readChunk() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(pipe.reading.rawValue, &buffer, buffer.count)
    return count > 0 ? Array(buffer[..<count]) : nil
  }
}
