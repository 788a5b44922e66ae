import XCallbackURL

/// The events of watches until the person sees them: a few are kept whole, and of a burst the rest is counted.
struct WaitingEvents {
  /// An event and the stream that delivered it.
  private struct Entry {
    let event: WatchedEvent
    let stream: WatchedStream
  }

  /// How many are shown at once; of more, all but the first few are counted.
  static let mostShown = 5
  /// How many of a burst are shown.
  static let shownOfBurst = 4

  private var kept: [Entry] = []
  /// How many more there are, in the order in which the streams delivered them.
  private var further: [(stream: WatchedStream, count: Int)] = []
  /// How many of all are notifications.
  private(set) var notifications = 0
  /// Whether one of all mentions you.
  private(set) var hasMention = false

  /// Counts an event whose status another stream has delivered already.
  mutating func count(repeated event: WatchedEvent) {
    if event.kind == .notification { notifications += 1 }
    if event.isMention { hasMention = true }
  }

  mutating func add(_ event: WatchedEvent, of stream: WatchedStream) {
    count(repeated: event)
    if kept.count < Self.mostShown, further.isEmpty {
      kept.append(Entry(event: event, stream: stream))
    } else {
      count(stream)
    }
  }

  private mutating func count(_ stream: WatchedStream) {
    // What is one too many makes the last one of those that are kept one of the rest.
    if further.isEmpty {
      for entry in kept.dropFirst(Self.shownOfBurst) { further.append((entry.stream, 1)) }
      kept = Array(kept.prefix(Self.shownOfBurst))
    }
    if let place = further.firstIndex(where: { $0.stream == stream }) {
      further[place].count += 1
    } else {
      further.append((stream, 1))
    }
  }

  /// The events to show.
  var events: [WatchedEvent] { kept.map(\.event) }

  /// What is said of the others: `14 more: 'notifications' lists them`.
  var rest: [String] {
    further.map { stream, count in "\(count) more: '\(stream.listing)' lists \(count == 1 ? "it" : "them")" }
  }
}
