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
    state.withLock { $0.process = process }
    defer { state.withLock { $0.process = nil } }
    let output = Self.text(from: pipe.reading.rawValue)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return (output, ExitCode(rawValue: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F))
  }

  /// The first megabyte of what a descriptor has; the rest is read and dropped.
  private static func text(from descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += block[..<min(count, max(0, 1 << 20 - bytes.count))]
    }
  }
}

extension Failure {
  fileprivate static func cannotStart(_ reason: Errno) -> Failure {
    Failure(.defect, "cannot start the test: \(reason)")
  }
}
