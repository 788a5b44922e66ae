import Glibc
import Synchronization
package import SystemPackage

/// Lines that are added first and read later; in a file without a name once they are many.
package final class LineSpool: Sendable {
  private let state = Mutex(State())

  private struct State {
    /// The bytes that are not in the file.
    var bytes: [UInt8] = []
    var count = 0
    var file: FileDescriptor?
  }

  /// The most bytes that are kept in memory.
  private static let mostBytes = 65_536

  package init() {}

  deinit {
    if let file = state.withLock(\.file) { close(file.rawValue) }
  }

  package var count: Int { state.withLock(\.count) }

  /// Adds a line, which contains no line break.
  ///
  /// - Throws: the reason if the file cannot be written.
  package func add(_ line: String) throws(Errno) {
    try state.withLock { state throws(Errno) in
      state.bytes += line.utf8
      state.bytes.append(UInt8(ascii: "\n"))
      state.count += 1
      guard state.bytes.count > Self.mostBytes else { return }
      let file = if let file = state.file { file } else { try UnnamedFile.create() }
      state.file = file
      try file.writeAll(state.bytes[...])
      state.bytes.removeAll(keepingCapacity: true)
    }
  }

  /// Reads the lines, from the first.
  ///
  /// - Throws: the reason if the file cannot be opened once more.
  package func read() throws(Errno) -> FileLines {
    try state.withLock { state throws(Errno) in
      guard let file = state.file else { return FileLines(state.bytes) }
      let copy = fcntl(file.rawValue, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else { throw Errno(rawValue: errno) }
      return FileLines(FileDescriptor(rawValue: copy), then: state.bytes)
    }
  }
}
