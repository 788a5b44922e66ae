import JSONValue
import TuskCommon
import XCallbackURL

/// A status or a notification that a watched stream has delivered.
struct WatchedEvent: Sendable, Hashable {
  /// What the row of the event stands for.
  let row: JSON.Object
  /// What that is: a status or a notification.
  let kind: ReferenceKind
  /// Whether the status is not new but edited.
  let isEdited: Bool
  /// Where filters apply to the stream.
  let contexts: [String]

  /// - Parameters:
  ///   - event: the record of the event.
  ///   - contexts: where filters apply to the stream.
  /// - Returns: `nil` for an event that nobody reads, such as a deletion, and for what you did yourself.
  init?(_ event: JSON.Object, filteredIn contexts: [String]) {
    guard event["mine"] != true else { return nil }
    if let notification = event["notification"]?.object {
      (row, kind, isEdited) = (notification, .notification, false)
    } else if let status = event["status"]?.object {
      (row, kind, isEdited) = (status, .status, event["event"] == "status.update")
    } else {
      return nil
    }
    self.contexts = contexts
  }

  /// The status that it shows, if another watch may deliver that, too; `nil` for other events.
  var shownStatus: String? {
    guard kind == .status || isMention, !isEdited else { return nil }
    return (kind == .status ? row : status)?["id"]?.string
  }

  /// Whether somebody mentioned you.
  var isMention: Bool { kind == .notification && row.isMention }

  /// When it happened, in seconds since 1970; `nil` if that is not known.
  fileprivate var time: Int? { row["date"]?.int ?? (isEdited ? row["edited"]?.int : nil) ?? row["posted"]?.int }

  fileprivate var status: JSON.Object? {
    kind == .notification ? row["status"]?.object : row["boost"]?.object ?? row
  }
}

/// An event of a watch as one line: ` 12:04  ★ @bob favorited "New timetable…"  (57)`.
struct WatchedEventText {
  let style: ReadingStyle

  /// The room for a sentence, which is read aloud and not laid out.
  private static let spokenCells = 200

  /// - Parameter number: the number of its row; `nil` if nothing can name it.
  func line(of event: WatchedEvent, number: Int?) -> String {
    let clock = LocalTime.clock(of: event.time ?? style.now)
    guard !style.isPlain else {
      return "\(number.map { "\($0). " } ?? "")\(clock), \(words(of: event, cells: Self.spokenCells))"
    }
    let (lead, end) = (" \(clock)  ", number.map { "(\($0))" } ?? "")
    let room = style.width - lead.cellWidth - end.cellWidth
    let words = words(of: event, cells: room - 2)
    let gap = String(repeating: " ", count: end.isEmpty ? 0 : max(room - words.cellWidth, 2))
    return style.paint(lead, .dim) + words + gap + style.paint(end, .dim)
  }

  private func words(of event: WatchedEvent, cells: Int) -> String {
    let filters = event.status.flatMap { HiddenText(contexts: event.contexts, now: style.now).filters(of: $0) }
    guard event.kind == .status else {
      return NotificationText(status: StatusText(style: style)).line(of: event.row, hiddenBy: filters, cells: cells)
    }
    let status = event.row["boost"]?.object ?? event.row
    let writer = style.name(status.writer?.handle ?? "somebody")
    let booster = style.name(event.row["account"]?.handle ?? "somebody")
    let head =
      event.row["boost"] != nil
      ? "\(style.mark("↻ "))\(booster) boosted \(writer)"
      : event.isEdited ? "\(style.mark("✎ "))\(writer) edited" : writer
    return style.line(head, of: status, hiddenBy: filters, cells: cells)
  }
}

extension ReadingStyle {
  /// Who wrote a status and as much of it as there is room for: `@eve: are you coming…`.
  ///
  /// - Parameter filters: what hides the text, if anything does.
  func line(_ head: String, of status: JSON.Object, hiddenBy filters: String?, cells: Int) -> String {
    let text = filters.map { "— filtered: \($0) —" } ?? status.beginningWithoutMentions
    let audience = status["visibility"]?.string.flatMap { ["direct", "private"].contains($0) ? " (\($0))" : nil } ?? ""
    let head = head + audience
    let shown = TerminalText.block(text).onOneLine.truncated(toCells: max(cells - head.cellWidth - 2, 8))
    return shown.isEmpty ? "\(head): (no text)" : "\(head): \(shown)"
  }
}

extension JSON.Object {
  /// Whether the notification says that somebody mentioned you.
  var isMention: Bool { self["kind"] == "mention" }

  /// How a status begins, after the names of those whom it answers.
  fileprivate var beginningWithoutMentions: String {
    let words = beginning.split(whereSeparator: \.isWhitespace)
    let rest = words.drop { $0.hasPrefix("@") && $0.count > 1 }
    return (rest.isEmpty ? words[...] : rest).joined(separator: " ")
  }
}
