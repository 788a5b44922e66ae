import Fediverse
import JSONValue
package import XCallbackURL

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
      if selection.isGrouped { return try await server.groups(query, selection) }
      guard !selection.isUnread else { return try await server.unreadNotifications(query, selection) }
      return try await server.singleNotifications(query, selection)
    },
    Action(
      "getNotificationAccounts", verbs: ["notification accounts"],
      "Lists the accounts that caused a notification and the others of its group.",
      example: "notification accounts notification:77", effect: .read, needs: .groupedNotifications,
      takes: Argument.notification, returns: .accounts
    ) { server, id throws(Failure) in
      let view = try await server.notification(id)
      guard let group = view.group, view.kind.isGrouped else { return ResultPage(view.authors, next: nil) }
      let names = try await server.names()
      return try await server.page(await server.client.notifications.groups.accounts(of: group)) {
        Server.AccountView(account: $0, name: names.name(of: $0))
      }
    },
    Action(
      "dismissNotification", verbs: ["dismiss"],
      "Dismisses a notification.", example: "dismiss notification:77",
      effect: .reversible(by: nil), done: "dismissed {subject}", needs: .notificationDismissal,
      takes: Argument.notification,
      Argument.flag("group", "also the others of its group"), returns: .nothing, isDoneIfMissing: true
    ) { server, id, isGroup throws(Failure) in
      guard isGroup, let group = try await server.notification(id).group else {
        return try await server.attempt(
          await server.client.notifications.dismiss(id), about: "notification '\(id)'")
      }
      try await server.attempt(
        await server.client.notifications.groups.dismiss(group), about: "the group of notification '\(id)'")
    },
    Action(
      "dismissAllNotifications", verbs: ["dismiss all"],
      "Dismisses all notifications.", example: "dismiss all --yes",
      effect: .mass, done: "dismissed all notifications", returns: .nothing
    ) { server throws(Failure) in
      try await server.attempt(await server.client.notifications.dismissAll())
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
    ], aliases: notificationKindAliases, elsewhere: otherNotificationKinds, meanings: notificationKindMeanings)

  /// Those and the kinds of other software, which adds more under its name.
  static let anyNotificationKinds = Choices(
    notificationKinds.values
      + [NotificationKind.addedToCollection, .collectionUpdate, .reaction, .emojiReaction, .move].map(\.rawValue),
    aliases: notificationKindAliases, elsewhere: otherNotificationKinds, meanings: notificationKindMeanings,
    isExtensible: true)

  static let notificationKindMeanings: [String: String] = [
    "mention": "someone mentioned you", "follow": "someone follows you",
    "follow_request": "someone asks to follow you", "favourite": "someone favorited a status of yours",
    "reblog": "someone boosted a status of yours", "status": "someone whom you watch posted",
    "update": "a status that you boosted or favorited was edited", "poll": "a poll you voted in or made ended",
    "quote": "someone quoted a status of yours", "quoted_update": "a status that you quoted was edited",
    "admin.sign_up": "someone signed up on your server", "admin.report": "someone reported to your server",
    "moderation_warning": "the moderators warned you",
    "severed_relationships": "a block of a server ended follows of yours",
    NotificationKind.addedToCollection.rawValue: "someone put you into a collection",
    NotificationKind.collectionUpdate.rawValue: "a collection that you are in was changed",
    NotificationKind.reaction.rawValue: "someone reacted with an emoji",
    NotificationKind.emojiReaction.rawValue: "someone reacted with an emoji (Pleroma and Akkoma)",
    NotificationKind.move.rawValue: "someone whom you follow moved to another account",
  ]

  private static let notificationKindAliases = ["favorite": "favourite", "boost": "reblog"]

  /// What people call kinds of notifications.
  static let otherNotificationKinds = [
    "mention": "mentions", "follow": "follows", "favourite": "favorites favourites like likes",
    "reblog": "boosts reblogs", "poll": "polls", "quote": "quotes",
  ]
}

