import Dispatch
import Glibc
import Synchronization
import SystemPackage
import TuskCommon
import XCallbackURL

/// The write end of the pipe that a program reads from.
package final class ProgramInput: Sendable {
  private let descriptor: Int32
  /// Becomes readable once writing is abandoned.
  private let gate: Pipe
  private let isAbandoned = Mutex(false)
  /// Runs writes, which block until the program reads and must not occupy a thread of the cooperative pool.
  private let queue = DispatchQueue(label: "tusk.program-input")

  init(to pipe: Pipe) throws(Failure) {
    descriptor = pipe.writing.rawValue
    do throws(Errno) {
      gate = try Pipe()
    } catch {
      pipe.close()
      throw .noPipe(error)
    }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  deinit {
    abandon()
    try? gate.reading.close()
  }

  /// Writes all of the bytes, as fast as the program reads them.
  ///
  /// - Returns: whether the program can still read; after `false`, no further writes are needed.
  package func write(_ bytes: ArraySlice<UInt8>) async -> Bool {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: self.isWritten(bytes)) }
    }
  }

  /// Runs the producer, then closes the input. Returns the producer's failure.
  func failure(of producer: ProgramChain.Producer) async -> Failure? {
    var failure: Failure?
    do {
      try await producer(self)
    } catch {
      failure = error
    }
    await withCheckedContinuation { continuation in
      queue.async {
        self.abandon()
        Glibc.close(self.descriptor)
        continuation.resume()
      }
    }
    return failure
  }

  /// Ends a blocked write and every later one, because the program has ended.
  func abandon() {
    let isFirst = isAbandoned.withLock { isAbandoned in
      defer { isAbandoned = true }
      return !isAbandoned
    }
    if isFirst { try? gate.writing.close() }
  }

  private func isWritten(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard !isAbandoned.withLock({ $0 }) else { return false }
    do throws(Errno) {
      try FileDescriptor(rawValue: descriptor).writeAll(bytes) { _ in
        waitForReader()
        return !isAbandoned.withLock { $0 }
      }
      return true
    } catch {
      return false
    }
  }

  private func waitForReader() {
    var waiting = [
      pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: gate.reading.rawValue, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&waiting, 2, -1)
  }
}

extension Failure {
  static func noPipe(_ reason: Errno) -> Failure {
    Failure(.rejected, "cannot create a pipe: \(reason)")
  }
}
