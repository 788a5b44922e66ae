import JSONValue
import XCallbackURL

/// A conversation for reading: who takes part, and its last status.
struct ConversationText {
  let status: StatusText

  func lines(of row: JSON.Object) -> [String] {
    let names = row.handles.map(status.style.name)
    let facts = status.style.facts([row["unread"] == true ? "unread" : nil, status.reference(.conversation, row)])
    let head = "\(status.style.mark("✉ "))with \(names.isEmpty ? "yourself" : names.joined(separator: ", "))\(facts)"
    return status.style.hanging("", head, .dim) + (row["status"]?.object.map { status.lines(of: $0) } ?? [])
  }
}
