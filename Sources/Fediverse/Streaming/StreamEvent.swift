import JSONValue

/// Something that a server tells as it happens.
public enum StreamEvent: Sendable, Hashable {
  /// A status was published.
  case update(Status)
  /// A status was changed.
  case statusUpdate(Status)
  /// The status of this identifier is gone.
  case delete(String)
  /// Something happened to the signed-in account.
  case notification(Notification)
  /// Something was said in a talk among few.
  case conversation(Conversation)
  /// The filters of the signed-in account were changed.
  case filtersChanged
  /// Those who look after the server tell something to everybody.
  case announcement(Announcement)
  /// Somebody answered an announcement with an emoji.
  case announcementReaction(AnnouncementReaction)
  /// The announcement of this identifier is gone.
  case announcementDelete(String)
  /// Notifications that were kept apart have joined the others, so that they are best read anew.
  case notificationsMerged
  /// A message that only the device it is for can read, as it came; old servers have them.
  case encryptedMessage(String)
  /// Something was missed that could not be fetched. What is changed or removed while there is no connection is missed
  /// without this.
  case gap(StreamGap)
  /// An event of another name, or one whose payload cannot be read; both as they came.
  case other(name: String, payload: String)
  /// An event that was longer than is taken.
  case tooLong(name: String)

  /// What the server calls events of this kind.
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
    case .other(let name, _), .tooLong(let name): name
    }
  }

  init(_ event: ServerSentEvent) {
    guard !event.isTooLong else {
      self = .tooLong(name: event.name)
      return
    }
    self = Self.known(event) ?? .other(name: event.name, payload: event.data)
  }

  private static func known(_ event: ServerSentEvent) -> StreamEvent? {
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
    default: nil
    }
  }

  private static func entity<Value: Entity>(_ event: ServerSentEvent) -> Value? {
    guard let json = try? JSON(parsing: Array(event.data.utf8)) else { return nil }
    return try? Value(json: json)
  }

  /// Identifiers come bare, and from some servers as texts of JSON.
  private static func identifier(_ event: ServerSentEvent) -> String? {
    let bare = event.data.trimmedOfBlanks.filter { $0 != "\"" }
    return bare.isEmpty || bare.contains { $0.isWhitespace || $0 == "{" } ? nil : bare
  }
}
