import Fediverse
import XCallbackURL

extension Action {
  /// The actions on what is unread, on conversations, and on notifications that are held back.
  package static let inbox: [Action] = places + conversations + heldBack

  private static let places: [Action] = [
    Action(
      "getUnreadCount", verbs: ["unread"],
      "Counts what is unread: notifications, conversations, follow requests and announcements.", example: "unread",
      effect: .read, returns: .record(RecordOf.unread)
    ) { server throws(Failure) in
      try await server.unreadCounts()
    },
    Action(
      "getMarkers", verbs: ["markers"], "Lists how far your timelines are read.", example: "markers", effect: .read,
      needs: .markers, returns: .list("timelines", .marker, "the timelines, separated by commas", id: \.timeline)
    ) { server throws(Failure) in
      try await server.markers()
    },
    Action(
      "setMarker", verbs: ["mark read"],
      "Marks a timeline as read, so that your other programs know what you have seen.",
      example: "mark read notifications upto=notification:77", effect: .reversible(by: "setMarker"), needs: .markers,
      takes: Argument.markedTimelines, Argument.markedRow,
      returns: .list("timelines", .marker, "the timelines, separated by commas", id: \.timeline)
    ) { server, timelines, row throws(Failure) in
      try await server.markRead(timelines, upTo: row)
    },
  ]

  private static let conversations: [Action] = [
    Action(
      "getConversations", verbs: ["conversations"], "Lists your conversations: direct statuses and their replies.",
      example: "conversations", effect: .read, needs: .conversations, takes: Argument.query(),
      returns: .list("conversations", .conversation, "the identifiers, separated by commas", id: \.conversation.id)
    ) { server, query throws(Failure) in
      try await server.rows(of: server.client.conversations.all, query) { Server.ConversationView($0, names: $1) }
    },
    Action(
      "markConversationRead", verbs: ["mark read"], "Marks a conversation as read.",
      example: "mark read conversation:4", effect: .reversible(by: nil), done: "marked as read: {subject}",
      needs: .conversations,
      takes: Argument.conversation, returns: .record(RecordOf.conversation)
    ) { server, id throws(Failure) in
      let names = try await server.names()
      let read = try await server.attempt(
        await server.client.conversations.markRead(id), about: "conversation:\(id)")
      return Server.ConversationView(read, names: names)
    },
    Action(
      "deleteConversation", verbs: ["delete"], "Removes a conversation from your list; its statuses stay.",
      example: "delete conversation:4 --yes", effect: .destructive, done: "removed {subject} from your list",
      needs: .conversations,
      takes: Argument.conversation, returns: .nothing, isDoneIfMissing: true
    ) { server, id throws(Failure) in
      try await server.attempt(await server.client.conversations.delete(id), about: "conversation:\(id)")
    },
  ]

  private static let heldBack: [Action] = [
    Action(
      "getNotificationPolicy", verbs: ["notification policy"],
      "Returns whose notifications the server accepts, holds back or drops.", example: "notification policy",
      effect: .read, needs: .notificationPolicy, returns: .record(RecordOf.policy)
    ) { server throws(Failure) in
      try await server.attempt(await server.client.notifications.policy())
    },
    Action(
      "setNotificationPolicy", verbs: ["notification policy set"],
      "Changes whose notifications the server accepts, holds back or drops.",
      example: "notification policy set new-accounts=filter bots=drop",
      effect: .reversible(by: "setNotificationPolicy"), needs: .notificationPolicy, takes: Argument.treatments,
      returns: .record(RecordOf.policy)
    ) { server, treatments throws(Failure) in
      try await server.setPolicy(treatments)
    },
    Action(
      "getNotificationRequests", verbs: ["notification requests"],
      "Lists the accounts whose notifications the server holds back.", example: "notification requests",
      effect: .read, needs: .notificationPolicy, takes: Argument.query(),
      returns: .list("requests", .heldBack, "the identifiers, separated by commas", id: \.request.id)
    ) { server, query throws(Failure) in
      try await server.rows(of: server.client.notifications.requests.all, query) { Server.HeldBackView($0, names: $1) }
    },
    Action(
      "acceptNotifications", verbs: ["accept notifications"],
      "Accepts the notifications of an account, now and later.",
      example: "accept notifications @victor@sandbox.example", effect: .reversible(by: nil),
      done: "accepted the notifications of {subject}",
      needs: .notificationPolicy, takes: Argument.account, returns: .nothing
    ) { server, account throws(Failure) in
      try await server.decide(onHeldBack: account) { (ids) throws(FediverseError) in
        try await server.client.notifications.requests.accept(ids)
      }
    },
    Action(
      "dismissNotifications", verbs: ["dismiss notifications"],
      "Drops the notifications of an account that are held back.",
      example: "dismiss notifications @victor@sandbox.example --yes", effect: .destructive,
      done: "dismissed the notifications of {subject}",
      needs: .notificationPolicy, takes: Argument.account, returns: .nothing
    ) { server, account throws(Failure) in
      try await server.decide(onHeldBack: account) { (ids) throws(FediverseError) in
        try await server.client.notifications.requests.dismiss(ids)
      }
    },
  ]
}

extension Argument where Value == [MarkedTimeline] {
  fileprivate static var markedTimelines: Argument {
    .requiredChoice(
      "timeline", of: ["home": [.home], "notifications": [.notifications], "all": [.home, .notifications]],
      place: .operand, "what to mark")
  }
}

extension Argument where Value == [String: String] {
  /// What happens to the notifications of each origin.
  fileprivate static var treatments: Argument {
    let words = Choices(["accept", "filter", "drop"])
    let origins = NotificationPolicy.Origin.allCases
    func name(_ origin: NotificationPolicy.Origin) -> String {
      origin.rawValue.split(separator: "_").joined(separator: "-")
    }
    return Argument(
      origins.map { Parameter(name($0), .choice(words), "what happens to notifications \($0.whose)") }
    ) { inputs throws(Failure) in
      var treatments: [String: String] = [:]
      for origin in origins {
        let name = origin.rawValue.split(separator: "_").joined(separator: "-")
        guard let text = try inputs.text(name) else { continue }
        treatments[origin.rawValue] = try inputs.value(of: name, text, among: words)
      }
      return treatments
    }
  }
}

extension Argument where Value == String {
  fileprivate static var conversation: Argument {
    .subject("conversationID", synonym: "conversation", of: .conversation, "the identifier of the conversation")
  }
}
