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
      let markers = try await server.attempt(await server.client.markers())
      return ResultPage(Server.views(of: markers), next: nil)
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
}

extension Argument where Value == [MarkedTimeline] {
  fileprivate static var markedTimelines: Argument {
    .requiredChoice(
      "timeline", of: ["home": [.home], "notifications": [.notifications], "all": [.home, .notifications]],
      meanings: [
        "home": "your home timeline", "notifications": "your notifications",
        "all": "your home timeline and notifications",
      ],
      place: .operand, "what to mark")
  }
}

extension Argument where Value == String {
  fileprivate static var conversation: Argument {
    .subject("conversationID", synonym: "conversation", of: .conversation, "the identifier of the conversation")
  }
}

/// The row up to which a timeline is read.
struct MarkedRow: Sendable {
  /// Its kind, if it is given.
  let kind: ReferenceKind?
  let id: String

  /// Refuses a row of another timeline.
  func check(_ timelines: [MarkedTimeline]) throws(Failure) {
    let other: ReferenceKind = timelines == [.home] ? .notification : .status
    guard timelines.count == 1, kind != other else { throw .otherTimeline(self, timelines) }
  }
}

extension Argument where Value == MarkedRow? {
  /// The row up to which a timeline is read, as `status:9`, `notification:77` or a plain identifier.
  static var markedRow: Argument {
    let parameter = Parameter(
      "upto", .anything, "the last status or notification that is read (default: the newest one now)")
    return Argument([parameter]) { inputs throws(Failure) in
      guard let text = try inputs.nonempty("upto") else { return nil }
      let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
      let kind = parts.count > 1 ? ReferenceKind(rawValue: parts[0]) : nil
      let isRow = parts.count == 1 ? text.contains(where: \.isNumber) : kind == .status || kind == .notification
      guard isRow else {
        throw inputs.refusal(of: "upto", "must be status:ID or notification:ID, not '\(text)'")
      }
      return MarkedRow(kind: kind, id: try Identifier.checked(parts[parts.count - 1], "upto", inputs))
    }
  }
}

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

extension Server {
  /// A conversation of direct statuses.
  struct ConversationView: Sendable {
    let conversation: Conversation
    let accounts: [AccountView]
    let last: StatusView?

    init(_ conversation: Conversation, names: QualifiedNames) {
      self.conversation = conversation
      accounts = conversation.accounts.map { AccountView(account: $0, name: names.name(of: $0)) }
      last = conversation.lastStatus.map { StatusView($0, names: names) }
    }
  }

  /// How far a timeline is read.
  struct MarkerView: Sendable {
    let timeline: String
    let marker: Marker
  }

  /// How much is unread; `nil` for what the server does not tell.
  struct UnreadCounts: Sendable {
    var notifications: Int?
    var conversations: Int?
    var requests: Int?
    var announcements: Int?
  }

  func unreadCounts() async throws(Failure) -> UnreadCounts {
    var counts = UnreadCounts()
    let notifications = client.notifications
    counts.notifications = try await ifOffered(.unreadNotificationCount) { () throws(FediverseError) in
      try await notifications.unreadCount()
    }
    counts.conversations = try await ifOffered(.conversations) { () throws(FediverseError) in
      var (walk, count) = (self.client.conversations.all.walk(limit: Self.mostUnread), 0)
      while let page = try await walk.next() { count += page.elements.count(where: \.isUnread) }
      return count
    }
    counts.requests = try await ifOffered(.followRequests) { () throws(FediverseError) in
      var (walk, count) = (self.client.followRequests.all.walk(limit: Self.mostUnread), 0)
      while let page = try await walk.next() { count += page.elements.count }
      return count
    }
    counts.announcements = try await ifOffered(.announcements) { () throws(FediverseError) in
      try await self.client.announcements.list(withDismissed: false).elements.count { $0.isRead != true }
    }
    return counts
  }

  /// Calls an endpoint if the server has the feature.
  private func ifOffered(
    _ feature: Feature, _ call: () async throws(FediverseError) -> Int
  ) async throws(Failure) -> Int? {
    guard try await attempt(await client.supports(feature)) else { return nil }
    return try await attempt(await call())
  }

  /// As many rows as ``unreadCounts()`` counts at most.
  private static let mostUnread = 200

  /// Marks timelines as read up to a row, or up to the newest one.
  func markRead(_ timelines: [MarkedTimeline], upTo row: MarkedRow?) async throws(Failure) -> ResultPage<MarkerView> {
    try row?.check(timelines)
    var places: [MarkedTimeline: String] = [:]
    for timeline in timelines {
      if let row {
        places[timeline] = row.id
      } else if timeline == .home {
        places[timeline] = try await attempt(await client.timelines.home.page(limit: 1)).elements.first?.id
      } else {
        places[timeline] = try await attempt(await client.notifications.newest(1)).elements.first?.id
      }
    }
    guard !places.isEmpty else { return ResultPage([], next: nil) }
    return ResultPage(Self.views(of: try await attempt(await client.mark(places))), next: nil)
  }

  fileprivate static func views(of markers: Markers) -> [MarkerView] {
    markers.all.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      MarkerView(timeline: $0.key.rawValue, marker: $0.value)
    }
  }
}

extension Failure {
  fileprivate static func otherTimeline(_ row: MarkedRow, _ timelines: [MarkedTimeline]) -> Failure {
    let text =
      timelines.count > 1
      ? "'upto' is a row of one timeline; mark 'home' and 'notifications' one by one"
      : "'upto' must be a row of '\(timelines[0].rawValue)', not a \(row.kind?.rawValue ?? "row")"
    return Failure(.invalidParameter, text)
  }
}
