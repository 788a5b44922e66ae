/// The part of a stream that a list also contains, so that it can be fetched after a gap.
public enum StreamPart: String, Sendable, Hashable, CaseIterable {
  /// Statuses.
  case statuses
  /// Notifications.
  case notifications
  /// Conversations of direct messages.
  case conversations
}

/// A gap in a stream.
public struct StreamGap: Sendable, Hashable {
  /// What is missing.
  public let part: StreamPart
  /// The identifier after which something is missing; `nil` if nothing had been received before.
  public let after: String?
  /// The identifier before which something is missing; `nil` if nothing after the gap could be fetched.
  public let before: String?
  /// The error that prevented fetching; `nil` if too much was missed, or the end of the list was unknown.
  public let error: FediverseError?
}

/// A row of a list, as an event.
struct StreamRow: Sendable {
  /// The cursor of the row in the list.
  let cursor: String
  let event: StreamEvent
}

/// A page of such rows, newest first as sent.
struct StreamPage: Sendable {
  let rows: [StreamRow]
  let unreadableRows: Int
  let next: PageLink?

  init<Element: Entity>(_ page: Page<Element>, _ row: (Element) -> StreamRow?) {
    rows = page.elements.compactMap(row)
    unreadableRows = page.unreadableRows.count
    next = page.next
  }

  /// The rows, oldest first.
  func oldestFirst(in order: IdentifierOrder) -> [StreamRow] {
    guard rows.allSatisfy({ order.isDefined(for: $0.cursor) }) else { return rows.reversed() }
    return rows.sorted { order.isNewer($1.cursor, than: $0.cursor) == true }
  }
}

/// The list that corresponds to a part of a stream.
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
  /// The row of an event in the list of its part; `nil` if it has none.
  init?(_ event: StreamEvent) {
    guard let cursor = event.cursor else { return nil }
    self.init(cursor: cursor, event: event)
  }
}

extension StreamEvent {
  /// The part of the stream that the event adds to.
  var part: StreamPart? {
    switch self {
    case .update: .statuses
    case .notification: .notifications
    case .conversation: .conversations
    default: nil
    }
  }

  /// The cursor of the event in the list of its part; a conversation is listed by its last status.
  var cursor: String? {
    switch self {
    case .update(let status): status.id
    case .notification(let notification): notification.id
    case .conversation(let conversation): conversation.lastStatus?.id
    default: nil
    }
  }

  /// A key that only repetitions of the event share; `nil` if there is none.
  var identity: String? {
    switch self {
    case .update(let status): status.id
    case .statusUpdate(let status): status.editedAt.map { "\(status.id) \($0)" }
    case .notification(let notification): notification.id
    case .conversation(let conversation):
      conversation.lastStatus.map { "\(conversation.id) \($0.id) \(conversation.isUnread)" }
    case .delete(let id), .announcementDelete(let id): id
    case .filtersChanged, .notificationsMerged, .announcement, .announcementReaction, .encryptedMessage, .gap,
      .other, .unreadable, .tooLong:
      nil
    }
  }
}
