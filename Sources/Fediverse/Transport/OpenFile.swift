#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file open for reading, so that the checked file is also the file sent; closed when released.
public final class OpenFile: Sendable, Hashable {
  /// The size in bytes when it was opened.
  public let length: Int
  private let path: String
  private let descriptor: CInt

  /// Opens a regular file.
  ///
  /// - Throws: ``FileError`` if it cannot be opened or is not a regular file.
  public init(_ path: String) throws(FileError) {
    // Opening a pipe without a writer would otherwise block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(path, errno) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .noFile(path)
    }
    self.path = path
    self.descriptor = descriptor
    length = Int(facts.st_size)
  }

  deinit {
    close(descriptor)
  }

  /// Reads bytes from an offset, at most `count`; empty at the end of the file.
  public func bytes(at place: Int, count: Int) throws(FileError) -> [UInt8] {
    var failure: CInt = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var result = 0
      repeat { result = pread(descriptor, buffer.baseAddress, count, off_t(place)) } while result < 0 && errno == EINTR
      if result < 0 { failure = errno }
      filled = max(result, 0)
    }
    guard failure == 0 else { throw .unreadable(path, failure) }
    return bytes
  }

  /// Whether both are the same open file.
  public static func == (left: OpenFile, right: OpenFile) -> Bool {
    left === right
  }

  /// Hashes the identity of the open file.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// Why a local file could not be read or written.
public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, in one sentence without a full stop.
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  /// The system's description of an error code.
  static func reason(_ code: CInt) -> String {
    strerror(code).map { String(cString: $0).lowercased() } ?? "error \(code)"
  }
}

extension FileError {
  fileprivate static func unreadable(_ path: String, _ code: CInt) -> FileError {
    FileError("cannot read '\(path.oneLine(limit: 200))': \(reason(code))")
  }

  fileprivate static func noFile(_ path: String) -> FileError {
    FileError("'\(path.oneLine(limit: 200))' is not a regular file")
  }
}
