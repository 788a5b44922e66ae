import Glibc
import SystemPackage
import TuskCommon
import XCallbackURL

/// A file that a person writes and the prompt obeys, so that nobody else may be able to change it.
///
/// It is a regular file of this user or of root that neither group nor others can write. A link is followed: what it
/// leads to has to be such a file.
struct TrustedFile {
  let path: String
  /// The most bytes that are read.
  let limit: Int
  /// Whether its folder has to be closed to others, too, because they could put another file in its place.
  var isFolderChecked = false

  /// The text; `nil` if there is no file.
  ///
  /// - Throws: ``Failure`` if it is not such a file, is larger than the limit, is not UTF-8 or cannot be read.
  func read() throws(Failure) -> String? {
    // Opening a pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let reason = errno
      guard reason == ENOENT, DanglingLink.first(in: path) == nil else { throw .unreadable(path, reason) }
      return nil
    }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw .unreadable(path, errno) }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw .notRegular(path) }
    try check(facts, at: path)
    if isFolderChecked { try checkFolder() }
    do throws(Errno) {
      let bytes = try FileDescriptor(rawValue: descriptor).readAll(atMost: limit)
      guard let text = String(validating: bytes, as: UTF8.self) else { throw Errno.illegalByteSequence }
      return text
    } catch {
      switch error {
      case .fileTooLarge: throw .tooLarge(path, limit)
      case .illegalByteSequence: throw .notUTF8(path)
      default: throw .unreadable(path, error.rawValue)
      }
    }
  }

  private func checkFolder() throws(Failure) {
    let folder = ScriptFile.absolute(path).split(separator: "/").dropLast().map { "/\($0)" }.joined()
    var facts = stat()
    guard stat(folder.isEmpty ? "/" : folder, &facts) == 0 else { throw .unreadable(path, errno) }
    try check(facts, at: folder.isEmpty ? "/" : folder)
  }

  private func check(_ facts: stat, at place: String) throws(Failure) {
    guard facts.st_uid == geteuid() || facts.st_uid == 0 else { throw .ofAnother(place) }
    guard facts.st_mode & 0o022 == 0 else { throw .writable(place) }
  }
}

extension Failure {
  fileprivate static func unreadable(_ path: String, _ code: Int32) -> Failure {
    Failure(.badSettings, "cannot read \(path): \(SystemError.reason(code))")
  }

  fileprivate static func notRegular(_ path: String) -> Failure {
    Failure(.badSettings, "\(path) is ignored: it is not a regular file")
  }

  fileprivate static func ofAnother(_ path: String) -> Failure {
    Failure(.badSettings, "\(path) is ignored: it belongs to another user")
  }

  fileprivate static func writable(_ path: String) -> Failure {
    Failure(.badSettings, "\(path) is ignored: others can write it; close it with: chmod go-w \(path)")
  }

  fileprivate static func tooLarge(_ path: String, _ limit: Int) -> Failure {
    Failure(.badSettings, "\(path) is ignored: it is larger than \(limit / 1024) KiB")
  }

  fileprivate static func notUTF8(_ path: String) -> Failure {
    Failure(.badSettings, "\(path) is ignored: it is not UTF-8 text")
  }
}
