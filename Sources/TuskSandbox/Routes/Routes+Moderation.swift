import GRDB

extension Routes {
  /// Reports, and moderators' actions on them.
  static let moderation: [Endpoint] = [
    Endpoint(.post, "/api/v1/reports", as: "write:reports") { call, me in
      guard let target = try call.form.id("account_id").flatMap({ try Account.find($0, in: call.db) }) else {
        throw Refusal.notFound
      }
      let report = try call.view.entity(of: .file(call.form, on: target, by: me, in: call.db, at: call.now))
      let payload = String(decoding: report.json, as: UTF8.self)
      for admin in try Int64.fetchAll(call.db, sql: "SELECT id FROM account WHERE isAdmin") {
        try NotificationEvent(type: "admin.report", to: admin, from: me.id, payload: payload).deliver(
          in: call.db, at: call.now)
      }
      return Reply(report)
    },
    moderation(.get, "reports", as: "admin:read:reports") { call, _ in
      let page = Page(call, standard: 100)
      let rows = try page.rows(
        "*", from: "report WHERE \(Report.conditions(in: call.form))", cursor: "id", in: call.db)
      return try page.reply(rows, continuing: .whenFull) { try call.view.adminEntity(of: Report(row: $0)) }
    },
    moderation(.get, "reports/:id", as: "admin:read:reports") { call, _ in
      Reply(try call.view.adminEntity(of: .find(call.id(), in: call.db)))
    },
    reportChange("resolve") { report, call, me in try report.resolve(by: me, in: call.db, at: call.now) },
    reportChange("reopen") { report, call, _ in try report.reopen(in: call.db, at: call.now) },
    reportChange("assign_to_self") { report, call, me in try report.assign(to: me, in: call.db, at: call.now) },
    reportChange("unassign") { report, call, _ in try report.assign(to: nil, in: call.db, at: call.now) },
    moderation(.put, "reports/:id", as: "admin:write:reports") { call, _ in
      var report = try Report.find(call.id(), in: call.db)
      try report.change(by: call.form, in: call.db, at: call.now)
      return Reply(try call.view.adminEntity(of: report))
    },
  ]

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

  private static func reportChange(
    _ name: String, perform: @escaping @Sendable (inout Report, Call, Account) throws -> Void
  ) -> Endpoint {
    moderation(.post, "reports/:id/\(name)", as: "admin:write:reports") { call, me in
      var report = try Report.find(call.id(), in: call.db)
      try perform(&report, call, me)
      return Reply(try call.view.adminEntity(of: report))
    }
  }
}
