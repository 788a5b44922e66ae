import GRDB

extension Routes {
  /// Reports of a person's years.
  static let annualReports: [Endpoint] = [
    Endpoint(.get, "/api/v1/annual_reports", as: "read:accounts") { call, me in
      let rows = try Row.fetchAll(
        call.db, sql: "SELECT * FROM annualReport WHERE accountId = ? ORDER BY year DESC", arguments: [me.id])
      return reply(rows)
    },
    Endpoint(.get, "/api/v1/annual_reports/:year", as: "read:accounts") { call, me in
      guard let row = try report(of: me, call) else { throw Refusal.notFound }
      return reply([row])
    },
    Endpoint(.get, "/api/v1/annual_reports/:year/state", as: "read:accounts") { call, me in
      Reply(["state": .text(try state(of: me, call))])
    },
    Endpoint(.post, "/api/v1/annual_reports/:year/read", as: "write:accounts") { call, me in
      guard try report(of: me, call) != nil else { throw Refusal.notFound }
      return .empty
    },
    Endpoint(.post, "/api/v1/annual_reports/:year/generate", as: "write:accounts") { call, me in
      guard try state(of: me, call) == "eligible" else { return .empty }
      let data = String(decoding: try Figures.annualReport(of: me.id, in: call.db).json, as: UTF8.self)
      try call.db.execute(
        sql: "INSERT INTO annualReport (accountId, year, data) VALUES (?, ?, ?)",
        arguments: [me.id, call.id("year"), data])
      return Reply([:], status: 202)
    },
  ]

  private static func report(of me: Account, _ call: Call) throws -> Row? {
    try Row.fetchOne(
      call.db, sql: "SELECT * FROM annualReport WHERE accountId = ? AND year = ?",
      arguments: [me.id, call.id("year")])
  }

  /// A report can be made of a year that is over and in which the person was there.
  private static func state(of me: Account, _ call: Call) throws -> String {
    guard try report(of: me, call) == nil else { return "available" }
    let year = try call.id("year")
    guard let joined = Int64(me.createdAt.day.prefix(4)), let current = Int64(call.now.day.prefix(4)) else {
      return "ineligible"
    }
    return joined <= year && year < current ? "eligible" : "ineligible"
  }

  private static func reply(_ rows: [Row]) -> Reply {
    let reports = rows.map { row -> Entity in
      [
        "year": .int(row["year"]), "data": .verbatim(row["data"]), "schema_version": 2, "share_url": nil,
        "account_id": .id(row["accountId"]),
      ]
    }
    return Reply(["annual_reports": .list(reports), "accounts": [], "statuses": []])
  }
}
