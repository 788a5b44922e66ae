import Glibc
import SystemPackage
import TuskCommon
import TuskLanguage
import XCallbackURL

/// A plan that arrives on a stream, read to its end so that it can be checked before it is run.
///
/// A long one is kept in a file that has no name.
struct PlanInput: ~Copyable {
  private var bytes: [UInt8] = []
  private var spool: Int32?

  /// The most bytes that are kept in memory.
  private static let mostBytes = 1 << 20

  /// Reads the stream to its end.
  ///
  /// - Parameter folder: where to put the file of a long plan.
  /// - Throws: ``Failure`` if the stream cannot be read or the file cannot be written.
  init(_ input: consuming ByteInput, spoolingIn folder: String) throws(Failure) {
    while let chunk = input.next() {
      bytes += chunk
      if bytes.count > Self.mostBytes { try spill(in: folder) }
    }
    guard !input.hasFailed else { throw Failure(.notFound, "standard input cannot be read") }
    if spool != nil { try spill(in: folder) }
  }

  deinit {
    if let spool { close(spool) }
  }

  /// The plan's statements, from the first.
  borrowing func statements() -> StatementStream {
    guard let spool else { return StatementStream(ByteInput(descriptor: nil, after: bytes)) }
    lseek(spool, 0, SEEK_SET)
    return StatementStream(ByteInput(descriptor: spool))
  }

  /// Moves the bytes to the file.
  private mutating func spill(in folder: String) throws(Failure) {
    do throws(Errno) {
      let file = if let spool { FileDescriptor(rawValue: spool) } else { try UnnamedFile.create(in: folder) }
      spool = file.rawValue
      try file.writeAll(bytes[...])
    } catch {
      throw .unwritable(folder, error)
    }
    bytes.removeAll(keepingCapacity: true)
  }
}

extension Failure {
  fileprivate static func unwritable(_ folder: String, _ reason: Errno) -> Failure {
    Failure(.unwritableFile, "the plan cannot be kept in \(folder): \(SystemError.reason(reason.rawValue))")
  }
}
