import GRDB

extension Routes {
  /// Search.
  static let search: [Endpoint] = [
    Endpoint(.get, "/api/v2/search", .anyone("read:search")) { call in
      guard call.form["q"]?.isEmpty == false else { throw Refusal(400, "missing parameter: q") }
      if call.viewer == nil, call.form.flag("resolve") == true || call.form["offset"] != nil {
        throw Refusal(401, "Search queries resolving remote resources are not supported without authentication")
      }
      return Reply(try Search(call).results())
    }
  ]
}

/// A search by text, handle, tag or URL.
struct Search {
  private let call: Call
  private let query: String
  private let limit: Int
  private let offset: Int

  init(_ call: Call) {
    self.call = call
    query = (call.form["q"] ?? "").filter { !$0.isNewline }.trimmingPrefix { $0.isWhitespace }.description
    let isAccountSearch = call.input.path.contains("accounts")
    limit = isAccountSearch ? call.form.limit(standard: 40, most: 80) : call.form.limit(standard: 20, most: 40)
    offset = call.form["type"] == nil && !isAccountSearch ? 0 : call.form.offset
  }

  private var isAddress: Bool { query.hasPrefix("https://") || query.hasPrefix("http://") }

  func results() throws -> Entity {
    let type = call.form["type"]
    let people = type ?? "accounts" == "accounts" ? try accounts(following: nil) : []
    let statuses = type ?? "statuses" == "statuses" ? try statuses() : []
    let tags = type ?? "hashtags" == "hashtags" ? try tags() : []
    return [
      "accounts": .list(try people.map { try call.view.entity(of: $0) }),
      "statuses": .list(try call.view.entities(of: statuses)),
      "hashtags": .list(try tags.map { try call.view.tag($0) }),
    ]
  }

  /// Matches by URL, then by exact handle, then by the beginnings of names.
  func accounts(following me: Account?) throws -> [Account] {
    guard !isAddress else {
      return try Account.filter(sql: "url = ? OR uri = ?", arguments: [query, query]).fetchAll(call.db)
    }
    let sought = query.drop { $0 == "@" }
    let like = Search.escaped(sought) + "%"
    let follows: SQL = me.map { "AND a.id IN (SELECT targetId FROM follow WHERE accountId = \($0.id))" } ?? ""
    let found = try SQLRequest<Account>(
      literal: """
        SELECT a.* FROM account a WHERE (a.username LIKE \(like) ESCAPE '\\' OR a.displayName LIKE \("%" + like) ESCAPE '\\'
          OR a.username || '@' || ifnull(a.domain, \(InstanceConfiguration.domain)) LIKE \(like) ESCAPE '\\')
          AND NOT a.suspended \(follows)
        ORDER BY a.followersCount DESC, a.id LIMIT \(limit) OFFSET \(offset)
        """
    ).fetchAll(call.db)
    guard offset == 0, me == nil, let exact = try Account.find(acct: String(sought), in: call.db) else { return found }
    return [exact] + found.filter { $0.id != exact.id }.prefix(max(0, limit - 1))
  }

  private func statuses() throws -> [Status] {
    let seen = Status.visibility(for: call.viewer?.id)
    guard !isAddress else {
      return try SQLRequest<Status>(
        literal: "SELECT s.* FROM status s WHERE (s.url = \(query) OR s.uri = \(query)) AND \(seen)"
      ).fetchAll(call.db)
    }
    guard call.viewer != nil else { return [] }
    let like = "%" + Search.escaped(query) + "%"
    let by: SQL = call.form.id("account_id").map { "AND s.accountId = \($0)" } ?? ""
    return try SQLRequest<Status>(
      literal: """
        SELECT s.* FROM status s
        WHERE CASE s.text WHEN '' THEN plainText(s.content) ELSE s.text END LIKE \(like) ESCAPE '\\' AND s.reblogOfId IS NULL
          AND \(seen) \(by) ORDER BY s.id DESC LIMIT \(limit) OFFSET \(offset)
        """
    ).fetchAll(call.db)
  }

  private func tags() throws -> [String] {
    guard !isAddress, !query.contains("@") else { return [] }
    let like = Search.escaped(query.lowercased().filter { $0 != "#" }) + "%"
    return try String.fetchAll(
      call.db,
      sql: """
        SELECT name FROM statusTag WHERE name LIKE ? ESCAPE '\\' GROUP BY name ORDER BY count(*) DESC LIMIT ? OFFSET ?
        """,
      arguments: [like, limit, offset])
  }

  /// Escapes the wildcards of LIKE.
  static func escaped(_ words: some StringProtocol) -> String {
    words.reduce(into: "") { $0 += ("%_\\".contains($1) ? "\\" : "") + String($1) }
  }
}
