import GRDB

extension Routes {
  /// Filters as the first version of the API has them: each is one keyword of a filter.
  static let filtersV1: [Endpoint] = [
    Endpoint(.get, "/api/v1/filters", as: "read:filters") { call, me in
      let keywords = try Filter.Keyword.filter(
        sql: "filterId IN (SELECT id FROM filter WHERE accountId = ?)", arguments: [me.id]
      )
      .order(sql: "id").fetchAll(call.db)
      return Reply(.list(try keywords.map { try entity(of: FilterV1($0, in: call.db), call) }))
    },
    Endpoint(.post, "/api/v1/filters", as: "write:filters") { call, me in
      var filter = FilterV1(of: me)
      try filter.change(by: call)
      return Reply(entity(of: try filter.inserted(in: call.db), call))
    },
    Endpoint(.get, "/api/v1/filters/:id", as: "read:filters") { call, me in
      Reply(entity(of: try FilterV1(.find(call.id(), of: me, in: call.db), in: call.db), call))
    },
    Endpoint(.put, "/api/v1/filters/:id", as: "write:filters") { call, me in
      var filter = try FilterV1(.find(call.id(), of: me, in: call.db), in: call.db)
      let before = filter
      try filter.change(by: call)
      try filter.save(replacing: before, in: call.db)
      return Reply(entity(of: filter, call))
    },
    Endpoint(.delete, "/api/v1/filters/:id", as: "write:filters") { call, me in
      try FilterV1(.find(call.id(), of: me, in: call.db), in: call.db).delete(in: call.db)
      return .empty
    },
  ]

  /// A V1::Filter entity.
  private static func entity(of filter: FilterV1, _ call: Call) -> Entity {
    [
      "id": .id(filter.keyword.id), "phrase": .text(filter.keyword.keyword),
      "context": .texts(filter.filter.contexts.split(separator: ",").map(String.init)),
      "whole_word": .bool(filter.keyword.wholeWord), "expires_at": .moment(filter.filter.expiresAt),
      "irreversible": .bool(filter.filter.action == "hide"),
    ]
  }
}

/// A keyword with its filter.
private struct FilterV1 {
  private(set) var filter: Filter
  private(set) var keyword: Filter.Keyword

  init(of account: Account) {
    filter = Filter(accountId: account.id, title: "", contexts: "", action: "warn")
    keyword = Filter.Keyword(filterId: 0, keyword: "", wholeWord: false)
  }

  init(_ keyword: Filter.Keyword, in db: Database) throws {
    guard let filter = try Filter.filter(sql: "id = ?", arguments: [keyword.filterId]).fetchOne(db) else {
      throw Refusal.notFound
    }
    self.filter = filter
    self.keyword = keyword
  }

  /// Reads the form; the title of the filter is the phrase.
  mutating func change(by call: Call) throws {
    try keyword.change(by: call.form, "phrase")
    var form = Form()
    if call.form.has("phrase") || filter.id == nil { form.append("title", keyword.keyword) }
    for context in call.form.list("context") ?? [] { form.append("context[]", context) }
    if let seconds = call.form["expires_in"] { form.append("expires_in", seconds) }
    if let isHidden = call.form.flag("irreversible") { form.append("filter_action", isHidden ? "hide" : "warn") }
    try filter.change(by: form, at: call.now)
  }

  func inserted(in db: Database) throws -> FilterV1 {
    var copy = self
    try filter.insert(db)
    copy.filter.id = db.lastInsertedRowID
    copy.keyword.filterId = db.lastInsertedRowID
    try copy.keyword.insert(db)
    copy.keyword.id = db.lastInsertedRowID
    return copy
  }

  /// Stores the changes; what applies to all keywords of a filter cannot be changed for one of several.
  func save(replacing old: FilterV1, in db: Database) throws {
    let isShared = try filter.keywords(in: db).count > 1
    guard !isShared || filter.hasSameEffect(as: old.filter) else { throw Refusal.severalKeywords }
    try keyword.update(db)
    if !isShared { try filter.update(db) }
  }

  /// Deletes the keyword, and a filter that has nothing else.
  func delete(in db: Database) throws {
    try keyword.delete(db)
    if try filter.keywords(in: db).isEmpty, try filter.statuses(in: db).isEmpty { try filter.delete(db) }
  }
}

extension Filter {
  fileprivate func hasSameEffect(as other: Filter) -> Bool {
    contexts == other.contexts && action == other.action && expiresAt == other.expiresAt
  }
}

extension Refusal {
  fileprivate static let severalKeywords = Refusal(
    422,
    "These parameters cannot be changed from this application because they apply to more than one filter keyword. "
      + "Use a more recent application or the web interface.")
}
