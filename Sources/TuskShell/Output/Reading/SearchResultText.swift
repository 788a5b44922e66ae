import JSONValue
import TuskCommon

/// A result of a search for reading.
struct SearchResultText {
  let status: StatusText

  func lines(of row: JSON.Object) -> [String] {
    if let found = row["status"]?.object { return status.lines(of: found) }
    let style = status.style
    if let account = row["account"] {
      let name = TerminalText.field(account["displayName"]?.string ?? "")
      let handle = style.name(account.handle ?? "")
      let room = style.width - handle.cellWidth - 2
      guard room >= 4 else { return style.hanging("", handle) }
      let head = [style.paint(name.truncated(toCells: room), .bold)]
      let note = style.snippet(account["note"]?.string ?? "", cells: style.width - 2).dropFirst().dropLast()
      return [(head + [handle]).joined(separator: "  ")] + (note.isEmpty ? [] : [style.paint(String(note), .dim)])
    }
    return style.hanging("", "#\(TerminalText.field(row["name"]?.string ?? ""))", .name)
  }
}
