import Glibc
import MessageDigest
import TuskCommon
import XCallbackURL

/// Which URL wrote a downloaded file, and what it wrote, recorded beside the file.
///
/// The server chooses the names of downloads, so a name says nothing about what a file is: only a file that is still
/// what the same URL wrote may be skipped or replaced.
struct DownloadRecord: Sendable {
  let url: String
  let content: Content

  /// The size and the hash of a file.
  struct Content: Sendable, Hashable {
    let bytes: Int
    /// SHA-256 in hexadecimal.
    let digest: String
  }

  /// The folder of the records, in that of the files; no download can have its name, which starts with a dot.
  static let folder = ".tusk-downloads"

  /// The record of a file; `nil` if there is none that can be read, or if somebody else may have written it.
  init?(of path: String) {
    guard let folder = RecordFolder(beside: path) else { return nil }
    let descriptor = openat(folder.descriptor, folder.name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard Self.isOwn(descriptor) else { return nil }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &buffer, buffer.count)
    let lines = String(decoding: buffer[..<max(count, 0)], as: UTF8.self).split(separator: "\n", maxSplits: 2)
    let facts = lines.first?.split(separator: " ") ?? []
    guard lines.count > 1, facts.count == 2, let bytes = Int(facts[0]) else { return nil }
    url = String(lines[1])
    content = Content(bytes: bytes, digest: String(facts[1]))
  }

  /// Whether only this user can have written a record. In a folder that others could write until now, they may have left
  /// files, and links to files of this user that happen to look like records.
  private static func isOwn(_ descriptor: Int32) -> Bool {
    var facts = stat()
    return fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && facts.st_nlink == 1
      && facts.isOnlyOurs
  }

  init(url: String, content: Content) {
    self.url = url
    self.content = content
  }

  /// Writes the record of a file. Without it, the file is compared with the next download instead.
  func write(for path: String) {
    guard let folder = RecordFolder(beside: path, isMade: true) else { return }
    let partial = "\(folder.name).\(Server.freshKey())"
    let descriptor = openat(folder.descriptor, partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { return }
    let text = Array("\(content.bytes) \(content.digest)\n\(url)\n".utf8)
    let isWritten = Glibc.write(descriptor, text, text.count) == text.count
    guard close(descriptor) == 0, isWritten,
      renameat(folder.descriptor, partial, folder.descriptor, folder.name) == 0
    else {
      unlinkat(folder.descriptor, partial, 0)
      return
    }
  }
}

/// The open folder of the records, which only this user can write; in a shared folder, others could have linked it to
/// another place or have written records of their own.
private struct RecordFolder: ~Copyable {
  let descriptor: Int32
  /// The name of the record.
  let name: String

  init?(beside path: String, isMade: Bool = false) {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let folder = "\(path[..<start])\(DownloadRecord.folder)"
    if isMade { mkdir(folder, 0o755) }
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard Self.isMadeOurs(descriptor) else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    name = String(path[start...])
  }

  /// Whether only this user can write a folder, from now on at least: it may have been made with a umask that let the
  /// group write.
  private static func isMadeOurs(_ descriptor: Int32) -> Bool {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_uid == geteuid() else { return false }
    if !facts.isOnlyOurs { fchmod(descriptor, facts.st_mode & 0o755) }
    // Some file systems ignore the change.
    return fstat(descriptor, &facts) == 0 && facts.isOnlyOurs
  }

  deinit { close(descriptor) }
}

extension stat {
  /// Whether the file is of this user, and others cannot write it.
  fileprivate var isOnlyOurs: Bool { st_uid == geteuid() && st_mode & 0o022 == 0 }
}

extension DownloadRecord.Content {
  /// The content of a regular file; `nil` if it cannot be read or is something else.
  ///
  /// - Parameter size: the only size in question, so that other files need not be read.
  init?(of path: String, ifSize size: Int? = nil) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, size ?? Int(facts.st_size) == facts.st_size
    else { return nil }
    var (hash, total) = (SHA256(), 0)
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      guard count > 0 else { break }
      hash.update(block[..<count])
      total += count
    }
    bytes = total
    digest = hash.finish().hexadecimal
  }
}
