import GRDB

/// A web page that statuses link to, with its newest card.
struct TrendingLink {
  private let id: Int64
  private let card: String
  private let isReviewed: Bool
  /// The number of statuses that link to it.
  private let uses: Int
  /// The number of their authors.
  private let people: Int

  private init(_ row: Row) {
    id = row["id"]
    card = row["card"]
    uses = row["uses"]
    people = row["people"]
    let decision: Bool? = row["trendable"]
    isReviewed = decision != nil
  }

  static func find(_ id: Int64, in db: Database) throws -> TrendingLink {
    let row = try SQLRequest<Row>(literal: "\(columns) WHERE l.id = \(id) \(grouping)").fetchOne(db)
    guard let row else { throw Refusal.notFound }
    return TrendingLink(row)
  }

  /// The links of most statuses first.
  static func rows(of page: Page, in db: Database) throws -> [TrendingLink] {
    try page.ranked("\(columns) \(grouping) ORDER BY count(*) DESC, l.id", in: db).map(TrendingLink.init)
  }

  /// With `max`, the other columns come from the newest status.
  private static var columns: SQL {
    """
    SELECT l.id, l.trendable, s.card, max(s.id) AS newest, count(*) AS uses, count(DISTINCT s.accountId) AS people
    FROM link l
    JOIN status s ON s.card IS NOT NULL AND json_extract(s.card, '$.url') = l.url
    """
  }

  private static var grouping: SQL { "GROUP BY l.id" }

  /// A Trends::Link entity with what only moderators see.
  func entity(in view: Viewpoint) -> Entity {
    let history = String(decoding: view.history(uses: uses, people: people).json, as: UTF8.self)
    return .verbatim(
      card.dropLast() + ",\"history\":\(history),\"id\":\"\(id)\",\"requires_review\":\(!isReviewed)}")
  }
}

/// A tag and what moderators decided about it; the decisions only matter for trends.
struct ReviewedTag: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "tag"

  let id: Int64
  let name: String
  /// The name in the capitals that moderators chose.
  var displayName: String?
  /// Until a moderator decides, it may trend.
  var trendable: Bool?
  var reviewedAt: Moment?
  var usable: Bool
  var listable: Bool

  static func find(_ id: Int64, in db: Database) throws -> ReviewedTag {
    guard let tag = try filter(sql: "id = ?", arguments: [id]).fetchOne(db) else { throw Refusal.notFound }
    return tag
  }

  /// Applies and stores the decisions in the form, which are a review.
  mutating func change(by form: Form, in db: Database, at now: Moment) throws {
    if let display = form["display_name"] {
      guard display.lowercased() == name else { throw Refusal.otherName }
      displayName = display
    }
    usable = form.flag("usable") ?? usable
    listable = form.flag("listable") ?? listable
    trendable = form.flag("trendable") ?? trendable
    reviewedAt = now
    try update(db)
  }

  mutating func review(trendable isAllowed: Bool, in db: Database, at now: Moment) throws {
    trendable = isAllowed
    reviewedAt = now
    try update(db)
  }
}

extension Routes {
  /// What moderators decide about tags and trends.
  static let trendReviews: [Endpoint] = reviewedTags + trends + tagDecisions + statusDecisions + linkDecisions

  private static let reviewedTags: [Endpoint] = [
    moderation(.get, "tags", as: "admin:read") { call, _ in
      let page = Page(call, standard: 100)
      let rows = try page.rows("*", from: "tag WHERE 1", cursor: "id", in: call.db)
      return try page.reply(rows, continuing: .whenFull) { try call.view.adminTag(ReviewedTag(row: $0)) }
    },
    moderation(.get, "tags/:id", as: "admin:read") { call, _ in
      Reply(try call.view.adminTag(.find(call.id(), in: call.db)))
    },
    moderation(.put, "tags/:id", as: "admin:write") { call, _ in
      var tag = try ReviewedTag.find(call.id(), in: call.db)
      try tag.change(by: call.form, in: call.db, at: call.now)
      return Reply(try call.view.adminTag(tag))
    },
  ]

  private static let trends: [Endpoint] = [
    moderation(.get, "trends/tags", as: "admin:read") { call, _ in
      let page = Page(call, standard: 10)
      let source: SQL = "tag JOIN statusTag t ON t.name = tag.name GROUP BY tag.id"
      let rows = try page.ranked("SELECT tag.* FROM \(source) ORDER BY count(*) DESC, tag.name", in: call.db)
      return page.reply(ranked: try rows.map { try call.view.adminTag(ReviewedTag(row: $0)) })
    },
    moderation(.get, "trends/statuses", as: "admin:read") { call, _ in
      let page = Page(call)
      let rows = try page.ranked(trendingStatuses(where: "1"), in: call.db)
      return page.reply(ranked: try rows.map(call.view.reviewed))
    },
    moderation(.get, "trends/links", as: "admin:read") { call, _ in
      let page = Page(call, standard: 10)
      return page.reply(ranked: try TrendingLink.rows(of: page, in: call.db).map { $0.entity(in: call.view) })
    },
  ]

  private static let tagDecisions = decisions("tags") { call, isAllowed in
    var tag = try ReviewedTag.find(call.id(), in: call.db)
    try tag.review(trendable: isAllowed, in: call.db, at: call.now)
    return try call.view.adminTag(tag)
  }

  private static let statusDecisions = decisions("statuses") { call, isAllowed in
    let id = try call.id()
    try call.db.execute(sql: "UPDATE status SET trendable = ? WHERE id = ?", arguments: [isAllowed, id])
    let row = try Row.fetchOne(call.db, sql: "SELECT * FROM status WHERE id = ?", arguments: [id])
    guard let row else { throw Refusal.notFound }
    return try call.view.reviewed(row)
  }

  private static let linkDecisions = decisions("links") { call, isAllowed in
    let id = try call.id()
    try call.db.execute(sql: "UPDATE link SET trendable = ? WHERE id = ?", arguments: [isAllowed, id])
    return try TrendingLink.find(id, in: call.db).entity(in: call.view)
  }

  /// The routes that let something trend or keep it from trending.
  private static func decisions(
    _ subject: String, perform: @escaping @Sendable (Call, Bool) throws -> Entity
  ) -> [Endpoint] {
    [("approve", true), ("reject", false)].map { name, isAllowed in
      moderation(.post, "trends/\(subject)/:id/\(name)", as: "admin:write") { call, _ in
        Reply(try perform(call, isAllowed))
      }
    }
  }
}

extension Viewpoint {
  /// A status with what moderators need to know: whether one of them must review it.
  fileprivate func reviewed(_ row: Row) throws -> Entity {
    let decision: Bool? = row["trendable"]
    return try entity(of: Status(row: row)).with(["requires_review": .bool(decision == nil)])
  }

  /// An Admin::Tag entity: a tag with its number for an id and with the decisions.
  func adminTag(_ tag: ReviewedTag) throws -> Entity {
    guard case .object(let members) = try self.tag(tag.name) else { return .null }
    let named = members.map { member -> (name: String, value: Entity) in
      switch member.name {
      case "id": ("id", .text(String(tag.id)))
      case "name": ("name", .text(tag.displayName ?? tag.name))
      default: member
      }
    }
    return Entity.object(named).with([
      "trendable": .bool(tag.trendable ?? true), "usable": .bool(tag.usable),
      "requires_review": .bool(tag.reviewedAt == nil), "listable": .bool(tag.listable),
    ])
  }
}

extension Refusal {
  fileprivate static let otherName = invalid("Display name does not match the previous name")
}
