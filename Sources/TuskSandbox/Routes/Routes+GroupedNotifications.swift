import GRDB

extension Routes {
  /// Grouped notifications.
  static let groupedNotifications: [Endpoint] = [
    Endpoint(.get, "/api/v2/notifications", as: "read:notifications") { call, me in
      let page = Page(call, standard: 40)
      let groups = try page.rows(
        "*", from: "(\(NotificationGroup.all(in: inbox(of: me.id, call.form)))) WHERE 1", cursor: "newest",
        in: call.db)
      return try page.reply(call.view.groups(groups), around: groups, continuing: .always)
    },
    Endpoint(.get, "/api/v2/notifications/unread_count", as: "read:notifications") { call, me in
      let unread = try SQLRequest<Int>(
        literal: """
          SELECT count(*) FROM (\(NotificationGroup.all(in: inbox(of: me.id, call.form)))) WHERE newest > ifnull(
            (SELECT lastReadId FROM marker WHERE accountId = \(me.id) AND timeline = 'notifications'), 0)
          """
      ).fetchOne(call.db)
      return Reply(["count": .int(min(unread ?? 0, call.form.limit(standard: 100, most: 1000)))])
    },
    Endpoint(.get, "/api/v2/notifications/:key", as: "read:notifications") { call, me in
      Reply(try call.view.groups([NotificationGroup.find(call, of: me)]))
    },
    Endpoint(.get, "/api/v2/notifications/:key/accounts", as: "read:notifications") { call, me in
      let ids = try NotificationGroup.authors(of: NotificationGroup.find(call, of: me), in: call.db)
      return Reply(.list(try ids.map(call.view.account)))
    },
    Endpoint(.post, "/api/v2/notifications/:key/dismiss", as: "write:notifications") { call, me in
      let group = try NotificationGroup.find(call, of: me)
      try call.db.execute(
        sql: "DELETE FROM notification WHERE id IN (SELECT value FROM json_each(?))",
        arguments: [group["ids"] as String])
      return .empty
    },
  ]
}
