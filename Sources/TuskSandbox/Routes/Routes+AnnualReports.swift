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
      let data = String(
        decoding: try AnnualReport(of: call.id("year"), for: me, in: call.db).entity.json, as: UTF8.self)
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

  /// A report can be made of a year that is over and in which the person posted.
  private static func state(of me: Account, _ call: Call) throws -> String {
    guard try report(of: me, call) == nil else { return "available" }
    let year = try call.id("year")
    guard let current = Int64(call.now.day.prefix(4)), year < current else { return "ineligible" }
    return try AnnualReport(of: year, for: me, in: call.db).isEmpty ? "ineligible" : "eligible"
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

/// The statistics of a person's year.
struct AnnualReport {
  private let statuses: [Row]
  private let tags: [Row]

  init(of year: Int64, for account: Account, in db: Database) throws {
    let isOfYear: SQL = """
      s.accountId = \(account.id) AND s.reblogOfId IS NULL
        AND strftime('%Y', s.createdAt / 1000, 'unixepoch') = \(String(year))
      """
    let month: SQL = "CAST(strftime('%m', s.createdAt / 1000, 'unixepoch') AS INTEGER) AS month"
    statuses = try SQLRequest<Row>(literal: "SELECT s.*, \(month) FROM status s WHERE \(isOfYear)").fetchAll(db)
    let uses: SQL = "statusTag t JOIN status s ON s.id = t.statusId WHERE \(isOfYear) GROUP BY t.name"
    tags = try SQLRequest<Row>(
      literal: "SELECT t.name, count(*) AS uses FROM \(uses) ORDER BY uses DESC, t.name LIMIT 10"
    ).fetchAll(db)
  }

  var isEmpty: Bool { statuses.isEmpty }

  var entity: Entity {
    [
      "archetype": "oracle", "time_series": .list((1...12).map(month)),
      "top_hashtags": .list(tags.map { ["name": .text($0["name"]), "count": .int($0["uses"])] }),
      "top_statuses": [
        "by_reblogs": .id(top("reblogsCount")), "by_favourites": .id(top("favouritesCount")),
        "by_replies": .id(top("repliesCount")),
      ],
    ]
  }

  private func month(_ number: Int) -> Entity {
    let count = statuses.count { ($0["month"] as Int) == number }
    return ["month": .int(number), "statuses": .int(count), "following": 0, "followers": 0]
  }

  /// The status with the greatest count in a column.
  private func top(_ column: String) -> Int64? {
    statuses.max { ($0[column] as Int) < ($1[column] as Int) }?["id"]
  }
}
