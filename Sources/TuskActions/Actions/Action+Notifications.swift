import Fediverse
import XCallbackURL

extension Action {
  /// What is done with notifications.
  package static let notifications: [Action] = [
    Action(
      "getNotification", verbs: ["get notification", "notification"],
      "Retrieves a notification.", example: "get notification notification:77",
      effect: .read,
      takes: Argument.subject(
        "notificationID", synonym: "notification", of: .notification, "the identifier of the notification"),
      answers: .record(.notification)
    ) { server, id throws(Failure) in
      try await server.notice(id)
    },
    Action(
      "getNotifications", verbs: ["notifications"],
      "Retrieves the newest notifications.", example: "notifications count=5",
      effect: .read, takes: Argument.count("count", default: 20, "how many, 20 where it is not given"),
      answers: .list(
        "notifications", of: .notification, .listedNotification, "the identifiers, joined by commas",
        id: { $0.notification.id })
    ) { server, count throws(Failure) in
      try await server.notices(newest: count)
    },
    Action(
      "dismissNotification", verbs: ["dismiss"],
      "Dismisses a notification.", example: "dismiss notification:77",
      effect: .reversible(by: nil),
      takes: Argument.subject(
        "notification", synonym: "notificationID", of: .notification, "the identifier of the notification"),
      answers: .nothing
    ) { server, id throws(Failure) in
      try await server.dismiss(id)
    },
    Action(
      "dismissAllNotifications", verbs: ["dismiss all"],
      "Dismisses every notification.", example: "dismiss all --yes",
      effect: .mass, answers: .nothing
    ) { server throws(Failure) in
      try await server.dismissAll()
    },
  ]
}
