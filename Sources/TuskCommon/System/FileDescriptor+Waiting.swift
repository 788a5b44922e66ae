import Glibc
package import SystemPackage

extension FileDescriptor {
  /// Opens a file that a person names. If it is a pipe, this waits for its other end, as `open` does, but no longer
  /// than someone waits for the work.
  ///
  /// - Parameters:
  ///   - flags: those of `open`.
  ///   - isStopped: whether nobody waits any more.
  /// - Throws: the reason; ``Errno/canceled`` if nobody waits any more.
  package static func opened(
    _ path: String, _ flags: Int32, until isStopped: () -> Bool = { Task.isCancelled }
  ) throws(Errno) -> FileDescriptor {
    var descriptor = Glibc.open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o666)
    while descriptor < 0, errno == EINTR || errno == ENXIO && isNamedPipe(path) {
      guard !isStopped() else { throw .canceled }
      usleep(20_000)
      descriptor = Glibc.open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o666)
    }
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    let file = FileDescriptor(rawValue: descriptor)
    guard flags & O_ACCMODE != O_RDONLY || !file.isPipe || file.waitForBytes(until: isStopped) else {
      Glibc.close(descriptor)
      throw .canceled
    }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    return file
  }

  /// Whether this is a pipe, with or without a name.
  package var isPipe: Bool { isFIFO { fstat(rawValue, $0) } }

  /// Waits until there are bytes to read, or the end; returns false if nobody waits any more.
  package func waitForBytes(until isStopped: () -> Bool = { Task.isCancelled }) -> Bool {
    wait(for: POLLIN, until: isStopped)
  }

  private func wait(for event: Int32, until isStopped: () -> Bool) -> Bool {
    var waiting = pollfd(fd: rawValue, events: Int16(event), revents: 0)
    while true {
      let count = poll(&waiting, 1, 100)
      // Errors are found when the file is used.
      guard count == 0 || count < 0 && errno == EINTR else { return true }
      guard !isStopped() else { return false }
    }
  }

  /// Writes all of the bytes to a pipe, and stops if nobody waits for the work any more.
  ///
  /// - Throws: the reason if not everything was written; ``Errno/canceled`` if nobody waits any more.
  package func writeAll(
    toPipe bytes: ArraySlice<UInt8>, until isStopped: () -> Bool = { Task.isCancelled }
  ) throws(Errno) {
    // A pipe with room takes as much without waiting (PIPE_BUF).
    let most = 4096
    var rest = bytes
    while !rest.isEmpty {
      guard wait(for: POLLOUT, until: isStopped) else { throw .canceled }
      try writeAll(rest.prefix(most))
      rest = rest.dropFirst(most)
    }
  }
}

private func isFIFO(_ read: (UnsafeMutablePointer<stat>) -> Int32) -> Bool {
  var facts = stat()
  return read(&facts) == 0 && facts.st_mode & S_IFMT == S_IFIFO
}

private func isNamedPipe(_ path: String) -> Bool {
  let isPipe = isFIFO { stat(path, $0) }
  // It is the reason for which it could not be opened.
  errno = ENXIO
  return isPipe
}
