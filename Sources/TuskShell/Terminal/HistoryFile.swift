import Glibc
import JSONValue
import SystemPackage
import TuskCommon

/// A file of JSON lines, `{"t":seconds,"line":"…"}`, to which several sessions may append at once.
///
/// Only its owner may read it: opening it removes the permissions of group and others. A line that is not a valid
/// record is ignored, and the rest is kept. Later versions that write another format start with a line that has the
/// member `schema`.
package struct HistoryFile: Sendable {
  /// Why the file cannot be used.
  package struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// A record of the file: the line, and the record's bytes, which may contain further members.
  struct Record {
    let line: String
    let bytes: ArraySlice<UInt8>
  }

  /// The content of the file.
  struct Content {
    let lines: [Record]
    /// The number of lines in the file, including invalid and repeated ones.
    let count: Int
  }

  let path: String

  /// Checks that lines can be added, without reading the whole file.
  func check() throws(Fault) {
    guard access(path, F_OK) == 0 else { return }
    let descriptor = try openLocked(LOCK_SH)
    defer { close(descriptor) }
    try check(firstLineOf: try firstBytes(of: descriptor))
  }

  func load() throws(Fault) -> Content {
    guard access(path, F_OK) == 0 else { return Content(lines: [], count: 0) }
    let descriptor = try openLocked(LOCK_SH)
    defer { close(descriptor) }
    return try content(of: try bytes(of: descriptor))
  }

  func append(_ line: String, at seconds: Int) throws(Fault) {
    makeDirectory()
    let descriptor = try openLocked(LOCK_EX)
    defer { close(descriptor) }
    try check(firstLineOf: try firstBytes(of: descriptor))
    let record: JSON = ["t": .int(seconds), "line": .string(line)]
    // A session that was killed while writing leaves a partial line, which must not swallow this record.
    try write(Array(((endsInsideLine(descriptor) ? "\n" : "") + record.text + "\n").utf8), to: descriptor)
  }

  /// Rewrites the file with only the newest record of each wanted line, replacing the old one atomically. Returns the
  /// number of records left.
  func compact(keeping limit: Int, where isWanted: (String) -> Bool = { _ in true }) throws(Fault) -> Int {
    guard access(path, F_OK) == 0 else { return 0 }
    let descriptor = try openLocked(LOCK_EX)
    defer { close(descriptor) }
    let records = try content(of: try bytes(of: descriptor)).lines.filter { isWanted($0.line) }
    let kept = HistoryFile.newestOfEach(records, limit: limit)
    let fresh = path + ".new"
    unlink(fresh)
    let target = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard target >= 0 else { throw .cannot("write", fresh) }
    defer { close(target) }
    try write(kept.flatMap { $0.bytes + [UInt8(ascii: "\n")] }, to: target)
    guard fsync(target) == 0, rename(fresh, path) == 0 else { throw .cannot("replace", path) }
    return kept.count
  }

  /// The newest `limit` records in order, without earlier records of a repeated line.
  static func newestOfEach(_ records: [Record], limit: Int) -> [Record] {
    var seen: Set<String> = []
    var newestFirst: [Record] = []
    for record in records.reversed() where newestFirst.count < limit {
      if seen.insert(record.line).inserted { newestFirst.append(record) }
    }
    return newestFirst.reversed()
  }

  /// Refuses the file of a newer version.
  private func check(firstLineOf bytes: [UInt8]) throws(Fault) {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    if (try? JSON(parsing: Array(line)))?["schema"] != nil { throw .newer(path) }
  }

  private func content(of bytes: [UInt8]) throws(Fault) -> Content {
    try check(firstLineOf: bytes)
    let rows = bytes.split(separator: UInt8(ascii: "\n"))
    let records = rows.compactMap { row -> Record? in
      guard let record = try? JSON(parsing: Array(row)), let line = record["line"]?.string, !line.isEmpty else {
        return nil
      }
      return Record(line: line, bytes: row)
    }
    return Content(lines: records, count: rows.count)
  }
}

extension HistoryFile {
  /// Opens and locks the file now at the path, because another session may replace it while we wait for the lock.
  private func openLocked(_ lock: Int32) throws(Fault) -> Int32 {
    while true {
      let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
      guard descriptor >= 0 else { throw .cannot("open", path) }
      guard isLocked(descriptor, lock) else { throw closing(descriptor, .cannot("lock", path)) }
      var opened = stat()
      var named = stat()
      guard fstat(descriptor, &opened) == 0 else { throw closing(descriptor, .cannot("read", path)) }
      guard opened.st_mode & S_IFMT == S_IFREG else { throw closing(descriptor, .notAFile(path)) }
      guard opened.st_uid == geteuid() else { throw closing(descriptor, .notOurs(path)) }
      if opened.st_mode & 0o077 != 0, fchmod(descriptor, 0o600) != 0 {
        throw closing(descriptor, .cannot("protect", path))
      }
      if stat(path, &named) == 0, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev { return descriptor }
      close(descriptor)
    }
  }

  /// Locks the file. Others hold it for milliseconds; a session that was stopped meanwhile is not waited for.
  private func isLocked(_ descriptor: Int32, _ lock: Int32) -> Bool {
    for _ in 0..<1000 {
      if flock(descriptor, lock | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
      usleep(1000)
    }
    return false
  }

  private func closing(_ descriptor: Int32, _ fault: Fault) -> Fault {
    close(descriptor)
    return fault
  }

  /// Creates the path's missing directories, accessible only to their owner.
  private func makeDirectory() {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    for end in parts.indices {
      let directory = parts[...end].joined(separator: "/")
      if !directory.isEmpty { mkdir(directory, 0o700) }
    }
  }

  /// Enough bytes for a line that states a format.
  private func firstBytes(of descriptor: Int32) throws(Fault) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count >= 0 else { throw .cannot("read", path) }
    return Array(bytes.prefix(count))
  }

  private func endsInsideLine(_ descriptor: Int32) -> Bool {
    let size = lseek(descriptor, 0, SEEK_END)
    var last: UInt8 = 0
    return size > 0 && pread(descriptor, &last, 1, size - 1) == 1 && last != UInt8(ascii: "\n")
  }

  private func bytes(of descriptor: Int32) throws(Fault) -> [UInt8] {
    do throws(Errno) {
      return try FileDescriptor(rawValue: descriptor).readAll()
    } catch {
      throw .cannot("read", path, error)
    }
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) throws(Fault) {
    do throws(Errno) {
      try FileDescriptor(rawValue: descriptor).writeAll(bytes[...])
    } catch {
      throw .cannot("write", path, error)
    }
  }
}

extension HistoryFile.Fault {
  /// A system call failed; by default for the reason that `errno` gives.
  fileprivate static func cannot(
    _ act: String, _ path: String, _ reason: Errno = Errno(rawValue: errno)
  ) -> HistoryFile.Fault {
    HistoryFile.Fault(
      description: "cannot \(act) the history file '\(path)': \(SystemError.reason(reason.rawValue))")
  }

  fileprivate static func notAFile(_ path: String) -> HistoryFile.Fault {
    HistoryFile.Fault(description: "'\(path)' is not a regular file; history is kept for this session only")
  }

  fileprivate static func newer(_ path: String) -> HistoryFile.Fault {
    HistoryFile.Fault(
      description: "'\(path)' was written by a newer tusk; history is kept for this session only")
  }

  fileprivate static func notOurs(_ path: String) -> HistoryFile.Fault {
    HistoryFile.Fault(
      description: "'\(path)' belongs to another user; history is kept for this session only")
  }
}
