import Glibc
import SystemPackage
import TuskCommon

/// A program that is run to obtain or store a secret, without a shell; its output is not shown.
struct HelperProgram: Sendable {
  let path: String
  let arguments: [String]
  /// The text on its standard input.
  var input = ""
  /// Whether its error messages are shown.
  var showsErrors = true
  /// The time limit in seconds.
  var limit = Self.usualLimit

  static let usualLimit = 60

  /// How the program ended.
  enum Ending: Sendable, Hashable {
    /// It printed this text and exited with status 0.
    case printed(String)
    /// It exited with another status, or was killed by a signal (128 plus its number).
    case failed(status: Int32)
    /// It could not be started; the value is `errno`.
    case notStarted(Int32)
    /// It printed too much, or bytes that are not text.
    case useless
    /// It took too long and was killed.
    case tooLate
    /// It was killed because the waiting task was canceled.
    case givenUp
  }

  /// A reason to stop waiting for the program.
  private struct Stop: Error {
    let ending: Ending
  }

  /// Runs the program and waits for its end, or kills it. The process must ignore SIGPIPE.
  func run() async -> Ending {
    await BlockingWork.run { isCanceled in run(Patience(.now + .seconds(limit), isCanceled)) }
  }

  /// For how long to wait.
  private struct Patience {
    private let end: ContinuousClock.Instant
    private let isCanceled: () -> Bool

    init(_ end: ContinuousClock.Instant, _ isCanceled: @escaping () -> Bool) {
      self.end = end
      self.isCanceled = isCanceled
    }

    func check() throws(Stop) {
      guard !isCanceled() else { throw Stop(ending: .givenUp) }
      guard .now < end else { throw Stop(ending: .tooLate) }
    }
  }

  private func run(_ patience: Patience) -> Ending {
    let process: pid_t
    let (source, output): (Pipe, Pipe)
    do throws(Errno) {
      let pipes = try Pipe.several(2)
      (source, output) = (pipes[0], pipes[1])
      process = try start(reading: source, writing: output)
    } catch {
      return .notStarted(error.rawValue)
    }
    defer { try? output.reading.close() }
    // A pipe's buffer holds any secret, so that this write does not block.
    try? source.writing.writeAll(Array(input.utf8.prefix(65_536))[...])
    try? source.writing.close()
    do throws(Stop) {
      return try ending(of: process, printingTo: output.reading.rawValue, patience)
    } catch {
      Self.end(process)
      return error.ending
    }
  }

  private func ending(
    of process: pid_t, printingTo descriptor: Int32, _ patience: Patience
  ) throws(Stop) -> Ending {
    var ended: Int32?
    let printed = try Self.all(from: descriptor, patience) {
      ended = Self.status(of: process)
      return ended != nil
    }
    // A program can close its output and keep running.
    let status = if let ended { ended } else { try Self.status(of: process, patience) }
    guard status == 0 else { return .failed(status: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F) }
    return String(validating: printed, as: UTF8.self).map { .printed($0) } ?? .useless
  }

  /// Starts the program, which then has the only other ends of both pipes.
  private func start(reading source: Pipe, writing output: Pipe) throws(Errno) -> pid_t {
    var program = ProgramStart(path, arguments)
    program.input = .descriptor(source.reading)
    program.output = .descriptor(output.writing)
    if !showsErrors { program.errors = .nothing }
    do throws(Errno) {
      let process = try program.start()
      try? source.reading.close()
      try? output.writing.close()
      return process
    } catch {
      source.close()
      output.close()
      throw error
    }
  }

  /// The output up to its end, or up to the end of the program if a child of it keeps the output open.
  private static func all(
    from descriptor: Int32, _ patience: Patience, hasEnded: () -> Bool
  ) throws(Stop) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while bytes.count <= 65_536 {
      try patience.check()
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // Wakes regularly to notice a canceled task.
      let found = poll(&waiting, 1, 50)
      if found == 0, hasEnded() { return bytes }
      guard found != 0, found > 0 || errno != EINTR else { continue }
      let count = found < 0 ? -1 : read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        guard count == 0 else { throw Stop(ending: .useless) }
        return bytes
      }
      bytes += block[..<count]
    }
    throw Stop(ending: .useless)
  }

  /// Waits until the process has ended and returns its status.
  private static func status(of process: pid_t, _ patience: Patience) throws(Stop) -> Int32 {
    var pause: useconds_t = 500
    while true {
      if let status = status(of: process) { return status }
      try patience.check()
      usleep(pause)
      pause = min(pause * 2, 50_000)
    }
  }

  /// The status with which the process ended; `nil` while it runs.
  private static func status(of process: pid_t) -> Int32? {
    var status: Int32 = 0
    return waitpid(process, &status, WNOHANG) == 0 ? nil : status
  }

  /// Kills the process, without waiting for one in an uninterruptible system call.
  private static func end(_ process: pid_t) {
    kill(process, SIGKILL)
    for _ in 0..<100 where status(of: process) == nil { usleep(10_000) }
  }
}
