import Fediverse

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
}
