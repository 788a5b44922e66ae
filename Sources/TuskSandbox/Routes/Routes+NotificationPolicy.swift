import GRDB

extension Routes {
  /// The notification policy, and requests of those whom it filters.
  static let notificationPolicy: [Endpoint] = [
    Endpoint(.get, "/api/v2/notifications/policy", as: "read:notifications") { call, me in
      Reply(try NotificationPolicy(of: me, in: call.db).entity())
    },
    Endpoint(.patch, "/api/v2/notifications/policy", as: "write:notifications", perform: change),
    Endpoint(.put, "/api/v2/notifications/policy", as: "write:notifications", perform: change),
    Endpoint(.get, "/api/v1/notifications/policy", as: "read:notifications") { call, me in
      Reply(try NotificationPolicy(of: me, in: call.db).firstVersion())
    },
    Endpoint(.patch, "/api/v1/notifications/policy", as: "write:notifications", perform: changeFirstVersion),
    Endpoint(.put, "/api/v1/notifications/policy", as: "write:notifications", perform: changeFirstVersion),
    Endpoint(.get, "/api/v1/notifications/requests", as: "read:notifications") { call, me in
      let page = Page(call, standard: 40)
      let rows = try page.rows("*", from: NotificationRequest.source(of: me), cursor: "r.fromId", in: call.db)
      return try page.reply(rows, continuing: .whenFull) { try NotificationRequest(row: $0).entity(for: call.view) }
    },
    // Accepted requests are merged at once.
    Endpoint(.get, "/api/v1/notifications/requests/merged", as: "read:notifications") { _, _ in
      Reply(["merged": true])
    },
    Endpoint(.get, "/api/v1/notifications/requests/:id", as: "read:notifications") { call, me in
      Reply(try NotificationRequest.find(call.id(), of: me, in: call.db).entity(for: call.view))
    },
    requestChange("accept") { request, me, db in try request.accept(by: me, in: db) },
    requestChange("dismiss") { request, me, db in try request.dismiss(by: me, in: db) },
    requestsChange("accept") { request, me, db in try request.accept(by: me, in: db) },
    requestsChange("dismiss") { request, me, db in try request.dismiss(by: me, in: db) },
  ]

  @Sendable private static func change(_ call: Call, _ me: Account) throws -> Reply {
    var policy = try NotificationPolicy(of: me, in: call.db)
    try policy.change(by: call.form)
    try policy.save()
    return Reply(try policy.entity())
  }

  @Sendable private static func changeFirstVersion(_ call: Call, _ me: Account) throws -> Reply {
    var policy = try NotificationPolicy(of: me, in: call.db)
    policy.changeFirstVersion(by: call.form)
    try policy.save()
    return Reply(try policy.firstVersion())
  }

  private static func requestChange(
    _ name: String, perform: @escaping @Sendable (NotificationRequest, Account, Database) throws -> Void
  ) -> Endpoint {
    Endpoint(.post, "/api/v1/notifications/requests/:id/\(name)", as: "write:notifications") { call, me in
      try perform(.find(call.id(), of: me, in: call.db), me, call.db)
      return .empty
    }
  }

  /// A route for several requests; those that do not exist are ignored.
  private static func requestsChange(
    _ name: String, perform: @escaping @Sendable (NotificationRequest, Account, Database) throws -> Void
  ) -> Endpoint {
    Endpoint(.post, "/api/v1/notifications/requests/\(name)", as: "write:notifications") { call, me in
      let ids = Set(call.form.ids("id"))
      for request in try NotificationRequest.all(of: me, in: call.db) where ids.contains(request.id) {
        try perform(request, me, call.db)
      }
      return .empty
    }
  }
}
