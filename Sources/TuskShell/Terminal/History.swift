import TuskLanguage
import TuskRuntime
import XCallbackURL

/// The lines a person has run, oldest first and without duplicates; a repeated line moves to the end.
///
/// Confined to one thread. The file is read when a line is first needed, so that a session that runs a single command
/// never reads it.
package final class History {
  /// The number of lines kept.
  package static let limit = 10_000

  /// While true, new lines are kept only for this session.
  package var isPrivate = false
  /// Why lines cannot be saved to the file, if they cannot.
  package private(set) var fault: HistoryFile.Fault?

  private let file: HistoryFile?
  private let limit: Int
  private let now: () -> Int
  private var loaded: [String]? {
    didSet { search = nil }
  }
  /// The lines of this session that failed.
  private var failed: Set<String> = []
  /// The last search: what was typed, and the end of the lines that may still begin so; `nil` once lines changed.
  private var search: (text: String, consents: Int, end: Int)?
  private var recordsInFile = 0

  /// - Parameters:
  ///   - path: the file, or nil for a session that saves nothing.
  ///   - now: the time in seconds since 1970.
  package init(path: String?, limit: Int = History.limit, now: @escaping () -> Int = WallClock.system.now) {
    file = path.map { HistoryFile(path: $0) }
    self.limit = limit
    self.now = now
  }

  /// Notes in ``fault`` whether lines can be saved.
  package func check() {
    withFile { file throws(HistoryFile.Fault) in try file.check() }
  }

  /// All lines, oldest first.
  package var lines: [String] {
    if let loaded { return loaded }
    let lines = load()
    loaded = lines
    return lines
  }

  /// Adds a line, unless it is empty or starts with a blank, which is how a person excludes a line from the history.
  ///
  /// The file gets the line without its tokens and passwords.
  package func add(_ line: String) {
    guard let first = line.first, first != " ", first != "\t", line.contains(where: { !$0.isWhitespace }) else {
      return
    }
    var lines = self.lines
    guard lines.last != line else { return }
    loaded = nil
    lines.removeAll { $0 == line }
    lines.append(line)
    if lines.count > limit { lines.removeFirst(lines.count - limit) }
    loaded = lines
    guard !isPrivate else { return }
    withFile { file throws(HistoryFile.Fault) in
      try file.append(SecretText.masked(line), at: now())
      recordsInFile += 1
      try compactIfLarge(file)
    }
  }

  /// Remembers for this session whether a line failed, so that it is not suggested.
  package func note(_ line: String, failed hasFailed: Bool) {
    search = nil
    if hasFailed { failed.insert(line) } else { failed.remove(line) }
  }

  /// What the newest line that begins so, and did not fail, adds to it. A hint adds no consent.
  func continuation(of text: String) -> String? {
    let lines = self.lines
    let consents = text.consents
    var end = lines.count
    // Lines after the last one found did not begin so before, either.
    if let search, text.utf8.starts(with: search.text.utf8), search.consents == consents { end = search.end }
    let found = lines[..<end].lastIndex { line in
      line.utf8.starts(with: text.utf8) && line.utf8.count > text.utf8.count && !failed.contains(line)
        && line.consents == consents
    }
    search = (text, consents, found.map { $0 + 1 } ?? 0)
    return found.map { String(decoding: lines[$0].utf8.dropFirst(text.utf8.count), as: UTF8.self) }
  }

  /// The lines that contain the text, oldest first.
  package func lines(containing text: String) -> [String] {
    lines.filter { $0.contains(text) }
  }

  /// Removes matching lines here and from the file, including those of other sessions.
  package func forget(_ isUnwanted: (String) -> Bool) {
    loaded = lines.filter { !isUnwanted($0) }
    withFile { file throws(HistoryFile.Fault) in
      recordsInFile = try file.compact(keeping: limit) { !isUnwanted($0) }
    }
  }

  private func load() -> [String] {
    var lines: [String] = []
    withFile { file throws(HistoryFile.Fault) in
      let content = try file.load()
      recordsInFile = content.count
      lines = HistoryFile.newestOfEach(content.lines, limit: limit).map(\.line)
      try compactIfLarge(file)
    }
    return lines
  }

  private func compactIfLarge(_ file: HistoryFile) throws(HistoryFile.Fault) {
    guard recordsInFile > 2 * limit || file.isTooLarge else { return }
    recordsInFile = try file.compact(keeping: limit)
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
