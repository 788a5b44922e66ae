import Glibc
import JSONValue

/// The newest part of the file of the history, which is read from its end as far as it is asked for.
///
/// A file may have a hundred thousand records, and the first key must not wait for all of them.
struct HistoryRecords {
  private let bytes: [UInt8]
  /// The records before this offset are not read yet.
  private var unread: Int
  /// The lines of the entries, and those that are not to be entries.
  private var seen: Set<String>
  /// The entries read so far, the newest first and each line once.
  private(set) var entries: [HistoryEntry] = []
  /// The most entries.
  private let limit: Int

  /// - Parameter bytes: records, each on a line.
  init(_ bytes: ArraySlice<UInt8>, limit: Int, without lines: Set<String> = []) {
    self.bytes = Array(bytes)
    self.limit = limit
    unread = bytes.count
    seen = lines
  }

  /// How many lines the file has, those that are no records, too.
  var recordCount: Int {
    bytes.count { $0 == Self.newline } + (bytes.last.map { $0 == Self.newline } ?? true ? 0 : 1)
  }

  /// The entry that is this many places before the newest one; `nil` if there is none.
  mutating func entry(_ age: Int) -> HistoryEntry? {
    while entries.count <= age, readOne() {}
    return age < entries.count ? entries[age] : nil
  }

  /// All entries, the newest first.
  mutating func all() -> [HistoryEntry] {
    while readOne() {}
    return entries
  }

  /// Drops a line, which is an entry elsewhere.
  mutating func drop(_ line: String) {
    if seen.insert(line).inserted { return }
    entries.removeAll { $0.line == line }
  }

  /// - Returns: false at the beginning of the file.
  private mutating func readOne() -> Bool {
    guard entries.count < limit, let record = record(endingBy: unread) else { return false }
    unread = record.lowerBound
    if let entry = HistoryEntry(record: bytes[record]), seen.insert(entry.line).inserted { entries.append(entry) }
    return true
  }

  /// The record that ends at an offset or before it; `nil` if there is none.
  private func record(endingBy offset: Int) -> Range<Int>? {
    var end = offset
    while end > 0, bytes[end - 1] == Self.newline { end -= 1 }
    guard end > 0 else { return nil }
    let start = bytes.withUnsafeBufferPointer { bytes in
      var start = end - 1
      while start > 0, bytes[start - 1] != Self.newline { start -= 1 }
      return start
    }
    return start..<end
  }

  /// The newest record before an offset whose line goes on from a text and is wanted, and where that record ends.
  ///
  /// - Parameter offset: where the search begins; `nil` for the end of the file.
  func newest(
    continuing text: String, before offset: Int?, where isWanted: (HistoryEntry) -> Bool
  ) -> (entry: HistoryEntry, end: Int)? {
    let spelled = Array(JSON.string(text).text.utf8.dropLast())
    var end = offset ?? bytes.count
    while let record = record(endingBy: end) {
      end = record.lowerBound
      guard mayHave(spelled, record), let entry = HistoryEntry(record: bytes[record]) else { continue }
      guard entry.line.utf8.count > text.utf8.count, entry.line.utf8.starts(with: text.utf8) else { continue }
      if isWanted(entry) { return (entry, record.upperBound) }
    }
    return nil
  }

  /// Whether the line of a record may begin so; reading each record would take too long for a key.
  ///
  /// - Parameter spelled: the text as JSON, without its last quote.
  private func mayHave(_ spelled: [UInt8], _ record: Range<Int>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var place = record.lowerBound
      func skip(_ expected: StaticString) -> Bool {
        let count = expected.utf8CodeUnitCount
        guard place + count <= record.upperBound, let base = bytes.baseAddress,
          memcmp(base + place, expected.utf8Start, count) == 0
        else { return false }
        place += count
        return true
      }
      // A record of another form is read.
      guard skip("{\"t\":") else { return true }
      while place < record.upperBound, (0x30...0x39).contains(bytes[place]) { place += 1 }
      guard skip(",\"line\":"), let base = bytes.baseAddress else { return true }
      return place + spelled.count <= record.upperBound && memcmp(base + place, spelled, spelled.count) == 0
    }
  }

  private static let newline = UInt8(ascii: "\n")
}
