import GRDB

/// What a number of the server is made of, greatest parts first.
struct AdminDimension {
  private let key: String
  private let form: Form
  private let range: DayRange
  private let db: Database

  init(_ key: String, _ form: Form, for range: DayRange, in db: Database) {
    self.key = key
    self.form = form
    self.range = range
    self.db = db
  }

  /// An Admin::Dimension entity; `nil` if there is no dimension of this name.
  func entity() throws -> Entity? {
    try parts().map { ["key": .text(key), "data": .list($0)] }
  }

  private func parts() throws -> [Entity]? {
    switch key {
    case "languages":
      try counts("ifnull(a.defaultLanguage, 'en')", in: "account a WHERE a.domain IS NULL", name: language)
    case "sources":
      try counts(
        "'web'", in: "account a WHERE a.domain IS NULL AND \(range.condition(for: "a.createdAt"))",
        name: { _ in "Website" })
    case "servers": try counts(server, in: statuses(where: "1"))
    case "tag_servers": try counts(server, in: statuses(where: tagCondition))
    case "tag_languages":
      try counts("ifnull(s.language, 'und')", in: statuses(where: tagCondition), name: language)
    case "instance_languages":
      try counts("ifnull(s.language, 'und')", in: statuses(where: domainCondition), name: language)
    case "instance_accounts": try accounts()
    case "software_versions": try versions()
    case "space_usage": try space()
    default: nil
    }
  }

  private var server: SQL { "ifnull(a.domain, \(InstanceConfiguration.domain))" }

  private var domainCondition: SQL { "a.domain = \(form["\(key)[domain]"] ?? "")" }

  private var tagCondition: SQL {
    let id = form.id("\(key)[id]") ?? 0
    return "s.id IN (SELECT statusId FROM statusTag WHERE name = (SELECT name FROM tag WHERE id = \(id)))"
  }

  private func statuses(where condition: SQL) -> SQL {
    "status s JOIN account a ON a.id = s.accountId WHERE \(condition) AND \(range.condition(for: "s.createdAt"))"
  }

  private var limit: Int { form.limit(standard: 10, most: 100) }

  private func counts(
    _ part: SQL, in source: SQL, name: (String) -> String = { $0 }
  ) throws -> [Entity] {
    let rows = try SQLRequest<Row>(
      literal: """
        SELECT \(part) AS part, count(*) AS value FROM \(source)
        GROUP BY part ORDER BY value DESC, part LIMIT \(limit)
        """
    ).fetchAll(db)
    return rows.map { row in
      let part: String = row["part"]
      let value: Int = row["value"]
      return AdminDimension.part(part, name(part), String(value))
    }
  }

  private func language(_ code: String) -> String { Instance.languages.first { $0.code == code }?.name ?? code }

  private func accounts() throws -> [Entity] {
    let rows = try SQLRequest<Row>(
      literal: """
        SELECT a.username, a.followersCount FROM account a WHERE \(domainCondition)
        ORDER BY a.followersCount DESC, a.id LIMIT \(limit)
        """
    ).fetchAll(db)
    return rows.map { row in
      let followers: Int = row["followersCount"]
      return AdminDimension.part(row["username"], row["username"], String(followers))
    }
  }

  private func versions() throws -> [Entity] {
    let database = try String.fetchOne(db, sql: "SELECT sqlite_version()") ?? ""
    return [
      AdminDimension.part("mastodon", "Mastodon", InstanceConfiguration.version),
      AdminDimension.part("sqlite", "SQLite", database),
    ]
  }

  private func space() throws -> [Entity] {
    let database = try Int.fetchOne(
      db, sql: "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
    let media = try Int.fetchOne(db, sql: "SELECT ifnull(sum(length(bytes)), 0) FROM media")
    return [("sqlite", "SQLite", database ?? 0), ("media", "Media storage", media ?? 0)].map { key, name, bytes in
      AdminDimension.part(key, name, String(bytes)).with(["unit": "bytes", "human_value": .text("\(bytes) Bytes")])
    }
  }

  private static func part(_ key: String, _ name: String, _ value: String) -> Entity {
    ["key": .text(key), "human_key": .text(name), "value": .text(value)]
  }
}
