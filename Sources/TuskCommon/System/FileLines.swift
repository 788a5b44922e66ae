import Glibc
import Synchronization
package import SystemPackage

/// Reads the lines of a file one after the other.
package final class FileLines: Sendable {
  private let file: FileDescriptor?
  private let state: Mutex<State>

  private struct State {
    /// What was read and not returned yet, from `start`.
    var bytes: [UInt8] = []
    var start = 0
    /// The place of the next byte in the file.
    var offset: off_t = 0
    /// What follows the file.
    var rest: [UInt8]?
  }

  /// - Parameters:
  ///   - file: the file, which is read by place and closed in the end.
  ///   - rest: what follows its bytes.
  package init(_ file: FileDescriptor?, then rest: [UInt8] = []) {
    self.file = file
    state = Mutex(State(rest: rest))
  }

  package convenience init(_ bytes: [UInt8]) { self.init(nil, then: bytes) }

  deinit {
    if let file { close(file.rawValue) }
  }

  /// How many bytes the file has; `nil` if that is not known.
  package var size: Int? {
    var facts = stat()
    guard let file, fstat(file.rawValue, &facts) == 0 else { return nil }
    return Int(facts.st_size)
  }

  /// The next line, without its line break; `nil` at the end.
  ///
  /// - Throws: the reason if the file cannot be read.
  package func next() throws(Errno) -> String? {
    try state.withLock { state throws(Errno) in
      var searched = state.start
      while true {
        if let end = state.bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
          defer { state.start = end + 1 }
          return String(decoding: state.bytes[state.start..<end], as: UTF8.self)
        }
        state.bytes.removeFirst(state.start)
        state.start = 0
        searched = state.bytes.count
        guard try refill(&state) else {
          guard searched > 0 else { return nil }
          state.start = searched
          return String(decoding: state.bytes, as: UTF8.self)
        }
      }
    }
  }

  /// Appends further bytes, if there are any.
  private func refill(_ state: inout State) throws(Errno) -> Bool {
    if let file {
      var block = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = pread(file.rawValue, &block, block.count, state.offset)
        guard count >= 0 || errno == EINTR else { throw Errno(rawValue: errno) }
        if count > 0 {
          state.bytes += block[..<count]
          state.offset += off_t(count)
          return true
        }
        if count == 0 { break }
      }
    }
    guard let rest = state.rest, !rest.isEmpty else { return false }
    state.bytes += rest
    state.rest = nil
    return true
  }
}
