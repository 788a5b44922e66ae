import Fediverse
import XCallbackURL

extension Action {
  /// The actions on notifications.
  package static let notifications: [Action] = [
    Action(
      "getNotification", verbs: ["get notification", "notification"],
      "Returns a notification.", example: "get notification notification:77",
      effect: .read,
      takes: Argument.subject(
        "notificationID", synonym: "notification", of: .notification, "the identifier of the notification"),
      returns: .record(.notification, whole: .notification)
    ) { server, id throws(Failure) in
      try await server.notification(id)
    },
    Action(
      "getNotifications", verbs: ["notifications"],
      "Lists your notifications, newest first.", example: "notifications count=5",
      effect: .read, takes: Argument.notificationSelection, Argument.query(),
      returns: .list(
        "notifications", .notification, "the identifiers, separated by commas", filteredIn: [.notifications], id: \.id),
      elsewhere: ["notifs", .init("mentions", adding: "kind=mention")]
    ) { server, selection, query throws(Failure) in
      try await server.notifications(query, selection)
    },
    Action(
      "getNotificationAccounts", verbs: ["notification accounts"],
      "Lists the accounts that caused a notification and the others of its group.",
      example: "notification accounts notification:77", effect: .read, needs: .groupedNotifications,
      takes: Argument.notification, returns: .accounts
    ) { server, id throws(Failure) in
      try await server.authors(of: id)
    },
    Action(
      "dismissNotification", verbs: ["dismiss"],
      "Dismisses a notification.", example: "dismiss notification:77",
      effect: .reversible(by: nil), done: "dismissed {subject}", needs: .notificationDismissal,
      takes: Argument.notification,
      Argument.flag("group", "also the others of its group"), returns: .nothing, isDoneIfMissing: true
    ) { server, id, isGroup throws(Failure) in
      try await server.dismiss(id, isGroup: isGroup)
    },
    Action(
      "dismissAllNotifications", verbs: ["dismiss all"],
      "Dismisses all notifications.", example: "dismiss all --yes",
      effect: .mass, done: "dismissed all notifications", returns: .nothing
    ) { server throws(Failure) in
      try await server.dismissAll()
    },
  ]
}

extension Argument where Value == String {
  fileprivate static var notification: Argument {
    .subject("notification", synonym: "notificationID", of: .notification, "the identifier of the notification")
  }
}

extension Argument where Value == Server.NotificationSelection {
  fileprivate static var notificationSelection: Argument {
    .group(
      Server.NotificationSelection(),
      Input(\.kinds, .choices("kind", of: .anyNotificationKinds, "only notifications of this kind")),
      Input(\.excluded, .choices("except", of: .anyNotificationKinds, "no notifications of this kind")),
      Input(\.author, .optionalAccount("from", "only notifications that this account caused")),
      Input(\.isGrouped, .flag("grouped", "one row for those of a kind about the same status")),
      Input(\.isUnread, .flag("unread", "only those after the place up to which you have read them")))
  }
}

extension Choices {
  /// The kinds of notifications to ask servers for, as they spell them.
  static let notificationKinds = Choices(
    [
      "mention", "follow", "follow_request", "favourite", "reblog", "status", "update", "poll", "quote",
      "quoted_update", "admin.sign_up", "admin.report", "moderation_warning", "severed_relationships",
    ], aliases: notificationKindAliases, elsewhere: otherNotificationKinds)

  /// Those and the kinds of other software, which adds more under its name.
  static let anyNotificationKinds = Choices(
    notificationKinds.values
      + [NotificationKind.addedToCollection, .collectionUpdate, .reaction, .emojiReaction, .move].map(\.rawValue),
    aliases: notificationKindAliases, elsewhere: otherNotificationKinds, isExtensible: true)

  private static let notificationKindAliases = ["favorite": "favourite", "boost": "reblog"]

  /// What people call kinds of notifications.
  static let otherNotificationKinds = [
    "mention": "mentions", "follow": "follows", "favourite": "favorites favourites like likes",
    "reblog": "boosts reblogs", "poll": "polls", "quote": "quotes",
  ]
}
