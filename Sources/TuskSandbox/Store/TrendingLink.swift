import GRDB

/// A web page that statuses link to, with its newest card.
struct TrendingLink {
  private let id: Int64
  private let card: String
  private let isReviewed: Bool

  private init(_ row: Row) {
    id = row["id"]
    card = row["card"]
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
    SELECT l.id, l.trendable, s.card, max(s.id) AS newest FROM link l
    JOIN status s ON s.card IS NOT NULL AND json_extract(s.card, '$.url') = l.url
    """
  }

  private static var grouping: SQL { "GROUP BY l.id" }

  /// A Trends::Link entity with what only moderators see.
  var entity: Entity {
    .verbatim(card.dropLast() + ",\"history\":[],\"id\":\"\(id)\",\"requires_review\":\(!isReviewed)}")
  }
}
