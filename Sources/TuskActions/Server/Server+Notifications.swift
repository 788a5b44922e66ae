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
    let author = try await author(of: selection)
    let list = client.notifications.all(
      of: selection.kindValues, excluding: selection.excludedValues, from: author)
    return try await rows(of: list, query, time: \.createdAt) { NotificationView($0, names: $1) }
  }

  /// The notifications that are newer than the place up to which the account has read them.
  private func unreadNotifications(
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
  private func groups(
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
  fileprivate static func onlyNewest(_ name: String) -> Failure {
    Failure(
      .invalidParameter, "'\(name)' lists only the newest ones, so 'page', 'before' and 'after' do not go with it")
  }
}
