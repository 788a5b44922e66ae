import JSONValue
import TuskCommon

/// An event of a stream for reading.
struct EventText {
  let status: StatusText

  func lines(of row: JSON.Object) -> [String] {
    let style = status.style
    let name = TerminalText.field(row["event"]?.string ?? "")
    if let notification = row["notification"]?.object {
      return NotificationText(status: status).lines(of: notification)
    }
    if let shown = row["status"]?.object {
      return (name == "status.update" ? style.hanging("", style.mark("✎ ") + "edited", .dim) : [])
        + status.lines(of: shown)
    }
    if let gap = row["gap"]?.object {
      let times = [gap["from"], gap["to"]].compactMap { $0?.int.map(LocalTime.text) }.joined(separator: " – ")
      return style.hanging("", "… a part is missing: \(times)", .dim)
    }
    let id = row["statusID"]?.string.map { " status:\(TerminalText.field($0))" } ?? ""
    let lost = row["dropped"]?.int.map { " (\($0.counting("event")) lost before it)" } ?? ""
    return style.hanging("", "\(style.mark("· "))\(name)\(id)\(lost)", .dim)
  }
}