extension RecordOf where Value == Server.NotificationView {
  /// The complete record of a notification.
  static let notification = RecordOf("notification", kind: .notification, Shape(cause + content))

  private static var cause: [Shape<Server.NotificationView>.Field] {
    [
      .id(.notification, value: \.id),
      .text("kind", "the kind of notification", words: .notificationKind, value: \.kind.rawValue),
      .record("account", "the account that caused it", as: { .account }, value: \.author),
      .time("date", "when it happened", value: \.createdAt),
      .reference(
        "accountID", to: .account, "the identifier of the account that caused it", isOptional: true
      ) { $0.author?.account.id },
      .number("count", "how many notifications it stands for; 1 unless it is a group", isColumn: false, value: \.count),
      .texts("names", "the accounts that are known to have caused it", isColumn: false) { $0.authors.map(\.name) },
      .text("group", "the key of its group", isOptional: true, isColumn: false, value: \.group),
    ]
  }

  private static var content: [Shape<Server.NotificationView>.Field] {
    [
      .reference("statusID", to: .status, "the identifier of the status it is about", isOptional: true) {
        $0.status?.status.id
      },
      .prose("content", "the status's content", isOptional: true) { $0.status?.status.plainText },
      .text("emoji", "the emoji of a reaction", isOptional: true, isColumn: false, value: \.emoji),
      .record("status", "the status it is about", as: { .status }, isColumn: false, value: \.status),
    ]
  }
}

extension Shape where Value == Server.NotificationView {
  /// A notification as Tusker documents it.
  package static var notification: Shape {
    Shape(
      Field("kind", .text, "the kind of notification") { .string($0.kind.rawValue) },
      Field("date", .time, "when it happened") { $0.createdAt.map { .int($0.seconds) } },
      Field("accountID", .identifier(.account), "the account that caused it") {
        ($0.author?.account.id).map(JSON.string)
      },
      Field("statusID", .identifier(.status), "the status it is about", isOptional: true) {
        ($0.status?.status.id).map(JSON.string)
      })
  }
}

extension Server {
  /// A notification, or a group of the same kind about the same thing, with the names of its accounts.
  package struct NotificationView: Sendable {
    /// The identifier of the notification, or of the newest one of a group.
    let id: String
    let kind: NotificationKind
    let createdAt: Timestamp?
    /// The accounts that are known to have caused it, newest first.
    let authors: [AccountView]
    /// The status that it is about.
    let status: StatusView?
    /// The key of its group, which only servers understand.
    let group: String?
    /// How many notifications it stands for.
    let count: Int
    /// The emoji of a reaction.
    let emoji: String?

    init(_ notification: Fediverse.Notification, names: QualifiedNames) {
      id = notification.id
      kind = notification.kind
      createdAt = notification.createdAt
      authors = notification.account.map { [AccountView(account: $0, name: names.name(of: $0))] } ?? []
      status = notification.status.map { StatusView($0, names: names) }
      group = notification.groupKey
      count = 1
      emoji = notification.emoji
    }

    init(_ group: NotificationGroup, names: QualifiedNames) {
      id = group.newestID ?? group.key
      kind = group.kind
      createdAt = group.newestAt
      authors = group.sampleAccounts.map { AccountView(account: $0, name: names.name(of: $0)) }
      status = group.status.map { StatusView($0, names: names) }
      self.group = group.key
      count = group.count
      emoji = nil
    }

    /// The account that caused it, or that caused the newest one of a group.
    var author: AccountView? { authors.first }
  }

  /// Which notifications to list.
  package struct NotificationSelection: Sendable {
    var kinds: [String] = []
    var excluded: [String] = []
    /// The account that caused them.
    var author: AccountReference?
    var isGrouped = false
    var isUnread = false

    var kindValues: [NotificationKind] { kinds.map(NotificationKind.init(rawValue:)) }
    var excludedValues: [NotificationKind] { excluded.map(NotificationKind.init(rawValue:)) }
  }

