import JSONValue
import TuskCommon
import XCallbackURL

/// A notification for reading: who did what to what, and when; what was written to you in full.
struct NotificationText {
  let status: StatusText
  private var style: ReadingStyle { status.style }

  func lines(of row: JSON.Object) -> [String] {
    let deed = deed(of: row)
    let about = row["status"]?.object
    let head = head(deed, row)
    let facts = style.facts([style.age(row["date"]?.int), status.reference(.notification, row)])
    guard let about, deed.isInFull else {
      return style.hanging("", head + snippet(of: about, behind: head, facts) + facts)
    }
    return style.hanging("", head + facts) + status.lines(of: about)
  }

  /// Who did what as one line, with as much of the status as there is room for; of a mention, who wrote what.
  ///
  /// - Parameter filters: what hides the text of the status, if anything does.
  func line(of row: JSON.Object, hiddenBy filters: String?, cells: Int) -> String {
    let deed = deed(of: row)
    let isMention = deed.isInFull && row.isMention
    let head = isMention ? actors(of: row) : head(deed, row)
    guard let about = row["status"]?.object else { return head }
    guard filters == nil, !deed.isInFull else {
      return style.line(head, of: about, hiddenBy: filters, cells: cells)
    }
    return head + " " + style.snippet(about.beginning, cells: cells - head.cellWidth - 3)
  }

  private func deed(of row: JSON.Object) -> Deed {
    let kind = row["kind"]?.string ?? ""
    return Self.deeds[kind] ?? Deed("•", TerminalText.field(kind))
  }

  private func head(_ deed: Deed, _ row: JSON.Object) -> String {
    let mark = row["emoji"] == nil ? style.mark("\(deed.mark(of: row)) ") : "\(deed.mark(of: row)) "
    return "\(mark)\(deed.isByServer ? "" : actors(of: row) + " ")\(deed.words)"
  }

  /// As much of the status as there is room for.
  private func snippet(of status: JSON.Object?, behind head: String, _ facts: String) -> String {
    guard let status else { return "" }
    let room = style.width - head.cellWidth - facts.cellWidth - 3
    return " " + style.snippet(status.beginning, cells: room)
  }

  private func actors(of row: JSON.Object) -> String {
    let known = row.handles
    let names = known.isEmpty ? [row["account"]?.handle].compactMap(\.self) : known
    return names.isEmpty ? "somebody" : names.map(style.name).phrase(of: max(row["count"]?.int ?? 1, names.count))
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
