import JSONValue
import TuskCommon

/// Records for reading, one below the other.
struct ReadingList {
  let style: ReadingStyle
  /// The number of the first row; `nil` where rows have no numbers.
  var firstNumber: Int?
  /// The numbers of the rows that are marked as new.
  var newNumbers: Set<Int> = []
  /// Whether they are shown alone, as an answer about one of them is.
  var isWhole = false
  /// The status that was asked for, by its identifier or address.
  var asked: String?
  /// Where filters of statuses apply to the list.
  var contexts: [String] = []

  /// Whether there is a form for reading such records.
  ///
  /// - Parameter isWhole: whether they are shown alone; of several accounts, a table tells more.
  static func canShow(_ record: String?, isWhole: Bool) -> Bool {
    record.flatMap(Form.init).map { isWhole || !$0.isOnlyForOne } ?? false
  }

  private enum Form: String {
    case status, notification, event, conversation, result, poll, account, relation

    var isOnlyForOne: Bool { self == .account }
  }

  /// The entries; a blank line sets longer ones apart.
  func text(of rows: [JSON.Object], as record: String) -> String {
    guard let form = Form(rawValue: record), !rows.isEmpty else { return Table.nothing }
    let known = Dictionary(rows.compactMap { row in row["id"]?.string.map { ($0, row) } }) { first, _ in first }
    var (text, isAboveLong) = ("", false)
    for (index, row) in ReadingRow.all(in: rows).enumerated() {
      let number = firstNumber.map { $0 + index }
      let margin = number.map(margin) ?? ""
      let parent = (row.row["boost"] ?? .object(row.row))["inReplyTo"]?.string.flatMap { known[$0] }
      let place = place(of: row)?.cut(toCells: (style.width - margin.cellWidth) / 3)
      let style = style.narrowed(by: margin.cellWidth + (place?.lead.cellWidth ?? 0))
      let lines = lines(of: row, number, form, parent, style) + folded(row, number, style)
      if isAboveLong || lines.count > 1 && index > 0 { text += separator(margin, place) }
      isAboveLong = lines.count > 1
      text += indented(lines, behind: margin, place)
    }
    return text
  }

  private func lines(
    of row: ReadingRow, _ number: Int?, _ form: Form, _ parent: JSON.Object?, _ style: ReadingStyle
  ) -> [String] {
    let status = StatusText(style: style, isWhole: isWhole, number: number, contexts: contexts)
    switch form {
    case .status:
      let isBelowParent = row.place?.isBelowParent == true && !style.isPlain
      return status.lines(of: row.row, in: .init(boosters: row.boosters, parent: parent, isBelowParent: isBelowParent))
    case .notification: return NotificationText(status: status).lines(of: row.row)
    case .event: return EventText(status: status).lines(of: row.row)
    case .conversation: return ConversationText(status: status).lines(of: row.row)
    case .result: return SearchResultText(status: status).lines(of: row.row)
    case .poll: return StatusParts(style: style, isWhole: isWhole).lines(of: ["poll": .object(row.row)])
    case .account: return AccountText(style: style).lines(of: row.row)
    case .relation: return RelationText(style: style).lines(of: row.row)
    }
  }

  private func margin(_ number: Int) -> String {
    let isNew = newNumbers.contains(number)
    return style.isPlain ? number.plainMargin(isNew: isNew) : number.rowMargin(isNew: isNew)
  }

  /// The place in the tree, with a mark at what was asked for.
  private func place(of row: ReadingRow) -> ThreadTree.Place? {
    guard var place = row.place, !style.isPlain else { return nil }
    if let asked, ["id", "url"].contains(where: { row.row[$0]?.string == asked }) {
      place.lead += "▶ "
      place.rest += "  "
    }
    return place
  }

  /// How many replies are not shown, and what shows them.
  private func folded(_ row: ReadingRow, _ number: Int?, _ style: ReadingStyle) -> [String] {
    guard let hidden = row.place?.hidden, hidden > 0 else { return [] }
    let reference = number.map(String.init) ?? row.row["id"]?.string.map { "status:\(TerminalText.field($0))" } ?? ""
    return style.hanging("└─ ", "\(hidden.counting("more reply", plural: "more replies")) (thread \(reference))", .dim)
  }

  private func indented(_ lines: [String], behind margin: String, _ place: ThreadTree.Place?) -> String {
    let indent = String(repeating: " ", count: margin.cellWidth)
    return lines.enumerated().map { index, text in
      let tree = (index == 0 ? place?.lead : place?.rest) ?? ""
      let hasBranch = tree.contains { $0 != " " }
      guard !text.isEmpty || hasBranch else { return "\n" }
      return (index == 0 ? style.paint(margin, .dim) : indent) + (hasBranch ? style.paint(tree, .dim) : tree) + text
        + "\n"
    }.joined()
  }

  private func separator(_ margin: String, _ place: ThreadTree.Place?) -> String {
    guard let gap = place?.gap, gap.contains("│") else { return "\n" }
    return String(repeating: " ", count: margin.cellWidth) + style.paint(gap, .dim) + "\n"
  }
}
