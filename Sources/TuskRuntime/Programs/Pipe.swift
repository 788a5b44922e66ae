import Glibc
import SystemPackage
import XCallbackURL

/// Both ends of a pipe, closed in programs that are started.
struct Pipe: Sendable {
  let reading: FileDescriptor
  let writing: FileDescriptor

  init() throws(Failure) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw .noPipe(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
  }

  /// Creates `count` pipes, or none on failure.
  static func several(_ count: Int) throws(Failure) -> [Pipe] {
    var pipes: [Pipe] = []
    do {
      while pipes.count < count { pipes.append(try Pipe()) }
      return pipes
    } catch {
      for pipe in pipes { pipe.close() }
      throw error
    }
  }

  func close() {
    try? reading.close()
    try? writing.close()
  }
}

extension Failure {
  fileprivate static func noPipe(_ code: Int32) -> Failure {
    Failure(.rejected, "cannot create a pipe: \(String(cString: strerror(code)))")
  }
}
