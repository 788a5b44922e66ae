import GRDB

extension Routes {
  /// Numbers of the server, for moderators.
  static let metrics: [Endpoint] = [
    moderation(.post, "measures", as: "admin:read") { call, _ in
      let range = try DayRange(call.form, most: greatestRange, at: call.now)
      return Reply(.list((call.form.list("keys") ?? []).compactMap { Figures.measure($0, over: range) }))
    },
    moderation(.post, "dimensions", as: "admin:read") { call, _ in
      // The figures are those of any range, but it must be one.
      _ = try DayRange(call.form, most: greatestRange, at: call.now)
      let limit = call.form.limit(standard: 10, most: 100)
      return Reply(.list((call.form.list("keys") ?? []).compactMap { Figures.dimension($0, most: limit) }))
    },
    moderation(.post, "retention", as: "admin:read") { call, _ in
      let isMonthly = call.form["frequency"] == "month"
      let range = try DayRange(call.form, most: isMonthly ? greatestRange : 366, at: call.now)
      return Reply(Figures.retention(over: range, monthly: isMonthly))
    },
  ]

  /// Ten years.
  private static let greatestRange: Int64 = 3660
}

/// The figures of the server and of a person's year: made up once, and the same whatever the sandbox holds.
enum Figures {
  /// The values of each measure on seven days, which repeat.
  private static let measures: [String: [Int]] = [
    "active_users": [3, 4, 2, 5, 4, 3, 6], "new_users": [0, 1, 0, 0, 1, 0, 0], "interactions": [7, 9, 4, 8, 6, 5, 11],
    "opened_reports": [0, 0, 1, 0, 0, 0, 0], "resolved_reports": [0, 0, 0, 1, 0, 0, 0],
    "tag_accounts": [2, 1, 3, 1, 2, 2, 1], "tag_uses": [3, 1, 4, 1, 5, 2, 2], "tag_servers": [1, 1, 2, 1, 1, 2, 1],
    "instance_accounts": [0, 1, 0, 0, 0, 1, 0], "instance_statuses": [4, 2, 6, 3, 5, 1, 2],
    "instance_reports": [0, 0, 0, 0, 1, 0, 0], "instance_follows": [1, 0, 0, 2, 0, 0, 1],
    "instance_followers": [0, 2, 0, 1, 0, 0, 1],
  ]

  private typealias Part = (key: String, name: String, value: String)

  /// The parts of each dimension, greatest first.
  private static let dimensions: [String: [Part]] = [
    "languages": [("en", "English", "9"), ("de", "German", "2"), ("ja", "Japanese", "1")],
    "sources": [("web", "Website", "2")],
    "servers": [(InstanceConfiguration.domain, InstanceConfiguration.domain, "42"), otherServer],
    "tag_servers": [(InstanceConfiguration.domain, InstanceConfiguration.domain, "7"), otherServer],
    "tag_languages": [("en", "English", "6"), ("de", "German", "1")],
    "instance_languages": [("en", "English", "5"), ("und", "und", "1")],
    "instance_accounts": [("erin", "erin", "12"), ("frank", "frank", "3")],
    "software_versions": [("mastodon", "Mastodon", InstanceConfiguration.version), ("sqlite", "SQLite", "3.46.0")],
    "space_usage": [("sqlite", "SQLite", "1048576"), ("media", "Media storage", "65536")],
  ]

  private static let otherServer: Part = ("mastodon.example", "mastodon.example", "5")

  /// How many of those who joined in a period were there in it and in the periods after it; the last number stays.
  private static let retained = [4, 3, 3, 2, 2, 1]

  /// How many statuses a person wrote in each month of a year, and with which tags.
  private static let months = [3, 2, 4, 1, 0, 2, 5, 3, 2, 1, 4, 6]
  private static let tags = [("tea", 2), ("trains", 1)]

  /// An Admin::Measure entity; `nil` if there is no measure of this name. One of another server has no preceding total.
  static func measure(_ key: String, over range: DayRange) -> Entity? {
    guard let week = measures[key] else { return nil }
    func value(_ day: Int64) -> Int { week[Int((day % 7 + 7) % 7)] }
    func total(_ range: DayRange) -> Entity { .text(String(range.days.map(value).reduce(0, +))) }
    let data = range.days.map { day -> Entity in
      ["date": .moment(DayRange.moment(of: day)), "value": .text(String(value(day)))]
    }
    let head: Entity = ["key": .text(key), "unit": nil, "total": total(range)]
    guard !key.hasPrefix("instance_") else { return head.with(["data": .list(data)]) }
    return head.with(["previous_total": total(range.previous), "data": .list(data)])
  }

  /// An Admin::Dimension entity of at most so many parts; `nil` if there is no dimension of this name.
  static func dimension(_ key: String, most limit: Int) -> Entity? {
    guard let parts = dimensions[key] else { return nil }
    let data = parts.prefix(limit).map { part -> Entity in
      let entity: Entity = ["key": .text(part.key), "human_key": .text(part.name), "value": .text(part.value)]
      guard key == "space_usage" else { return entity }
      return entity.with(["unit": "bytes", "human_value": .text("\(part.value) Bytes")])
    }
    return ["key": .text(key), "data": .list(data)]
  }

  /// A list of Admin::Cohort entities, for the days of a range or for its months.
  static func retention(over range: DayRange, monthly: Bool) -> Entity {
    let days = range.days.map { DayRange.moment(of: $0).day }
    let periods = monthly ? Set(days.map { String($0.prefix(7)) + "-01" }).sorted() : days
    return .list(
      periods.indices.map { first -> Entity in
        let data = periods[first...].map { period in period + "T00:00:00Z" }.enumerated().map { age, date -> Entity in
          let value = retained[min(age, retained.count - 1)]
          let rate = Double(value) / Double(retained[0])
          return ["date": .text(date), "rate": .double(rate), "value": .text(String(value))]
        }
        return [
          "period": .text(periods[first] + "T00:00:00Z"), "frequency": monthly ? "month" : "day", "data": .list(data),
        ]
      })
  }

  /// The report of a person's year; their newest status is what others liked best.
  static func annualReport(of account: Int64, in db: Database) throws -> Entity {
    let newest = try Int64.fetchOne(
      db, sql: "SELECT max(id) FROM status WHERE accountId = ? AND reblogOfId IS NULL", arguments: [account])
    let series = months.enumerated().map { index, count -> Entity in
      ["month": .int(index + 1), "statuses": .int(count), "following": 0, "followers": 0]
    }
    return [
      "archetype": "oracle", "time_series": .list(series),
      "top_hashtags": .list(tags.map { name, count -> Entity in ["name": .text(name), "count": .int(count)] }),
      "top_statuses": ["by_reblogs": .id(newest), "by_favourites": .id(newest), "by_replies": .id(newest)],
    ]
  }
}
