import GRDB

/// One page of a list, cut by ids, with links to the neighboring pages.
struct Page {
  /// When a page links to a next page.
  enum Continuation {
    /// For timelines: whenever the page is not empty, because more may exist.
    case always
    /// For lists of rows: only when the page is full.
    case whenFull
  }

  let limit: Int
  private let form: Form
  private let input: Call.Input

  init(_ call: Call, standard: Int = 20) {
    form = call.form
    input = call.input
    limit = form.limit(standard: standard, most: standard * 2)
  }

  /// Rows of `SELECT <columns> FROM <source>`, each with its `cursor`, newest first.
  func rows(_ columns: SQL, from source: SQL, cursor: SQL, in db: Database) throws -> [Row] {
    var query: SQL = "SELECT \(columns), \(cursor) AS cursor FROM \(source)"
    if let maxID = form.id("max_id") { query += " AND \(cursor) < \(maxID)" }
    if let minID = form.id("min_id") {
      query += " AND \(cursor) > \(minID) ORDER BY \(cursor) ASC LIMIT \(limit)"
      return try SQLRequest<Row>(literal: query, cached: true).fetchAll(db).reversed()
    }
    if let sinceID = form.id("since_id") { query += " AND \(cursor) > \(sinceID)" }
    query += " ORDER BY \(cursor) DESC LIMIT \(limit)"
    return try SQLRequest<Row>(literal: query, cached: true).fetchAll(db)
  }

  /// The rows as entities, with a Link header to the next and previous pages.
  func reply(_ rows: [Row], continuing: Continuation, each: (Row) throws -> Entity) throws -> Reply {
    reply(.list(try rows.map(each)), around: rows, continuing: continuing)
  }

  func reply(_ entity: Entity, around rows: [Row], continuing: Continuation) -> Reply {
    let reply = Reply(entity)
    guard let first: Int64 = rows.first?["cursor"], let last: Int64 = rows.last?["cursor"] else { return reply }
    var links: [String] = []
    if continuing == .always || rows.count == limit { links.append(link("max_id", last, "next")) }
    links.append(link("min_id", first, "prev"))
    return reply.with(header: "Link", links.joined(separator: ", "))
  }

  /// The part of a ranked list that begins at the offset in the form.
  func ranked(_ query: SQL, in db: Database) throws -> [Row] {
    try SQLRequest<Row>(literal: "\(query) LIMIT \(limit) OFFSET \(form.offset)").fetchAll(db)
  }

  /// A part of a ranked list; a full one links to the next.
  func reply(ranked entities: [Entity]) -> Reply {
    guard limit > 0, entities.count == limit else { return Reply(.list(entities)) }
    return Reply(.list(entities)).with(header: "Link", link("offset", Int64(form.offset + limit), "next"))
  }

  private func link(_ cursor: String, _ id: Int64, _ relation: String) -> String {
    let kept = input.query.pairs.filter {
      !["max_id", "min_id", "since_id", "offset", "access_token"].contains($0.name)
    }
    let pairs = (kept + [(cursor, String(id))]).sorted { $0.0 < $1.0 }
    let query = pairs.map { Page.encoded($0.0) + "=" + Page.encoded($0.1) }.joined(separator: "&")
    return "<http://\(input.host)\(input.path)?\(query)>; rel=\"\(relation)\""
  }

  static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      let character = Character(UnicodeScalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || "-._~".contains(character) {
        encoded.append(character)
      } else {
        encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }
}
