import TuskCommon

/// Completion candidates as rows of text: with descriptions if all of them fit, otherwise in columns.
struct CandidateList {
  private let entries: [Entry]
  private let widest: Int

  private struct Entry {
    let text: String
    let author: String
    let description: String

    init(_ candidate: Completions.Candidate) {
      text = TerminalText.field(candidate.text)
      author = TerminalText.field(candidate.author)
      description = TerminalText.field(candidate.description)
    }
  }

  init(_ candidates: [Completions.Candidate]) {
    entries = candidates.map { Entry($0) }
    widest = entries.map(\.text.cellWidth).max() ?? 0
  }

  /// The rows, at most `limit`; when some are cut, the last row says how many.
  func rows(columns: Int, limit: Int) -> [String] {
    let isDescribed = entries.contains { !$0.author.isEmpty || !$0.description.isEmpty }
    return isDescribed && entries.count <= limit ? described(columns) : inColumns(columns, limit: limit)
  }

  private func described(_ columns: Int) -> [String] {
    let widestAuthor = min(entries.map(\.author.cellWidth).max() ?? 0, max(columns / 3, 8))
    return entries.map { entry in
      let author = entry.author.truncated(toCells: widestAuthor)
      var parts = [entry.text.padded(toCells: widest)]
      if !author.isEmpty { parts.append(entry.description.isEmpty ? author : author.padded(toCells: widestAuthor)) }
      if !entry.description.isEmpty { parts.append(entry.description) }
      return parts.joined(separator: "  ").truncated(toCells: columns - 1)
    }
  }

  /// Arranged down the columns, as `ls` does.
  private func inColumns(_ columns: Int, limit: Int) -> [String] {
    let across = max(1, (columns + 1) / (widest + 2))
    let isCut = (entries.count + across - 1) / across > limit
    let shown = isCut ? entries.prefix((limit - 1) * across) : entries[...]
    let height = (shown.count + across - 1) / across
    var rows = (0..<height).map { row in
      stride(from: row, to: shown.count, by: height).map { index in
        index + height < shown.count ? shown[index].text.padded(toCells: widest + 2) : shown[index].text
      }
      .joined()
      .truncated(toCells: columns - 1)
    }
    if isCut { rows.append("… and \(entries.count - shown.count) more") }
    return rows
  }
}
