import Glibc
import XCallbackURL

/// A new file next to an old one, which takes over its name, permissions and owner when it is complete.
struct Replacement: Sendable {
  let descriptor: Int32
  private let target: String
  private let temporary: String

  /// - Returns: `nil` if the path must be written to directly: a device, a pipe, a dangling link, or a file in a
  ///   directory that cannot be written to.
  /// - Throws: ``Failure`` if the path is a directory, or a file that cannot be written to.
  init?(of path: String) throws(Failure) {
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    var facts = stat()
    let isThere = stat(path, &facts) == 0
    guard !isThere || facts.st_mode & S_IFMT == S_IFREG else { return nil }
    guard !isThere || access(path, W_OK) == 0 else { throw .cannotWrite(path, errno) }
    var link = stat()
    guard isThere || lstat(path, &link) != 0 else { return nil }
    target = resolved.map { String(cString: $0) } ?? path
    temporary = Self.hiddenName(beside: target)
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return nil }
    guard !isThere || takes(facts) else {
      discard()
      return nil
    }
  }

  func commit() throws(Failure) {
    guard fsync(descriptor) == 0, close(descriptor) == 0, rename(temporary, target) == 0 else {
      let failure = Failure.cannotWrite(target, errno)
      unlink(temporary)
      throw failure
    }
  }

  func discard() {
    close(descriptor)
    unlink(temporary)
  }

  /// Gives the file the permissions and owner of the old one; returns whether that succeeded.
  private func takes(_ old: stat) -> Bool {
    var new = stat()
    guard fstat(descriptor, &new) == 0 else { return false }
    let isSameOwner = new.st_uid == old.st_uid && new.st_gid == old.st_gid
    guard isSameOwner || fchown(descriptor, old.st_uid, old.st_gid) == 0 else { return false }
    return fchmod(descriptor, old.st_mode & 0o7777) == 0
  }

  private static func hiddenName(beside path: String) -> String {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    return "\(folder).tusk-\(getpid())-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
  }
}
