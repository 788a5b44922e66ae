import Glibc
import SystemPackage
import TuskCommon
import TuskLanguage
import XCallbackURL

/// Reads the bytes of a descriptor in blocks.
package struct ByteInput {
  private let descriptor: Int32?
  private var begun: [UInt8]
  /// Whether reading ended with an error.
  package private(set) var hasFailed = false
  /// Whether the end was read: a terminal would otherwise wait for a second one.
  private var hasEnded = false

  /// - Parameters:
  ///   - descriptor: what to read; `nil` to read nothing more.
  ///   - begun: the bytes before those of the descriptor.
  package init(descriptor: Int32?, after begun: [UInt8] = []) {
    self.descriptor = descriptor
    self.begun = begun
  }

  /// Waits for the next bytes; `nil` at the end.
  package mutating func next() -> [UInt8]? {
    guard begun.isEmpty else {
      defer { begun = [] }
      return begun
    }
    guard let descriptor, !hasEnded else { return nil }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    guard FileDescriptor(rawValue: descriptor).waitForBytes() else {
      (hasEnded, hasFailed) = (true, true)
      errno = ECANCELED
      return nil
    }
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 { return Array(buffer[..<count]) }
      guard count < 0, errno == EINTR else {
        (hasEnded, hasFailed) = (true, count < 0)
        return nil
      }
    }
  }

  /// Reads up to the first line that is neither blank nor a comment, or to the end, and makes the bytes the next ones
  /// again. The line need not have ended, so that no statement waits for the one after it.
  ///
  /// - Throws: ``Failure`` if the comments are longer than any header.
  mutating func peekHeader() throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var start = 0
    while true {
      while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")),
        ScriptHeader.mayContain(bytes[start..<end], isFirst: start == 0)
      {
        start = end + 1
      }
      let line = bytes[start...].prefix { $0 != UInt8(ascii: "\n") }
      guard ScriptHeader.mayContain(line, isFirst: start == 0) else { break }
      guard bytes.count <= Self.longestHeader else { throw .headerTooLong(Self.longestHeader) }
      guard let chunk = next() else { break }
      bytes += chunk
    }
    begun = bytes
    return bytes
  }

  /// The most bytes of comments before the first statement of a stream.
  private static let longestHeader = 1 << 20
}

extension Failure {
  fileprivate static func headerTooLong(_ most: Int) -> Failure {
    Failure(.invalidParameter, "the comments before the first statement are longer than \(most) bytes; shorten them")
  }
}
