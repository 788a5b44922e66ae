import GRDB

/// Every endpoint of the sandbox, by subject.
enum Routes {
  static var all: [Endpoint] {
    [
      instance, applications, authorization, accounts, relationships, followRequests, statuses, reading, statusActions,
      timelines,
      notifications, media, polls, lists, search, filters, filterParts, filtersV1, scheduled, profile, tags,
      conversations,
      groupedNotifications, notificationPolicy, streaming,
      moderation, moderatedAccounts, sandbox, discovery, announcements, collections, push, annualReports, accessLists,
      trendReviews, metrics,
    ].flatMap { $0 }
  }
}

extension Routes {
  /// A route for moderators; others are refused, whatever scopes their token has.
  static func moderation(
    _ method: Endpoint.Method, _ path: String, as scope: String,
    perform: @escaping @Sendable (Call, Account) throws -> Reply
  ) -> Endpoint {
    Endpoint(method, "/api/v1/admin/\(path)", as: scope) { call, me in
      guard me.isAdmin else { throw Refusal.notPermitted }
      return try perform(call, me)
    }
  }

  /// A page of accounts `a`; 40 by default, 80 at most.
  static func people(_ call: Call, from source: SQL, cursor: SQL) throws -> Reply {
    let page = Page(call, standard: 40)
    let rows = try page.rows("\(sql: Account.selection)", from: source, cursor: cursor, in: call.db)
    return try page.reply(rows, continuing: .whenFull) { try call.view.entity(of: Account(selected: $0)) }
  }

  /// A page of statuses `s`; 20 by default, 40 at most.
  static func statusList(
    _ call: Call, from source: SQL, cursor: SQL = "s.id", _ continuation: Page.Continuation
  ) throws -> Reply {
    let page = Page(call)
    let rows = try page.rows("\(sql: Status.selection)", from: source, cursor: cursor, in: call.db)
    return page.reply(
      .list(try call.view.entities(of: rows.map { try Status(selected: $0) })), around: rows, continuing: continuation)
  }
}
