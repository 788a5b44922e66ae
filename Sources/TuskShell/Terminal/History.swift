import TuskRuntime
import XCallbackURL

/// The lines a person has run, oldest first, each once: the newest place of a repeated line counts.
///
/// It belongs to one thread. The file is read when a line is first asked for, so that a session that only runs one
/// command never reads it.
package final class History {
  /// How many lines are kept.
  package static let limit = 10_000

  /// While true, new lines are kept for this session only.
  package var isPrivate = false
  /// Why nothing can be kept in the file, if so.
  package private(set) var fault: HistoryFile.Fault?

  private let file: HistoryFile?
  private let limit: Int
  private let now: () -> Int
  private var loaded: [String]?
  private var recordsInFile = 0

  /// - Parameters:
  ///   - path: the file; nil for a session that leaves no trace.
  ///   - now: the time in seconds since 1970.
  package init(path: String?, limit: Int = History.limit, now: @escaping () -> Int = WallClock.system.now) {
    file = path.map { HistoryFile(path: $0) }
    self.limit = limit
    self.now = now
  }

  /// All lines, oldest first.
  package var lines: [String] {
    if let loaded { return loaded }
    let lines = load()
    loaded = lines
    return lines
  }

  /// Keeps a line, unless it is empty or starts with a blank, which is how one says that it is not to be kept.
  ///
  /// A line with a token or password is kept for this session only.
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
    guard !isPrivate, !SecretText.isPart(of: line) else { return }
    withFile { file throws(HistoryFile.Fault) in
      try file.append(line, at: now())
      recordsInFile += 1
      if recordsInFile > 2 * limit { recordsInFile = try file.compact(keeping: limit) }
    }
  }

  /// The lines that hold the text, oldest first.
  package func lines(containing text: String) -> [String] {
    lines.filter { $0.contains(text) }
  }

  /// Forgets the lines that the condition names, here and in the file, those of other sessions included.
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
      if recordsInFile > 2 * limit { recordsInFile = try file.compact(keeping: limit) }
    }
    return lines
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
