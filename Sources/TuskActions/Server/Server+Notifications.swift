import Fediverse
package import XCallbackURL

extension Server {
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

  package func notifications(
    _ query: ListQuery, _ selection: NotificationSelection
  ) async throws(Failure) -> ResultPage<NotificationView> {
    if selection.isGrouped { return try await groups(query, selection) }
    guard !selection.isUnread else { return try await unreadNotifications(query, selection) }
    return try await singleNotifications(query, selection)
  }

  private func singleNotifications(
    _ query: ListQuery, _ selection: NotificationSelection
  ) async throws(Failure) -> ResultPage<NotificationView> {
    var author: String?
    if let reference = selection.author { author = try await id(of: reference) }
    let list = client.notifications.all(
      of: selection.kindValues, excluding: selection.excludedValues, from: author)
    return try await rows(of: list, query, time: \.createdAt) { NotificationView($0, names: $1) }
  }

  /// The notifications that are newer than the place up to which the account has read them.
  private func unreadNotifications(
    _ query: ListQuery, _ selection: NotificationSelection
  ) async throws(Failure) -> ResultPage<NotificationView> {
    guard selection.author == nil, query.page == nil else { throw .unreadAlone() }
    let count = try await attempt(
      await client.notifications.unreadCount(
        limit: Self.mostUnread, kinds: selection.kindValues, excluding: selection.excludedValues))
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
  private func groups(
    _ query: ListQuery, _ selection: NotificationSelection
  ) async throws(Failure) -> ResultPage<NotificationView> {
    guard selection.author == nil, !selection.isUnread, query.page == nil, query.times == TimeRange() else {
      throw .groupedAlone()
    }
    try await require(.groupedNotifications)
    let (names, groups) = (try await names(), client.notifications.groups)
    var page = try await attempt(
      await groups.list(
        limit: min(query.count, 60), kinds: selection.kindValues, excluding: selection.excludedValues))
    var views: [NotificationView] = []
    var shortfall = Shortfall()
    while true {
      views += page.elements.map { NotificationView($0, names: names) }
      shortfall.unreadable += page.unreadableRows.count
      shortfall.reason = shortfall.reason ?? page.unreadableRows.first?.reason
      guard views.count < query.count, let next = page.next, !page.elements.isEmpty else { break }
      page = try await attempt(await groups.page(at: next))
    }
    if page.next != nil, !page.elements.isEmpty { shortfall.noteOnlyNewest() }
    return ResultPage(Array(views.prefix(query.count)), next: nil, shortfall: shortfall)
  }

  /// The accounts that caused a notification and the others of its group.
  func authors(of id: String) async throws(Failure) -> ResultPage<AccountView> {
    let view = try await notification(id)
    guard let group = view.group, view.kind.isGrouped else {
      return ResultPage(view.authors, next: nil)
    }
    let names = try await names()
    return try await page(await client.notifications.groups.accounts(of: group)) {
      AccountView(account: $0, name: names.name(of: $0))
    }
  }

  /// - Parameter isGroup: whether to dismiss the notifications of its group, too.
  package func dismiss(_ id: String, isGroup: Bool = false) async throws(Failure) {
    guard isGroup, let group = try await notification(id).group else {
      return try await attempt(await client.notifications.dismiss(id), about: "notification '\(id)'")
    }
    try await attempt(await client.notifications.groups.dismiss(group), about: "the group of notification '\(id)'")
  }

  package func dismissAll() async throws(Failure) {
    try await attempt(await client.notifications.dismissAll())
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
  fileprivate static func unreadAlone() -> Failure {
    Failure(.invalidParameter, "'unread' and 'from' cannot be combined, because servers count only all unread ones")
  }

  fileprivate static func groupedAlone() -> Failure {
    Failure(.invalidParameter, "'grouped' can be combined with 'kind', 'except' and 'count' only")
  }
}
