import Glibc
package import SystemPackage

extension FileDescriptor {
  /// Writes all of the bytes, in as many calls as needed; signals do not interrupt it.
  ///
  /// - Parameter awaitRoom: waits until a non-blocking descriptor accepts more, and returns whether to continue; the
  ///   library's own `writeAll` fails in that case and does not report how much it has written.
  /// - Throws: the reason if not everything was written.
  package func writeAll(
    _ bytes: ArraySlice<UInt8>, awaitingRoom awaitRoom: (FileDescriptor) -> Bool = { waitForRoom(in: $0) }
  ) throws(Errno) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(rawValue, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      let reason = Errno(rawValue: errno)
      guard reason == .interrupted || reason == .wouldBlock && awaitRoom(self) else { throw reason }
    }
  }

  /// Writes all of the text in UTF-8.
  package func writeAll(_ text: String) throws(Errno) {
    guard !text.isEmpty else { return }
    let whole = text.utf8.withContiguousStorageIfAvailable { bytes in
      Glibc.write(rawValue, bytes.baseAddress, bytes.count)
    }
    // What is not written at once is written in parts, and an error is met again.
    let written = max(whole ?? 0, 0)
    guard written < text.utf8.count else { return }
    try writeAll(Array(text.utf8)[written...])
  }

  /// Reads everything up to the end.
  ///
  /// - Throws: the reason if it cannot be read; ``Errno/fileTooLarge`` if it is longer than the limit.
  package func readAll(atMost limit: Int = .max) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      guard waitForBytes() else { throw .canceled }
      let count = Glibc.read(rawValue, &block, block.count)
      guard count != 0 else { return bytes }
      guard count > 0 else {
        let reason = Errno(rawValue: errno)
        guard reason == .interrupted else { throw reason }
        continue
      }
      bytes += block[..<count]
      guard bytes.count <= limit else { throw .fileTooLarge }
    }
  }

  /// Waits until the descriptor accepts more bytes.
  package static func waitForRoom(in descriptor: FileDescriptor) -> Bool {
    var waiting = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
    return poll(&waiting, 1, -1) >= 0 || errno == EINTR
  }
}
