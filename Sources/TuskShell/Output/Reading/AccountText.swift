import JSONValue
import TuskCommon

/// An account for reading: who it is, what it says of itself, and how many it knows.
struct AccountText {
  let style: ReadingStyle

  func lines(of row: JSON.Object) -> [String] {
    head(of: row) + style.lines(of: row["note"]?.string ?? "").withoutBlankEnds + rows(of: row)
      + style.hanging("", counts(of: row), .dim) + requests(of: row) + address(of: row)
  }

  private func head(of row: JSON.Object) -> [String] {
    let handle = style.name(JSON.object(row).handle ?? "")
    let name = TerminalText.field(row["displayName"]?.string ?? "")
    let facts = style.facts([
      row["bot"] == true ? "bot" : nil, row["locked"] == true ? "approves its followers" : nil,
    ])
    let room = style.width - handle.cellWidth - facts.cellWidth - 2
    guard room >= min(name.cellWidth, 4) else {
      return style.hanging("", name.truncated(toCells: style.width), .bold) + style.hanging("", handle + facts)
    }
    let shown = name.isEmpty ? "" : style.paint(name.truncated(toCells: room), .bold) + "  "
    return [shown + handle + style.paint(facts, .dim)]
  }

  /// The rows of the profile, their names in a column; ✓ marks those that the server verified.
  private func rows(of row: JSON.Object) -> [String] {
    let rows = (row["rows"]?.array ?? []).map { row in
      (name: TerminalText.field(row["name"]?.string ?? ""), value: row)
    }
    let column = min(rows.map(\.name.cellWidth).max() ?? 0, style.width / 3)
    return rows.flatMap { name, row in
      let value =
        TerminalText.field(row["value"]?.string ?? "")
        + (row["verified"] == nil ? "" : style.isPlain ? " (verified)" : " ✓")
      return style.hanging(name.truncated(toCells: column).padded(toCells: column) + "  ", value)
    }
  }

  private func counts(of row: JSON.Object) -> String {
    style.row(
      [
        row["statuses"]?.int.map { $0.counting("status", plural: "statuses") },
        row["following"]?.int.map { "follows \($0)" }, row["followers"]?.int.map { $0.counting("follower") },
        row["joined"]?.int.map { "since \(LocalTime.day(of: $0))" },
      ].compactMap(\.self))
  }

  private func requests(of row: JSON.Object) -> [String] {
    guard let count = row["requests"]?.int, count > 0 else { return [] }
    return style.hanging(
      "", "\(style.mark("? "))\(count.counting("account")) asked to follow you ('requests' lists them)")
  }

  private func address(of row: JSON.Object) -> [String] {
    let facts = [row["url"]?.string, row["id"]?.string.map { "account:\($0)" }].compactMap(\.self)
    return style.hanging("", style.row(facts.map(TerminalText.field)), .dim)
  }
}
