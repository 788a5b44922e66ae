import Glibc
import Synchronization
package import XCallbackURL

/// The bytes of a file as they are read, 64 KiB at most at a time; the path `-` is standard input.
package final class FileChunks: Sendable {
  private let path: String
  private let descriptor: Int32
  /// Whether reading may have to wait for somebody who writes.
  let mayWait: Bool
  private let isGivenUp = Atomic(false)

  /// - Throws: ``Failure`` where there is no such file, or it is a folder, or it may not be read.
  package init(_ path: String) throws(Failure) {
    self.path = path
    guard path != "-" else {
      descriptor = 0
      mayWait = true
      return
    }
    guard !path.utf8.contains(0) else { throw .notAPath }
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw errno == ENOENT ? .missing(path) : .unreadable(path, errno) }
    var facts = stat()
    let isKnown = fstat(descriptor, &facts) == 0
    mayWait = facts.st_mode & S_IFMT != S_IFREG
    guard isKnown, facts.st_mode & S_IFMT != S_IFDIR else { throw .folder(path) }
  }

  deinit {
    if descriptor > 0 { close(descriptor) }
  }

  /// Ends a read that waits, and every later one.
  func giveUp() {
    isGivenUp.store(true, ordering: .sequentiallyConsistent)
  }

  /// Waits until something can be read; false where nobody wants it any more.
  private func isReady() -> Bool {
    guard mayWait else { return true }
    while !isGivenUp.load(ordering: .sequentiallyConsistent) {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, 100) != 0 { return true }
    }
    return false
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
  fileprivate static let notAPath = Failure(.notFound, "a path cannot hold a NUL character")

  fileprivate static func missing(_ path: String) -> Failure {
    Failure(.notFound, "there is no file '\(path)'")
  }

  fileprivate static func folder(_ path: String) -> Failure {
    Failure(.notFound, "'\(path)' is a folder, not a file")
  }

  fileprivate static func unreadable(_ path: String, _ code: Int32) -> Failure {
    let what = path == "-" ? "standard input" : "'\(path)'"
    return Failure(.notFound, "cannot read \(what): \(String(cString: strerror(code)))")
  }
}
