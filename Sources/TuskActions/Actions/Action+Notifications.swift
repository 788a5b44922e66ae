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
      effect: .read, takes: Argument.choices("kind", of: .notificationKinds, "only notifications of this kind"),
      Argument.query(),
      returns: .list(
        "notifications", .notification, "the identifiers, separated by commas", id: { $0.notification.id }),
      elsewhere: ["notifs", .init("mentions", adding: "kind=mention")]
    ) { server, kinds, query throws(Failure) in
      try await server.notifications(query, kinds: kinds)
    },
    Action(
      "dismissNotification", verbs: ["dismiss"],
      "Dismisses a notification.", example: "dismiss notification:77",
      effect: .reversible(by: nil),
      takes: Argument.subject(
        "notification", synonym: "notificationID", of: .notification, "the identifier of the notification"),
      returns: .nothing, isDoneIfMissing: true
    ) { server, id throws(Failure) in
      try await server.dismiss(id)
    },
    Action(
      "dismissAllNotifications", verbs: ["dismiss all"],
      "Dismisses all notifications.", example: "dismiss all --yes",
      effect: .mass, returns: .nothing
    ) { server throws(Failure) in
      try await server.dismissAll()
    },
  ]
}

extension Choices {
  /// The kinds of notifications to ask servers for, as they spell them.
  static let notificationKinds = Choices(
    [
      "mention", "follow", "follow_request", "favourite", "reblog", "status", "update", "poll", "quote",
      "quoted_update", "admin.sign_up", "admin.report", "moderation_warning", "severed_relationships",
    ], elsewhere: otherNotificationKinds)

  /// What people call kinds of notifications.
  static let otherNotificationKinds = [
    "mention": "mentions", "follow": "follows", "favourite": "favorite favorites favourites like likes",
    "reblog": "boost boosts reblogs", "poll": "polls", "quote": "quotes",
  ]
}
