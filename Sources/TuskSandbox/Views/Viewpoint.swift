import GRDB

/// The database as one viewer may see it (a person or nobody): turns rows into entities.
final class Viewpoint {
  let db: Database
  let viewer: Account?
  let now: Moment
  private var accounts: [Int64: Entity] = [:]
  var people: [Int64: Account] = [:]
  var statuses: [Int64: Status] = [:]
  var parts: [Int64: StatusParts] = [:]
  private var emojis: [String: [(shortcode: String, entity: Entity)]] = [:]
  private var filters: [Filter.Active]?

  init(_ db: Database, viewer: Account?, now: Moment) {
    self.db = db
    self.viewer = viewer
    self.now = now
  }

  /// An Account entity, cached because the statuses on a page often share authors.
  func account(_ id: Int64) throws -> Entity {
    if let known = accounts[id] { return known }
    guard let account = try person(id) else { throw Refusal.notFound }
    let made = try entity(of: account)
    accounts[id] = made
    return made
  }

  func person(_ id: Int64) throws -> Account? {
    if people[id] == nil { try prepareAccounts([id]) }
    return people[id]
  }

  func status(_ id: Int64) throws -> Status? {
    if statuses[id] == nil { try prepare(ids: [id]) }
    return statuses[id]
  }

  func parts(of status: Status) throws -> StatusParts {
    if parts[status.id] == nil { try prepare([status]) }
    return parts[status.id] ?? StatusParts()
  }

  /// The custom emojis of `domain` (empty for this instance) that occur in `texts`.
  func emojis(in texts: [String], domain: String?) throws -> Entity {
    let names = Set(texts.flatMap(Self.shortcodes))
    guard !names.isEmpty else { return [] }
    return .list(try emojis(of: domain ?? "").filter { names.contains($0.shortcode) }.map(\.entity))
  }

  /// The words between two colons in a text.
  private static func shortcodes(in text: String) -> [String] {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).dropFirst().dropLast()
    return parts.filter { !$0.isEmpty && $0.allSatisfy(isOfShortcode) }.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isOfShortcode(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
    default: false
    }
  }

  func emojis(of domain: String) throws -> [(shortcode: String, entity: Entity)] {
    if let known = emojis[domain] { return known }
    let rows = try Row.fetchAll(
      db, sql: "SELECT * FROM emoji WHERE domain = ? ORDER BY shortcode", arguments: [domain])
    let found = rows.map { row -> (shortcode: String, entity: Entity) in
      let shortcode: String = row["shortcode"]
      let entity: Entity = [
        "shortcode": .text(shortcode), "url": .text(row["url"]), "static_url": .text(row["url"]),
        "visible_in_picker": true,
      ]
      let category: String? = row["category"]
      return (shortcode, category.map { entity.with(["category": .text($0)]) } ?? entity)
    }
    emojis[domain] = found
    return found
  }

  func activeFilters() throws -> [Filter.Active] {
    if let filters { return filters }
    let found = try viewer.map { try Filter.active(of: $0.id, at: now, in: db) } ?? []
    filters = found
    return found
  }

  /// Whether the viewer has a row in `table` that points at `id`.
  func viewerHas(_ table: String, _ column: String, _ id: Int64) throws -> Bool {
    guard let viewer else { return false }
    return try exists("SELECT 1 FROM \(table) WHERE accountId = ? AND \(column) = ?", [viewer.id, id])
  }

  func exists(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
    try Int.fetchOne(db, SQLRequest(sql: sql, arguments: arguments, cached: true)) != nil
  }
}
