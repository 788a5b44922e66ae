import Fediverse
import JSONValue
import XCallbackURL

extension RecordOf where Value == Server.ConversationView {
  /// A conversation of direct statuses.
  static let conversation = RecordOf(
    "conversation", kind: .conversation, spelling: "content",
    Shape(
      .id(.conversation, value: \.conversation.id),
      .flag("unread", "whether it has statuses that you have not read", value: \.conversation.isUnread),
      .texts("names", "who takes part besides you") { $0.accounts.map(\.name) },
      .time("date", "when its last status was posted") { $0.last?.status.createdAt },
      .prose("content", "the content of its last status", isOptional: true) { $0.last?.shown.plainText },
      .reference("statusID", to: .status, "its last status", isOptional: true) { $0.last?.status.id },
      .records("accounts", "who takes part besides you", as: { .account }, value: \.accounts),
      .record("status", "its last status", as: { .status }, isColumn: false, value: \.last)))
}

extension RecordOf where Value == Server.MarkerView {
  /// How far a timeline is read.
  static let marker = RecordOf(
    "marker", id: "timeline", spelling: "timeline",
    Shape(
      .text("timeline", "home or notifications", value: \.timeline),
      .text("lastRead", "the identifier of the last row that is read", value: \.marker.lastReadID),
      .time("updated", "when it was last moved", value: \.marker.updatedAt),
      .number("version", "how often it was moved", isColumn: false, value: \.marker.version)))
}

extension RecordOf where Value == Server.UnreadCounts {
  /// How much is unread.
  static let unread = RecordOf(
    "unread", id: "notifications",
    Shape(
      .number("notifications", "the unread notifications", isOptional: true, value: \.notifications),
      .number("conversations", "the unread conversations", isOptional: true, value: \.conversations),
      .number("requests", "the accounts that want to follow you", isOptional: true, value: \.requests),
      .number(
        "announcements", "the announcements that you have not dismissed", isOptional: true, value: \.announcements)))
}

extension RecordOf where Value == NotificationPolicy {
  /// From whom the server accepts notifications.
  static let policy = RecordOf(
    "policy", id: "pending",
    Shape(
      NotificationPolicy.Origin.allCases.map { origin in
        .text(
          origin.fieldName, "what happens to notifications \(origin.whose): accept, filter or drop", isOptional: true
        ) { $0.treatments[origin]?.rawValue }
      } + [
        .number(
          "pending", "the accounts whose notifications are held back", isOptional: true, value: \.pendingRequestsCount
        ),
        .number(
          "pendingNotifications", "the notifications that are held back", isOptional: true,
          value: \.pendingNotificationsCount),
      ]))
}

extension NotificationPolicy.Origin {
  /// The name in a record, such as `notFollowing`.
  fileprivate var fieldName: String {
    let words = rawValue.split(separator: "_")
    return words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Whose notifications these are.
  var whose: String {
    switch self {
    case .notFollowing: "of accounts that you do not follow"
    case .notFollowers: "of accounts that do not follow you"
    case .newAccounts: "of accounts that are younger than 30 days"
    case .privateMentions: "about direct statuses that you did not ask for"
    case .limitedAccounts: "of accounts that the moderators limited"
    case .bots: "of automated accounts"
    }
  }
}

extension RecordOf where Value == Server.HeldBackView {
  /// An account whose notifications the server holds back.
  static let heldBack = RecordOf(
    "heldBack", spelling: "id",
    Shape(
      .text("id", "the identifier on this server", value: \.request.id),
      .record("account", "the account", as: { .account }, value: \.account),
      .number("count", "how many of its notifications are held back", value: \.request.notificationsCount),
      .time("updated", "when the last one was held back", value: \.request.updatedAt),
      .record("status", "the last status that it is about", as: { .status }, isColumn: false, value: \.last)))
}
