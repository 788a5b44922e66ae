import GRDB

/// A filter that hides statuses on a subject from a person.
struct Filter: Codable, FetchableRecord, PersistableRecord {
  /// A word or phrase to match.
  struct Keyword: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "filterKeyword"
    var id: Int64?
    var filterId: Int64
    var keyword: String
    var wholeWord: Bool

    func matches(_ text: String) -> Bool {
      let text = text.lowercased()
      guard wholeWord else { return text.contains(keyword.lowercased()) }
      let words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
      let sought = keyword.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
      guard !sought.isEmpty, words.count >= sought.count else { return false }
      return (0...(words.count - sought.count)).contains { Array(words[$0..<($0 + sought.count)]) == sought }
    }
  }

  /// A status that is filtered whatever its text is.
  struct Status: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "filterStatus"
    var id: Int64?
    var filterId: Int64
    var statusId: Int64
  }

  /// A filter with what it matches.
  struct Active {
    let filter: Filter
    let keywords: [Keyword]
    let statuses: Set<Int64>
  }

  static let databaseTableName = "filter"

  var id: Int64?
  var accountId: Int64
  var title: String
  /// Separated by commas.
  var contexts: String
  var action: String
  var expiresAt: Moment?

  func keywords(in db: Database) throws -> [Keyword] {
    try Keyword.filter(sql: "filterId = ?", arguments: [id]).order(sql: "id").fetchAll(db)
  }

  func statuses(in db: Database) throws -> [Status] {
    try Status.filter(sql: "filterId = ?", arguments: [id]).order(sql: "id").fetchAll(db)
  }

  static func active(of account: Int64, at now: Moment, in db: Database) throws -> [Active] {
    try Filter.filter(sql: "accountId = ? AND ifnull(expiresAt, ?) >= ?", arguments: [account, now, now])
      .order(sql: "id").fetchAll(db).map {
        Active(filter: $0, keywords: try $0.keywords(in: db), statuses: Set(try $0.statuses(in: db).map(\.statusId)))
      }
  }
}

extension Routes {
  /// Filters.
  static let filters: [Endpoint] = [
    Endpoint(.get, "/api/v2/filters", as: "read:filters") { call, me in
      let found = try Filter.filter(sql: "accountId = ?", arguments: [me.id]).order(sql: "id").fetchAll(call.db)
      return Reply(.list(try found.map { try call.view.entity(of: $0) }))
    },
    Endpoint(.post, "/api/v2/filters", as: "write:filters") { call, me in
      var filter = Filter(accountId: me.id, title: "", contexts: "", action: "warn")
      try filter.change(by: call.form, at: call.now)
      try filter.insert(call.db)
      filter.id = call.db.lastInsertedRowID
      try filter.changeKeywords(by: call.form, in: call.db)
      return Reply(try call.view.entity(of: filter))
    },
    Endpoint(.get, "/api/v2/filters/:id", as: "read:filters") { call, me in
      Reply(try call.view.entity(of: filter(call, of: me)))
    },
    Endpoint(.put, "/api/v2/filters/:id", as: "write:filters") { call, me in
      var filter = try filter(call, of: me)
      try filter.change(by: call.form, at: call.now)
      try filter.update(call.db)
      try filter.changeKeywords(by: call.form, in: call.db)
      return Reply(try call.view.entity(of: filter))
    },
    Endpoint(.delete, "/api/v2/filters/:id", as: "write:filters") { call, me in
      try call.db.execute(sql: "DELETE FROM filter WHERE id = ?", arguments: [filter(call, of: me).id])
      return .empty
    },
  ]

  static func filter(_ call: Call, of me: Account) throws -> Filter {
    let filter = try Filter.filter(sql: "id = ? AND accountId = ?", arguments: [call.id(), me.id]).fetchOne(call.db)
    guard let filter else { throw Refusal.notFound }
    return filter
  }
}

extension Filter {
  mutating func change(by form: Form, at now: Moment) throws {
    title = form["title"] ?? title
    contexts = form.list("context")?.joined(separator: ",") ?? contexts
    action = form["filter_action"] ?? action
    if form.has("expires_in") { expiresAt = form.int("expires_in").map { now.adding(seconds: $0) } }
    let known = ["home", "notifications", "public", "thread", "account"]
    guard !title.isEmpty else { throw Refusal.invalid("Title can't be blank") }
    guard !contexts.isEmpty, contexts.split(separator: ",").allSatisfy({ known.contains(String($0)) }) else {
      throw Refusal.invalid("Context None or invalid context supplied")
    }
    guard ["warn", "hide", "blur"].contains(action) else {
      throw Refusal(422, "'\(action)' is not a valid filter_action")
    }
  }

  fileprivate func changeKeywords(by form: Form, in db: Database) throws {
    for group in form.groups("keywords_attributes") {
      let isGone = group["_destroy"].map { ["1", "true"].contains($0) } ?? false
      let wholeWord = group["whole_word"].map { !["0", "false"].contains($0) } ?? true
      switch (group["id"].flatMap { Int64($0) }, group["keyword"]) {
      case (let id?, _) where isGone:
        try db.execute(sql: "DELETE FROM filterKeyword WHERE id = ? AND filterId = ?", arguments: [id, self.id])
      case (let id?, let words?):
        try db.execute(
          sql: "UPDATE filterKeyword SET keyword = ?, wholeWord = ? WHERE id = ? AND filterId = ?",
          arguments: [words, wholeWord, id, self.id])
      case (nil, let words?):
        try Keyword(filterId: self.id ?? 0, keyword: words, wholeWord: wholeWord).insert(db)
      default: break
      }
    }
  }
}

