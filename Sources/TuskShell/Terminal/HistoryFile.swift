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

  /// The newest part of the file.
  struct Content {
    let lines: [Record]
    /// The number of lines in that part, including invalid and repeated ones.
    let count: Int
  }

  let path: String

  /// How many bytes of the file are read, the newest ones; ten thousand lines of more than a kilobyte.
  static let readableSize = 16 << 20

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

  func load() throws(Fault) -> Content {
    guard try isThere() else { return Content(lines: [], count: 0) }
    let descriptor = try openLocked(LOCK_SH)
    defer { close(descriptor) }
    return try content(of: descriptor)
  }

  func append(_ line: String, at seconds: Int) throws(Fault) {
    // A link that leads nowhere would create a file where it leads to.
    if try !isThere() { makeDirectory() }
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
    guard try isThere() else { return 0 }
    let descriptor = try openLocked(LOCK_EX)
    defer { close(descriptor) }
    let records = try content(of: descriptor).lines.filter { isWanted($0.line) }
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

  private func content(of descriptor: Int32) throws(Fault) -> Content {
    try check(firstLineOf: try firstBytes(of: descriptor))
    let bytes = try newestBytes(of: descriptor)
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
