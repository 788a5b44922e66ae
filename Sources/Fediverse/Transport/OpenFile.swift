#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is open for reading, so that what is sent is what was looked at; it closes when nobody needs it.
public final class OpenFile: Sendable, Hashable {
  /// How many bytes it had when it was opened.
  public let length: Int
  private let path: String
  private let descriptor: CInt

  /// Opens a file, which must be an ordinary one.
  public init(_ path: String) throws(FileError) {
    // A pipe without a writer would hold the program up.
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

  /// The bytes from a place on, at most so many; none at the end.
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

  /// Whether both are one opened file.
  public static func == (left: OpenFile, right: OpenFile) -> Bool {
    left === right
  }

  /// Adds which opened file it is.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// Why a file of this machine was not read or written.
public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What happened, in one sentence without a full stop.
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  /// What the system calls an error, as a part of a sentence.
  static func reason(_ code: CInt) -> String {
    strerror(code).map { String(cString: $0).lowercased() } ?? "error \(code)"
  }
}

extension FileError {
  fileprivate static func unreadable(_ path: String, _ code: CInt) -> FileError {
    FileError("'\(path.oneLine(limit: 200))' cannot be read: \(reason(code))")
  }

  fileprivate static func noFile(_ path: String) -> FileError {
    FileError("'\(path.oneLine(limit: 200))' is not an ordinary file")
  }
}