extension Routes {
  /// The keywords of filters, and the statuses that are filtered one by one.
  static let filterParts: [Endpoint] = [
    Endpoint(.get, "/api/v2/filters/:id/keywords", as: "read:filters") { call, me in
      Reply(.list(try filter(call, of: me).keywords(in: call.db).map(call.view.entity(of:))))
    },
    Endpoint(.post, "/api/v2/filters/:id/keywords", as: "write:filters") { call, me in
      var keyword = Filter.Keyword(filterId: try filter(call, of: me).id ?? 0, keyword: "", wholeWord: true)
      try keyword.change(by: call.form, "keyword")
      try keyword.insert(call.db)
      keyword.id = call.db.lastInsertedRowID
      return Reply(call.view.entity(of: keyword))
    },
    Endpoint(.get, "/api/v2/filters/keywords/:id", as: "read:filters") { call, me in
      Reply(call.view.entity(of: try .find(call.id(), of: me, in: call.db)))
    },
    Endpoint(.put, "/api/v2/filters/keywords/:id", as: "write:filters") { call, me in
      var keyword = try Filter.Keyword.find(call.id(), of: me, in: call.db)
      try keyword.change(by: call.form, "keyword")
      try keyword.update(call.db)
      return Reply(call.view.entity(of: keyword))
    },
    Endpoint(.delete, "/api/v2/filters/keywords/:id", as: "write:filters") { call, me in
      try Filter.Keyword.find(call.id(), of: me, in: call.db).delete(call.db)
      return .empty
    },
    Endpoint(.get, "/api/v2/filters/:id/statuses", as: "read:filters") { call, me in
      Reply(.list(try filter(call, of: me).statuses(in: call.db).map(call.view.entity(of:))))
    },
    Endpoint(.post, "/api/v2/filters/:id/statuses", as: "write:filters") { call, me in
      let filter = try filter(call, of: me)
      guard let id = call.form.id("status_id"), try call.view.visibleStatus(id) != nil else { throw Refusal.notFound }
      guard try !filter.statuses(in: call.db).contains(where: { $0.statusId == id }) else {
        throw Refusal.invalid("Status has already been taken")
      }
      var status = Filter.Status(filterId: filter.id ?? 0, statusId: id)
      try status.insert(call.db)
      status.id = call.db.lastInsertedRowID
      return Reply(call.view.entity(of: status))
    },
    Endpoint(.get, "/api/v2/filters/statuses/:id", as: "read:filters") { call, me in
      Reply(call.view.entity(of: try filterStatus(call, of: me)))
    },
    Endpoint(.delete, "/api/v2/filters/statuses/:id", as: "write:filters") { call, me in
      try filterStatus(call, of: me).delete(call.db)
      return .empty
    },
  ]

  private static func filterStatus(_ call: Call, of me: Account) throws -> Filter.Status {
    let status = try Filter.Status.filter(
      sql: "id = ? AND filterId IN (SELECT id FROM filter WHERE accountId = ?)", arguments: [call.id(), me.id])
    guard let status = try status.fetchOne(call.db) else { throw Refusal.notFound }
    return status
  }
}

extension Filter.Keyword {
  /// - Parameter name: the field with the words.
  mutating func change(by form: Form, _ name: String) throws {
    keyword = form[name] ?? keyword
    wholeWord = form.flag("whole_word") ?? wholeWord
    guard !keyword.isEmpty else { throw Refusal.invalid("Keyword can't be blank") }
  }

  /// The keyword, if one of the account's filters has it.
  static func find(_ id: Int64, of account: Account, in db: Database) throws -> Filter.Keyword {
    let keyword = Filter.Keyword.filter(
      sql: "id = ? AND filterId IN (SELECT id FROM filter WHERE accountId = ?)", arguments: [id, account.id])
    guard let keyword = try keyword.fetchOne(db) else { throw Refusal.notFound }
    return keyword
  }
}

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

extension Viewpoint {
  /// A Filter entity without its keywords.
  func header(of filter: Filter) -> Entity {
    [
      "id": .id(filter.id), "title": .text(filter.title),
      "context": .texts(filter.contexts.split(separator: ",").map(String.init)),
      "expires_at": .moment(filter.expiresAt), "filter_action": .text(filter.action),
    ]
  }

  /// A Filter entity.
  func entity(of filter: Filter) throws -> Entity {
    header(of: filter).with([
      "keywords": .list(try filter.keywords(in: db).map(entity(of:))),
      "statuses": .list(try filter.statuses(in: db).map(entity(of:))),
    ])
  }

  /// A FilterKeyword entity.
  func entity(of keyword: Filter.Keyword) -> Entity {
    ["id": .id(keyword.id), "keyword": .text(keyword.keyword), "whole_word": .bool(keyword.wholeWord)]
  }

  /// A FilterStatus entity.
  func entity(of status: Filter.Status) -> Entity { ["id": .id(status.id), "status_id": .id(status.statusId)] }
}

extension Refusal {
  fileprivate static let severalKeywords = Refusal(
    422,
    "These parameters cannot be changed from this application because they apply to more than one filter keyword. "
      + "Use a more recent application or the web interface.")
}
