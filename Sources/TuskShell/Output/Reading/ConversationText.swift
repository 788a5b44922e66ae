import JSONValue
import TuskCommon

/// A conversation for reading: who takes part, and its last status.
struct ConversationText {
  let style: ReadingStyle
  let status: StatusText

  func lines(of row: JSON.Object) -> [String] {
    let names = (row["names"]?.array ?? []).compactMap { $0.string.map { "@\(TerminalText.field($0))" } }
    let id = status.isNumbered ? nil : row["id"]?.string.map { "conversation:\(TerminalText.field($0))" }
    let facts = [row["unread"] == true ? "unread" : nil, id].compactMap(\.self).map { " · \($0)" }.joined()
    let head = "✉ with \(names.isEmpty ? "yourself" : names.joined(separator: ", "))\(facts)"
    return style.hanging("", head, .dim) + (row["status"]?.object.map { status.lines(of: $0) } ?? [])
  }
}
