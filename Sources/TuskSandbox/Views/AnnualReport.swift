import GRDB

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
