import GRDB

/// An access token, for a person or for a client application alone.
struct Token: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "token"

  var value: String
  var applicationId: Int64
  var accountId: Int64?
  /// Separated by spaces.
  var scopes: String
  var createdAt: Moment

  static func find(_ value: String, in db: Database) throws -> Token? {
    try Token.fetchOne(
      db, SQLRequest(sql: "SELECT * FROM token WHERE value = ?", arguments: [value], cached: true))
  }

  /// Whether the token covers a scope: `write` covers `write:statuses`, `admin:read` covers `admin:read:reports`, and
  /// the legacy `follow` covers every relationship scope.
  func allows(_ scope: String) -> Bool {
    let granted = scopes.split(separator: " ")
    guard !granted.contains(where: { scope == $0 || scope.hasPrefix($0 + ":") }) else { return true }
    guard granted.contains("follow") else { return false }
    return ["follows", "blocks", "mutes"].contains(scope.drop { $0 != ":" }.dropFirst())
  }
}
