/// What of a stream a list keeps too, so that it can be read there after a gap.
public enum StreamPart: String, Sendable, Hashable, CaseIterable {
  /// Statuses.
  case statuses
  /// Notifications.
  case notifications
  /// Talks among few.
  case conversations
}

/// A time of which a stream does not tell everything.
public struct StreamGap: Sendable, Hashable {
  /// What is missing.
  public let part: StreamPart
  /// The identifier after which something is missing; nothing where none had come yet.
  public let after: String?
  /// The identifier before which something is missing; nothing where nothing after the gap could be fetched.
  public let before: String?
  /// Why it could not be fetched; nothing where it was too much, or where it is not known what came before.
  public let error: FediverseError?
}

/// One row of a list that stands for an event.
struct StreamRow: Sendable {
  /// What says where in the list it stands.
  let cursor: String
  let event: StreamEvent
}

/// One page of such rows, newest first as servers give them.
struct StreamPage: Sendable {
  let rows: [StreamRow]
  let oddRows: Int
  let next: PageLink?

  init<Element: Entity>(_ page: Page<Element>, _ row: (Element) -> StreamRow?) {
    rows = page.elements.compactMap(row)
    oddRows = page.oddRows.count
    next = page.next
  }

  /// The rows in the order in which they came about.
  var oldestFirst: [StreamRow] {
    guard rows.allSatisfy({ IdentifierOrder.orders($0.cursor) }) else { return rows.reversed() }
    return rows.sorted { IdentifierOrder.isNewer($1.cursor, than: $0.cursor) == true }
  }
}

/// The list behind a part of a stream.
enum StreamList: Sendable {
  case statuses(PagedList<Status>)
  case notifications(PagedList<Notification>)
  case conversations(PagedList<Conversation>)

  func page(limit: Int, _ query: [(name: String, value: String)]) async throws(FediverseError) -> StreamPage {
    switch self {
    case .statuses(let list): StreamPage(try await list.page(limit: limit, query), Self.row)
    case .notifications(let list): StreamPage(try await list.page(limit: limit, query), Self.row)
    case .conversations(let list): StreamPage(try await list.page(limit: limit, query), Self.row)
    }
  }

  func page(at link: PageLink) async throws(FediverseError) -> StreamPage {
    switch self {
    case .statuses(let list): StreamPage(try await list.page(at: link), Self.row)
    case .notifications(let list): StreamPage(try await list.page(at: link), Self.row)
    case .conversations(let list): StreamPage(try await list.page(at: link), Self.row)
    }
  }

  private static func row(_ status: Status) -> StreamRow? { StreamRow(.update(status)) }
  private static func row(_ notification: Notification) -> StreamRow? { StreamRow(.notification(notification)) }
  private static func row(_ conversation: Conversation) -> StreamRow? { StreamRow(.conversation(conversation)) }
}

extension StreamRow {
  /// The row that an event has in the list of its part, if it has one.
  init?(_ event: StreamEvent) {
    guard let cursor = event.cursor else { return nil }
    self.init(cursor: cursor, event: event)
  }
}

extension StreamEvent {
  /// The part of a stream to which the event adds something.
  var part: StreamPart? {
    switch self {
    case .update: .statuses
    case .notification: .notifications
    case .conversation: .conversations
    default: nil
    }
  }

  /// What says where in the list of its part it stands. Talks stand where what was said last does.
  var cursor: String? {
    switch self {
    case .update(let status): status.id
    case .notification(let notification): notification.id
    case .conversation(let conversation): conversation.lastStatus?.id
    default: nil
    }
  }

  /// What it has in common with no other event but a repetition of itself, and nothing where that cannot be said.
  var identity: String? {
    switch self {
    case .update(let status): status.id
    case .statusUpdate(let status): status.editedAt.map { "\(status.id) \($0)" }
    case .notification(let notification): notification.id
    case .conversation(let conversation):
      conversation.lastStatus.map { "\(conversation.id) \($0.id) \(conversation.isUnread)" }
    case .delete(let id), .announcementDelete(let id): id
    case .filtersChanged, .notificationsMerged, .announcement, .announcementReaction, .encryptedMessage, .gap,
      .other, .tooLong:
      nil
    }
  }
}
