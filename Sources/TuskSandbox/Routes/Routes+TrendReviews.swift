import GRDB

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
      return page.reply(ranked: try TrendingLink.rows(of: page, in: call.db).map(\.entity))
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
    return try TrendingLink.find(id, in: call.db).entity
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
}