  package func notification(_ id: String) async throws(Failure) -> NotificationView {
    let notification = try await attempt(
      await client.notifications.notification(id), about: "notification '\(id)'")
    return NotificationView(notification, names: try await names())
  }

  fileprivate func singleNotifications(
    _ query: ListQuery, _ selection: NotificationSelection
  ) async throws(Failure) -> ResultPage<NotificationView> {
    let author = try await author(of: selection)
    let list = client.notifications.all(
      of: selection.kindValues, excluding: selection.excludedValues, from: author)
    return try await rows(of: list, query, time: \.createdAt) { NotificationView($0, names: $1) }
  }

  /// The notifications that are newer than the place up to which the account has read them.
  fileprivate func unreadNotifications(
    _ query: ListQuery, _ selection: NotificationSelection
  ) async throws(Failure) -> ResultPage<NotificationView> {
    guard query.page == nil, query.times == TimeRange() else { throw .onlyNewest("unread") }
    let author = try await author(of: selection)
    let count = try await attempt(
      await client.notifications.unreadCount(
        limit: Self.mostUnread, kinds: selection.kindValues, excluding: selection.excludedValues, from: author))
    guard count > 0 else { return ResultPage([], next: nil) }
    let page = try await singleNotifications(
      ListQuery(count: min(count, query.count), page: nil, times: query.times), selection)
    // What follows may be read already, so there is no next page; the rest is told as missing.
    var shortfall = page.shortfall
    if count > query.count || count == Self.mostUnread { shortfall.noteOnlyNewest() }
    return ResultPage(page.elements, next: nil, shortfall: shortfall)
  }

  /// Mastodon's limit for the number of unread notifications.
  private static let mostUnread = 1000

  /// The groups of notifications, as the server makes them.
  fileprivate func groups(
    _ query: ListQuery, _ selection: NotificationSelection
  ) async throws(Failure) -> ResultPage<NotificationView> {
    guard query.page == nil, query.times == TimeRange() else { throw .onlyNewest("grouped") }
    try await require(.groupedNotifications)
    let (names, groups) = (try await names(), client.notifications.groups)
    let (kinds, excluded) = (selection.kindValues, selection.excludedValues)
    let author = try await author(of: selection)
    var count = query.count
    if selection.isUnread {
      let unread = try await attempt(
        await client.notifications.unreadCount(
          limit: Self.mostUnread, kinds: kinds, excluding: excluded, from: author, isGrouped: true))
      guard unread > 0 else { return ResultPage([], next: nil) }
      count = min(count, unread)
    }
    var page = try await attempt(
      await groups.list(limit: min(count, 60), kinds: kinds, excluding: excluded, from: author))
    var views: [NotificationView] = []
    var shortfall = Shortfall()
    while true {
      views += page.elements.map { NotificationView($0, names: names) }
      shortfall.unreadable += page.unreadableRows.count
      shortfall.reason = shortfall.reason ?? page.unreadableRows.first?.reason
      guard views.count < count, let next = page.next, !page.elements.isEmpty else { break }
      page = try await attempt(await groups.page(at: next))
    }
    if count == query.count, page.next != nil, !page.elements.isEmpty { shortfall.noteOnlyNewest() }
    return ResultPage(Array(views.prefix(count)), next: nil, shortfall: shortfall)
  }

  private func author(of selection: NotificationSelection) async throws(Failure) -> String? {
    guard let reference = selection.author else { return nil }
    return try await id(of: reference)
  }
}

extension NotificationKind {
  /// Whether servers group notifications of this kind.
  fileprivate var isGrouped: Bool { [.favorite, .reblog, .follow].contains(self) }
}

extension Shortfall {
  fileprivate mutating func noteOnlyNewest() {
    incomplete = Failure(.invalidParameter, "only the newest of them are listed, up to the number that was asked for")
  }
}

extension Failure {
  fileprivate static func onlyNewest(_ name: String) -> Failure {
    Failure(
      .invalidParameter, "'\(name)' lists only the newest ones, so 'page', 'before' and 'after' do not go with it")
  }
}
