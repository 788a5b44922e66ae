import JSONValue

/// A line that a person ran, and what became of it.
package struct HistoryEntry: Sendable, Hashable {
  package let line: String
  /// When it was run, in seconds since 1970.
  package var time = 0
  /// The account that commands acted as; `nil` if it is not known.
  package var account: String?
  /// The exit code; `nil` while the line runs, or if it never ended.
  package var exit: Int?
  /// How long it ran.
  package var milliseconds: Int?

  package init(_ line: String, time: Int = 0) {
    self.line = line
    self.time = time
  }

  /// The entry in a record of the file; `nil` if there is none.
  init?(record: some Collection<UInt8>) {
    guard let json = try? JSON(parsing: Array(record)), let line = json["line"]?.string, !line.isEmpty else {
      return nil
    }
    self.line = line
    time = json["t"]?.int ?? 0
    account = json["account"]?.string
    exit = json["exit"]?.int
    milliseconds = json["ms"]?.int
  }

  /// The entry as a record of the file.
  var record: JSON {
    var object: JSON.Object = ["t": .int(time), "line": .string(line)]
    if let account { object["account"] = .string(account) }
    if let exit { object["exit"] = .int(exit) }
    if let milliseconds { object["ms"] = .int(milliseconds) }
    return .object(object)
  }

  /// Whether the line failed when it was last run.
  var hasFailed: Bool { exit.map { $0 != 0 } ?? false }
}
