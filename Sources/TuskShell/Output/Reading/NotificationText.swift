import JSONValue
import TuskCommon

/// A notification for reading: who did what to what, and when; what was written to you in full.
struct NotificationText {
  let style: ReadingStyle
  let status: StatusText

  func lines(of row: JSON.Object) -> [String] {
    let kind = row["kind"]?.string ?? ""
    let deed = Self.deeds[kind] ?? Deed("•", TerminalText.field(kind))
    let about = row["status"]?.object
    let id = status.isNumbered ? nil : row["id"]?.string.map { "notification:\(TerminalText.field($0))" }
    let facts = [style.age(row["date"]?.int), id].compactMap(\.self).map { " · \($0)" }.joined()
    var head = "\(deed.mark(of: row)) \(deed.isByServer ? "" : actors(of: row) + " ")\(deed.words)"
    if let about, !deed.isInFull {
      let snippet = style.snippet(
        about["text"]?.string ?? "", cells: style.width - head.cellWidth - facts.cellWidth - 3)
      head += " " + snippet
    }
    let lines = style.hanging("", head + facts)
    guard let about, deed.isInFull else { return lines }
    return lines + status.lines(of: about)
  }

  private func actors(of row: JSON.Object) -> String {
    let known = (row["names"]?.array ?? []).compactMap { $0.string.map { "@\(TerminalText.field($0))" } }
    let names = known.isEmpty ? [row["account"]?.handle].compactMap(\.self) : known
    return names.isEmpty ? "somebody" : names.phrase(of: max(row["count"]?.int ?? 1, names.count))
  }

  /// What was done, as people say it.
  private struct Deed {
    private let mark: String
    let words: String
    /// Whether its status is shown in full.
    let isInFull: Bool
    /// Whether no account did it.
    let isByServer: Bool

    init(_ mark: String, _ words: String, isInFull: Bool = false, isByServer: Bool = false) {
      (self.mark, self.words, self.isInFull, self.isByServer) = (mark, words, isInFull, isByServer)
    }

    /// The emoji of a reaction, or the mark of its kind.
    func mark(of row: JSON.Object) -> String {
      row["emoji"]?.string.map(TerminalText.field) ?? mark
    }
  }

  private static let deeds: [String: Deed] = [
    "mention": Deed("@", "mentioned you", isInFull: true), "status": Deed("+", "posted", isInFull: true),
    "quote": Deed("│", "quoted you", isInFull: true), "favourite": Deed("★", "favorited"),
    "reblog": Deed("↻", "boosted"), "follow": Deed("→", "followed you"),
    "follow_request": Deed("?", "asked to follow you"), "poll": Deed("▤", "ended the poll"),
    "update": Deed("✎", "edited"), "quoted_update": Deed("✎", "edited a status that you quoted:"),
    "reaction": Deed("☺", "reacted to"), "pleroma:emoji_reaction": Deed("☺", "reacted to"),
    "move": Deed("→", "moved to another account"), "admin.sign_up": Deed("+", "signed up"),
    "admin.report": Deed("!", "sent a report"),
    "moderation_warning": Deed("!", "the moderators warned you", isByServer: true),
    "severed_relationships": Deed("!", "the server cut you off from another one", isByServer: true),
    "added_to_collection": Deed("+", "added you to a collection"),
    "collection_update": Deed("✎", "changed a collection"),
  ]
}

/// An event of a stream for reading.
struct EventText {
  let style: ReadingStyle
  let status: StatusText

  func lines(of row: JSON.Object) -> [String] {
    let name = TerminalText.field(row["event"]?.string ?? "")
    if let notification = row["notification"]?.object {
      return NotificationText(style: style, status: status).lines(of: notification)
    }
    if let shown = row["status"]?.object {
      return (name == "status.update" ? style.hanging("", "✎ edited", .dim) : []) + status.lines(of: shown)
    }
    if let gap = row["gap"]?.object {
      let times = [gap["from"], gap["to"]].compactMap { $0?.int.map(LocalTime.text) }.joined(separator: " – ")
      return style.hanging("", "… a part is missing: \(times)", .dim)
    }
    let id = row["statusID"]?.string.map { " status:\(TerminalText.field($0))" } ?? ""
    let lost = row["dropped"]?.int.map { " (\($0.counting("event")) lost before it)" } ?? ""
    return style.hanging("", "· \(name)\(id)\(lost)", .dim)
  }
}

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

/// A result of a search for reading.
struct SearchResultText {
  let style: ReadingStyle
  let status: StatusText

  func lines(of row: JSON.Object) -> [String] {
    if let found = row["status"]?.object { return status.lines(of: found) }
    if let account = row["account"] {
      let name = TerminalText.field(account["displayName"]?.string ?? "")
      let handle = account.handle ?? ""
      let room = style.width - handle.cellWidth - 2
      guard room >= 4 else { return style.hanging("", handle) }
      let head = [style.paint(name.truncated(toCells: room), .bold)]
      let note = style.snippet(account["note"]?.string ?? "", cells: style.width - 2).dropFirst().dropLast()
      return [(head + [handle]).joined(separator: "  ")] + (note.isEmpty ? [] : [style.paint(String(note), .dim)])
    }
    return style.hanging("", "#\(TerminalText.field(row["name"]?.string ?? ""))", .name)
  }
}
