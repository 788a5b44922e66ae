import Glibc
import JSONValue
import SystemPackage
import TuskCommon

/// A file of JSON lines, `{"t":seconds,"line":"…"}`, to which several sessions may append at once. The record of a line
/// that ended has its account, exit code and duration, too.
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

  let path: String

  /// How many bytes of the file are read, the newest ones; a hundred thousand lines of two records each.
  static let readableSize = 32 << 20

  /// Whether the file is much larger than what is read of it.
  var isTooLarge: Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_size > 2 * Self.readableSize
  }

  /// Checks that lines can be added, without reading the whole file.
  func check() throws(Fault) {
    guard try isThere() else { return }
    let descriptor = try openLocked(LOCK_SH)
    defer { close(descriptor) }
    try check(firstLineOf: try firstBytes(of: descriptor))
  }

  /// The newest part of the file.
  func load() throws(Fault) -> ArraySlice<UInt8> {
    guard try isThere() else { return [] }
    let descriptor = try openLocked(LOCK_SH)
    defer { close(descriptor) }
    try check(firstLineOf: try firstBytes(of: descriptor))
    return try newestBytes(of: descriptor)
  }

  func append(_ entry: HistoryEntry) throws(Fault) {
    // A link that leads nowhere would create a file where it leads to.
    if try !isThere() { makeDirectory() }
    let descriptor = try openLocked(LOCK_EX)
    defer { close(descriptor) }
    try check(firstLineOf: try firstBytes(of: descriptor))
    // A session that was killed while writing leaves a partial line, which must not swallow this record.
    let separator = endsInsideLine(descriptor) ? "\n" : ""
    try write(Array("\(separator)\(entry.record.text)\n".utf8), to: descriptor)
  }

  /// Rewrites the file with only the newest record of each wanted line, replacing the old one atomically. Returns the
  /// number of records left.
  func compact(keeping limit: Int, where isWanted: (String) -> Bool = { _ in true }) throws(Fault) -> Int {
    guard try isThere() else { return 0 }
    let descriptor = try openLocked(LOCK_EX)
    defer { close(descriptor) }
    let records = try records(of: descriptor).filter { isWanted($0.line) }
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

  private func records(of descriptor: Int32) throws(Fault) -> [Record] {
    try check(firstLineOf: try firstBytes(of: descriptor))
    return try newestBytes(of: descriptor).split(separator: UInt8(ascii: "\n")).compactMap { row in
      HistoryEntry(record: row).map { Record(line: $0.line, bytes: row) }
    }
  }
}

extension HistoryFile.Fault {
  /// A system call failed; by default for the reason that `errno` gives.
  static func cannot(
    _ act: String, _ path: String, _ reason: Errno = Errno(rawValue: errno)
  ) -> HistoryFile.Fault {
    HistoryFile.Fault(
      description: "cannot \(act) the history file '\(path)': \(SystemError.reason(reason.rawValue))")
  }

  fileprivate static func newer(_ path: String) -> HistoryFile.Fault {
    HistoryFile.Fault(
      description: "'\(path)' was written by a newer tusk; history is kept for this session only")
  }
}
