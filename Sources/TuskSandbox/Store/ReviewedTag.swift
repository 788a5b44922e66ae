import GRDB

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

extension Viewpoint {
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
