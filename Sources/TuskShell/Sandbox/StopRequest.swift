import Glibc
import Synchronization
import SystemPackage
import TuskActions
import TuskCommon
import XCallbackURL

/// Runs programs one after the other until a signal asks to stop; the running one is asked to end, too.
final class StopRequest: Sendable {
  private let state = Mutex(State())

  private struct State {
    var signal: Int32?
    var process: Int32?
  }

  init(_ interrupts: Interrupts) {
    interrupts.whenIdle { [self] signal in
      let process = state.withLock { state in
        state.signal = state.signal ?? signal
        return state.process
      }
      // Ctrl-C reaches the program, too, and a second one ends it at once.
      if let process { kill(process, SIGTERM) }
    }
  }

  /// The signal that asked to stop.
  var signal: Int32? { state.withLock(\.signal) }

  /// Runs a program to its end.
  ///
  /// - Returns: what it wrote to both streams, and its exit status.
  /// - Throws: ``Failure`` if it cannot be started.
  func result(of program: ProgramStart) throws(Failure) -> (output: String, code: ExitCode) {
    let process: Int32
    let pipe: Pipe
    do throws(Errno) {
      pipe = try Pipe.several(1)[0]
      var program = program
      program.output = .descriptor(pipe.writing)
      program.errors = .descriptor(pipe.writing)
      defer { try? pipe.writing.close() }
      process = try program.start()
    } catch {
      throw .cannotStart(error)
    }
    defer { try? pipe.reading.close() }
    let earlier = state.withLock { state in
      state.process = process
      return state.signal
    }
    // The signal came before there was a process to end.
    if earlier != nil { kill(process, SIGTERM) }
    let (output, status) = Self.result(of: process, from: pipe.reading.rawValue)
    state.withLock { $0.process = nil }
    return (output, ExitCode(rawValue: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F))
  }

  /// The first megabyte of what a process writes, up to its end, and its status. A program that it leaves behind may
  /// keep the output open.
  private static func result(of process: Int32, from descriptor: Int32) -> (output: String, status: Int32) {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    var (status, hasEnded): (Int32, Bool) = (0, false)
    while true {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      var isAtEnd = false
      if poll(&waiting, 1, hasEnded ? 0 : 20) > 0 {
        let count = read(descriptor, &block, block.count)
        if count < 0, errno == EINTR { continue }
        bytes += block[..<min(max(count, 0), max(0, 1 << 20 - bytes.count))]
        isAtEnd = count <= 0
      }
      // One block is all that the pipe held of the process; a program that it leaves behind may print for ever.
      if hasEnded { return (String(decoding: bytes, as: UTF8.self), status) }
      // At the end of the output, it ends soon.
      let ended = waitpid(process, &status, isAtEnd ? 0 : WNOHANG)
      hasEnded = ended == process || ended < 0 && errno != EINTR
    }
  }
}

extension Failure {
  fileprivate static func cannotStart(_ reason: Errno) -> Failure {
    Failure(.defect, "cannot start the test: \(reason)")
  }
}
