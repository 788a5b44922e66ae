import Glibc
import SystemPackage
import TuskCommon

/// A pipe whose bytes wake a waiting thread; writing to it never blocks.
final class WakePipe: Sendable {
  let readEnd: Int32
  let writeEnd: Int32

  /// Returns nil if the process is out of descriptors.
  init?() {
    guard let pipe = try? Pipe() else { return nil }
    (readEnd, writeEnd) = (pipe.reading.rawValue, pipe.writing.rawValue)
    for end in [readEnd, writeEnd] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  func send(_ byte: UInt8) {
    var byte = byte
    _ = write(writeEnd, &byte, 1)
  }

  /// Reads and returns all pending bytes.
  func drain() -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 64)
    while true {
      let count = read(readEnd, &block, block.count)
      guard count > 0 else { return bytes }
      bytes += block[..<count]
    }
  }
}
