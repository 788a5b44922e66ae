import Glibc
import Synchronization
import SystemPackage
import TuskCommon
package import XCallbackURL

/// The bytes of a file in chunks of up to 64 KiB; the path `-` means standard input.
package final class FileChunks: Sendable {
  private let path: String
  private let descriptor: Int32
  /// Whether reading may have to wait for a writer.
  let mayWait: Bool
  private let isGivenUp = Atomic(false)

  /// - Throws: ``Failure`` if the file does not exist, is a directory, or cannot be read.
  package init(_ path: String) throws(Failure) {
    self.path = path
    guard path != "-" else {
      descriptor = 0
      mayWait = true
      return
    }
    guard !path.utf8.contains(0) else { throw .notAPath }
    do throws(Errno) { descriptor = try FileDescriptor.opened(path, O_RDONLY).rawValue } catch {
      throw error == .noSuchFileOrDirectory ? .missing(path) : .unreadable(path, error.rawValue)
    }
    var facts = stat()
    let isKnown = fstat(descriptor, &facts) == 0
    mayWait = facts.st_mode & S_IFMT != S_IFREG
    guard isKnown, facts.st_mode & S_IFMT != S_IFDIR else { throw .folder(path) }
  }

  deinit {
    if descriptor > 0 { close(descriptor) }
  }

  /// Ends a blocked read and every later one.
  func giveUp() {
    isGivenUp.store(true, ordering: .sequentiallyConsistent)
  }

  /// Waits until something can be read; returns false if reading was given up.
  private func isReady() -> Bool {
    let isOver = { self.isGivenUp.load(ordering: .sequentiallyConsistent) }
    return !mayWait || !isOver() && FileDescriptor(rawValue: descriptor).waitForBytes(until: isOver)
  }

  /// The next bytes, as soon as there are any; `nil` at the end.
  package func next() throws(Failure) -> [UInt8]? {
    guard isReady() else { return nil }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count > 0 { return Array(bytes.prefix(count)) }
      if count == 0 { return nil }
      guard errno == EINTR else { throw .unreadable(path, errno) }
    }
  }
}

extension Failure {
  fileprivate static let notAPath = Failure(.notFound, "a path cannot contain a NUL character")

  fileprivate static func missing(_ path: String) -> Failure {
    Failure(.notFound, "cannot read '\(path)': no such file or directory")
  }

  fileprivate static func folder(_ path: String) -> Failure {
    Failure(.notFound, "cannot read '\(path)': is a directory")
  }

  fileprivate static func unreadable(_ path: String, _ code: Int32) -> Failure {
    let what = path == "-" ? "standard input" : "'\(path)'"
    return Failure(.notFound, "cannot read \(what): \(SystemError.reason(code))")
  }
}
