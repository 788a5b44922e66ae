import JSONValue
import Synchronization
import TuskActions
import TuskLanguage
import TuskRuntime
import XCallbackURL

/// What watches add to the rows above the prompt.
extension Display {
  /// Takes events as further rows, whose numbers name them in the next commands.
  ///
  /// - Returns: a line for each.
  func lines(of events: [WatchedEvent]) -> [String] {
    let text = WatchedEventText(style: renderer.style)
    let (names, account) = state.withLock { ($0.names, $0.names?.usualAccount) }
    return events.map { event in
      let shape = RecordShape(event.kind.rawValue, kind: event.kind, fields: [])
      if let names, let account { names.note(RowPage(shape, [event.row]), as: account) }
      let row = ShownRows.Row(event.row, shape)
      guard !row.references.isEmpty else { return text.line(of: event, number: nil) }
      return text.line(of: event, number: state.withLock { $0.rows.add(row, keeping: ShownRows.most) })
    }
  }

  /// How many notifications came since they were last listed.
  var unread: Int { state.withLock(\.unread) }

  /// Counts notifications that came.
  func countUnread(_ count: Int) { state.withLock { $0.unread += count } }
}
