import JSONValue
import TuskCommon

/// Records for reading, one below the other.
struct ReadingList {
  let style: ReadingStyle
  /// The number of the first row; `nil` where rows have no numbers.
  var firstNumber: Int?
  /// Whether they are shown alone, as an answer about one of them is.
  var isWhole = false

  /// The records of which there is a form for reading.
  static func canShow(_ record: String?) -> Bool { record.flatMap(Form.init) != nil }

  private enum Form: String {
    case status, notification, event, conversation, result, poll
  }

  /// The entries; a blank line sets longer ones apart.
  func text(of rows: [JSON.Object], as record: String) -> String {
    guard let form = Form(rawValue: record), !rows.isEmpty else { return "nothing found\n" }
    let known = Dictionary(rows.compactMap { row in row["id"]?.string.map { ($0, row) } }) { first, _ in first }
    let entries = FoldedRow.all(in: rows).enumerated().map { index, row in
      let margin = firstNumber.map { "\($0 + index)".leftPadded(toCells: 2) + "  " } ?? ""
      let parent = (row.row["boost"] ?? .object(row.row))["inReplyTo"]?.string.flatMap { known[$0] }
      return indented(lines(of: row, form, parent, style.narrowed(by: margin.cellWidth)), behind: margin)
    }
    return spaced(entries)
  }

  private func spaced(_ entries: [[String]]) -> String {
    zip([[]] + entries, entries).map { above, entry in
      (above.count > 1 || entry.count > 1 && !above.isEmpty ? "\n" : "") + entry.joined()
    }.joined()
  }

  private func lines(
    of row: FoldedRow, _ form: Form, _ parent: JSON.Object?, _ style: ReadingStyle
  ) -> [String] {
    let status = StatusText(style: style, isWhole: isWhole, isNumbered: firstNumber != nil)
    switch form {
    case .status: return status.lines(of: row.row, in: .init(boosters: row.boosters, parent: parent))
    case .notification: return NotificationText(status: status).lines(of: row.row)
    case .event: return EventText(status: status).lines(of: row.row)
    case .conversation: return ConversationText(status: status).lines(of: row.row)
    case .result: return SearchResultText(status: status).lines(of: row.row)
    case .poll: return StatusParts(style: style, isWhole: isWhole).lines(of: ["poll": .object(row.row)])
    }
  }

  private func indented(_ lines: [String], behind margin: String) -> [String] {
    let indent = String(repeating: " ", count: margin.cellWidth)
    return lines.enumerated().map { index, text in
      (index == 0 ? style.paint(margin, .dim) : text.isEmpty ? "" : indent) + text + "\n"
    }
  }
}

/// A row of a list, for all of its rows that boost the same status.
struct FoldedRow {
  let row: JSON.Object
  /// Who boosted it, the first one first.
  var boosters: [String]

  static func all(in rows: [JSON.Object]) -> [FoldedRow] {
    var folded: [FoldedRow] = []
    var places: [String: Int] = [:]
    for row in rows {
      guard let boosted = row["boost"]?["id"]?.string else {
        folded.append(FoldedRow(row: row, boosters: []))
        continue
      }
      let boosters = [row["account"]?.handle].compactMap(\.self)
      if let place = places[boosted] {
        folded[place].boosters += boosters
      } else {
        places[boosted] = folded.count
        folded.append(FoldedRow(row: row, boosters: boosters))
      }
    }
    return folded
  }
}
