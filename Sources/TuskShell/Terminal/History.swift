import TuskLanguage
import TuskRuntime
import XCallbackURL

/// The lines a person has run, each once; a repeated line moves to the end.
///
/// Confined to one thread. The file is read when a line is first needed, from its end and as far as it is needed, so
/// that a session that runs a single command never reads it. A line has two records there: one as it begins, so that a
/// session that is killed loses none, and one with what became of it.
package final class History {
  /// The number of lines kept unless the person wants another.
  package static let standardLimit = 100_000

  /// While true, new lines are kept only for this session.
  package var isPrivate = false
  /// The number of lines that this session offers; the file keeps as many as the limit it began with.
  package var limit: Int
  /// The account that acts, for which no lines of others are suggested: their identifiers name other things there.
  package var account: String? {
    didSet { (search, misses) = (nil, []) }
  }
  /// Why lines cannot be saved to the file, if they cannot.
  package private(set) var fault: HistoryFile.Fault?

  private let file: HistoryFile?
  private let fileLimit: Int
  private let now: () -> Int
  /// The lines of this session, oldest first.
  private var added: [HistoryEntry] = []
  /// The older lines; `nil` until one is needed.
  private var records: HistoryRecords?
  /// The last search of the records: what was typed, and from where lines may still begin so.
  private var search: (text: String, consents: Int, end: Int?)?
  /// What no line of the records continues.
  private var misses: [(text: String, consents: Int)] = []
  private var recordsInFile = 0

  /// - Parameters:
  ///   - path: the file, or nil for a session that saves nothing.
  ///   - now: the time in seconds since 1970.
  package init(
    path: String?, limit: Int = History.standardLimit, now: @escaping () -> Int = WallClock.system.now
  ) {
    file = path.map { HistoryFile(path: $0) }
    (self.limit, fileLimit) = (limit, limit)
    self.now = now
  }

  /// Notes in ``fault`` whether lines can be saved.
  package func check() {
    withFile { file throws(HistoryFile.Fault) in try file.check() }
  }

  /// All lines, oldest first.
  package var lines: [String] { entries.map(\.line) }

  /// All entries, oldest first.
  package var entries: [HistoryEntry] {
    load()
    return Array(((records?.all() ?? []).reversed() + added).suffix(limit))
  }

  /// The line that was run this many lines before the newest one; `nil` if there is none.
  func line(_ age: Int) -> String? {
    guard age >= 0, age < limit else { return nil }
    if age < added.count { return added[added.count - 1 - age].line }
    load()
    return records?.entry(age - added.count)?.line
  }

  /// The nearest line that meets a condition, by how many lines before the newest it was run.
  ///
  /// - Parameters:
  ///   - age: where to begin.
  ///   - step: 1 to go to older lines, -1 to newer ones.
  func nearest(from age: Int, by step: Int, where isWanted: (String) -> Bool) -> (age: Int, line: String)? {
    var age = age
    while let line = line(age) {
      if isWanted(line) { return (age, line) }
      age += step
    }
    return nil
  }

  /// Adds a line that begins to run, unless it is empty or starts with a blank, which is how a person excludes a line
  /// from the history.
  ///
  /// The file gets the line without its tokens and passwords.
  package func add(_ line: String) {
    guard let first = line.first, first != " ", first != "\t", line.contains(where: { !$0.isWhitespace }) else {
      return
    }
    search = nil
    added.removeAll { $0.line == line }
    added.append(HistoryEntry(line, time: now()))
    for spelling in [line, SecretText.masked(line)] { records?.drop(spelling) }
    append(HistoryEntry(SecretText.masked(line), time: now()))
  }

  /// Notes what became of the line that was added last; a line that failed is not suggested.
  package func note(_ line: String, as account: String?, exit: Int, milliseconds: Int? = nil) {
    guard let last = added.last, last.line == line else { return }
    search = nil
    var entry = HistoryEntry(SecretText.masked(line), time: last.time)
    (entry.account, entry.exit, entry.milliseconds) = (account, exit, milliseconds)
    append(entry)
    added[added.count - 1].exit = exit
    (added[added.count - 1].account, added[added.count - 1].milliseconds) = (account, milliseconds)
  }

  private func append(_ entry: HistoryEntry) {
    guard !isPrivate else { return }
    withFile { file throws(HistoryFile.Fault) in
      try file.append(entry)
      recordsInFile += 1
      try compactIfLarge(file)
    }
  }

  /// What the newest line that begins so, and did not fail, adds to it. A hint adds no consent.
  func continuation(of text: String) -> String? {
    load()
    let (consents, account) = (text.consents, account)
    // Those that failed, and those of other accounts.
    var failed: Set<String> = []
    let isWanted = { (entry: HistoryEntry) in
      let isOfOther = entry.account.map { account != nil && $0 != account } ?? false
      guard !entry.hasFailed, !isOfOther, !failed.contains(entry.line) else {
        failed.insert(entry.line)
        return false
      }
      return entry.line.consents == consents
    }
    let rest = { (entry: HistoryEntry) in String(decoding: entry.line.utf8.dropFirst(text.utf8.count), as: UTF8.self) }
    let newer = added.last { entry in
      entry.line.utf8.starts(with: text.utf8) && entry.line.utf8.count > text.utf8.count && isWanted(entry)
    }
    if let newer { return rest(newer) }
    let isBegun = { (begun: String, count: Int) in text.utf8.starts(with: begun.utf8) && count == consents }
    guard !misses.contains(where: { isBegun($0.text, $0.consents) }) else { return nil }
    // Records after the last one found did not begin so before, either.
    let end = search.flatMap { isBegun($0.text, $0.consents) ? $0.end : nil }
    let found = records?.newest(continuing: text, before: end, where: isWanted)
    // What failed is found again by the next search.
    search = failed.isEmpty ? found.map { (text, consents, $0.end) } : nil
    if found == nil, failed.isEmpty { misses.append((text, consents)) }
    return found.map { rest($0.entry) }
  }

  /// The lines that contain the text, oldest first.
  package func lines(containing text: String) -> [String] {
    lines.filter { $0.contains(text) }
  }

  /// Removes matching lines here and from the file, including those of other sessions.
  package func forget(_ isUnwanted: (String) -> Bool) {
    (search, misses) = (nil, [])
    added.removeAll { isUnwanted($0.line) }
    records = nil
    withFile { file throws(HistoryFile.Fault) in
      recordsInFile = try file.compact(keeping: fileLimit) { !isUnwanted($0) }
    }
  }

  private func load() {
    guard records == nil else { return }
    let lines = Set(added.flatMap { [$0.line, SecretText.masked($0.line)] })
    records = HistoryRecords([], limit: fileLimit, without: lines)
    withFile { file throws(HistoryFile.Fault) in
      let loaded = HistoryRecords(try file.load(), limit: fileLimit, without: lines)
      recordsInFile = loaded.recordCount
      records = loaded
      try compactIfLarge(file)
    }
  }

  private func compactIfLarge(_ file: HistoryFile) throws(HistoryFile.Fault) {
    guard recordsInFile > 3 * fileLimit || file.isTooLarge else { return }
    recordsInFile = try file.compact(keeping: fileLimit)
  }

  private func withFile(_ act: (HistoryFile) throws(HistoryFile.Fault) -> Void) {
    guard let file else { return }
    do throws(HistoryFile.Fault) {
      try act(file)
      fault = nil
    } catch {
      fault = error
    }
  }
}

extension String {
  /// How many flags of the line agree to what would be asked otherwise.
  fileprivate var consents: Int {
    split { $0.isWhitespace || "()[]".contains($0) }.count { Completion.consent.contains(String($0)) }
  }
}
