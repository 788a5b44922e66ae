import Synchronization
import TuskLanguage

/// What watches deliver, until the reader's thread shows it: above the line that is being typed, or before the next
/// prompt, so that it never comes between the answers of a command.
final class WatchNews: Sendable {
  private let queue: ReaderQueue
  private let display: Display
  private let ring: @Sendable () -> Void
  private let whenShown: @Sendable (ShownRows) -> Void
  private let state = Mutex(State())

  /// How many notes wait at most.
  private static let mostNotes = 20

  private struct State {
    var events = WaitingEvents()
    /// What is said besides the events.
    var notes: [String] = []
    /// Whether the reader's thread was asked to show what waits.
    var isPosted = false
    var ringsOnMentions = false
    var hasEnded = false
    /// The statuses that were shown last, which another watch may deliver, too.
    var recent: [String] = []
  }

  /// How many statuses are remembered.
  private static let mostRecent = 200

  /// - Parameters:
  ///   - queue: gets what is shown.
  ///   - display: numbers the rows.
  ///   - ring: rings the bell of the terminal.
  ///   - whenShown: gets the rows after some were added.
  init(
    queue: ReaderQueue, display: Display, ring: @escaping @Sendable () -> Void,
    whenShown: @escaping @Sendable (ShownRows) -> Void
  ) {
    (self.queue, self.display, self.ring, self.whenShown) = (queue, display, ring, whenShown)
  }

  /// Sets whether a mention rings the bell.
  func ringsOnMentions(_ rings: Bool) { state.withLock { $0.ringsOnMentions = rings } }

  /// Shows nothing from now on: rows of one account must not get numbers above the prompt of another.
  func end() { state.withLock { $0.hasEnded = true } }

  /// Takes events of a stream.
  func add(_ events: [WatchedEvent], of stream: WatchedStream) {
    guard !events.isEmpty else { return }
    change { state in
      for event in events {
        guard let id = event.shownStatus else {
          state.events.add(event, of: stream)
          continue
        }
        if state.recent.contains(id) {
          state.events.count(repeated: event)
        } else {
          state.recent = state.recent.suffix(Self.mostRecent) + [id]
          state.events.add(event, of: stream)
        }
      }
    }
  }

  /// Says something besides the events.
  func say(_ note: String) {
    change { state in
      if state.notes.count < Self.mostNotes { state.notes.append(TerminalText.field(note)) }
    }
  }

  private func change(_ change: (inout State) -> Void) {
    let isPosted = state.withLock { state in
      guard !state.hasEnded else { return true }
      change(&state)
      defer { state.isPosted = true }
      return state.isPosted
    }
    guard !isPosted else { return }
    queue.post(making: { [weak self] in self?.text() })
  }

  /// What waits, as lines; the rows get their numbers.
  private func text() -> String? {
    let (events, notes, ringsOnMentions, hasEnded) = state.withLock { state in
      defer { (state.events, state.notes, state.isPosted) = (WaitingEvents(), [], false) }
      return (state.events, state.notes, state.ringsOnMentions, state.hasEnded)
    }
    guard !hasEnded else { return nil }
    display.countUnread(events.notifications)
    let lines = display.lines(of: events.events) + events.rest.map { "  \($0)" } + notes
    whenShown(display.shownRows)
    if ringsOnMentions, events.hasMention { ring() }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}
