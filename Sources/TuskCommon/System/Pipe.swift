import Glibc
package import SystemPackage

/// Both ends of a pipe, closed in programs that are started.
package struct Pipe: Sendable {
  package let reading: FileDescriptor
  package let writing: FileDescriptor

  /// - Throws: the reason when the process has no descriptors left.
  package init() throws(Errno) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
  }

  /// Creates `count` pipes, or none on failure.
  package static func several(_ count: Int) throws(Errno) -> [Pipe] {
    var pipes: [Pipe] = []
    do throws(Errno) {
      while pipes.count < count { pipes.append(try Pipe()) }
      return pipes
    } catch {
      for pipe in pipes { pipe.close() }
      throw error
    }
  }

  package func close() {
    try? reading.close()
    try? writing.close()
  }
}
