import JSONValue

/// An event of a stream.
public enum StreamEvent: Sendable, Hashable {
  /// A status was published.
  case update(Status)
  /// A status was edited.
  case statusUpdate(Status)
  /// The status with this identifier was deleted.
  case delete(String)
  /// The signed-in account received a notification.
  case notification(Notification)
  /// A conversation of direct messages has a new status.
  case conversation(Conversation)
  /// The filters of the signed-in account were changed.
  case filtersChanged
  /// The administrators published an announcement.
  case announcement(Announcement)
  /// Somebody reacted to an announcement with an emoji.
  case announcementReaction(AnnouncementReaction)
  /// The announcement with this identifier was deleted.
  case announcementDelete(String)
  /// Filtered notifications were merged into the others, so the list should be reloaded.
  case notificationsMerged
  /// An end-to-end encrypted message, as received; only old servers send these.
  case encryptedMessage(String)
  /// Events were missed and could not be fetched. Edits and deletions missed during a disconnection are not reported.
  case gap(StreamGap)
  /// An event of an unknown type, as received.
  case other(name: String, payload: String)
  /// An event of a known type with a payload that cannot be read, as received.
  case unreadable(name: String, payload: String)
  /// An event that exceeded the size limit.
  case tooLong(name: String)

  /// The type of the event on the wire.
  public var name: String {
    switch self {
    case .update: "update"
    case .statusUpdate: "status.update"
    case .delete: "delete"
    case .notification: "notification"
    case .conversation: "conversation"
    case .filtersChanged: "filters_changed"
    case .announcement: "announcement"
    case .announcementReaction: "announcement.reaction"
    case .announcementDelete: "announcement.delete"
    case .notificationsMerged: "notifications_merged"
    case .encryptedMessage: "encrypted_message"
    case .gap: "gap"
    case .other(let name, _), .unreadable(let name, _), .tooLong(let name): name
    }
  }

  init(_ event: ServerSentEvent) {
    guard !event.isTooLong else {
      self = .tooLong(name: event.name)
      return
    }
    self = Self.read(event) ?? .unreadable(name: event.name, payload: event.data)
  }

  /// The event; `nil` if its payload cannot be read.
  private static func read(_ event: ServerSentEvent) -> StreamEvent? {
    switch event.name {
    case "update": entity(event).map(update)
    case "status.update": entity(event).map(statusUpdate)
    case "notification": entity(event).map(notification)
    case "conversation": entity(event).map(conversation)
    case "announcement": entity(event).map(announcement)
    case "announcement.reaction": entity(event).map(announcementReaction)
    case "delete": identifier(event).map(delete)
    case "announcement.delete": identifier(event).map(announcementDelete)
    case "filters_changed": .filtersChanged
    case "notifications_merged": .notificationsMerged
    case "encrypted_message": .encryptedMessage(event.data)
    default: .other(name: event.name, payload: event.data)
    }
  }

  private static func entity<Value: Entity>(_ event: ServerSentEvent) -> Value? {
    json(event.data).flatMap { try? Value(json: $0) }
  }

  /// What a stream sent; `nil` if it is not JSON, or has too many values.
  static func json(_ text: String) -> JSON? {
    let bytes = Array(text.utf8)
    return JSON.mostValues(in: bytes) <= mostValues ? try? JSON(parsing: bytes) : nil
  }

  /// The greatest number of values of an event: a status has some hundred.
  private static let mostValues = 50_000

  /// Identifiers are sent bare, or by some servers as JSON strings.
  private static func identifier(_ event: ServerSentEvent) -> String? {
    let bare = event.data.trimmedOfBlanks.filter { $0 != "\"" }
    return bare.isEmpty || bare.contains { $0.isWhitespace || $0 == "{" } ? nil : bare
  }
}
