import Fediverse
import JSONValue
import XCallbackURL

extension RecordOf where Value == Server.SearchResult {
  private typealias Field = Shape<Server.SearchResult>.Field

  /// A result of a search, of one of three types.
  static let searchResult = RecordOf("result", kindField: "type", Shape(descriptions + parts))

  /// What was found, in the same fields for each type.
  private static var descriptions: [Field] {
    [
      Field("type", .text, "what was found: account, status or tag", words: .only("account", "status", "tag")) {
        .string($0.type)
      },
      Field("id", .text, "its identifier on this server, or the name of the hashtag") { .string($0.id) },
      Field("name", .text, "the name of the account, of the status's author or of the hashtag") {
        $0.name.map(JSON.string)
      },
      Field("content", .prose, "the content of the status or the biography", isOptional: true) {
        $0.content.map(JSON.string)
      },
      Field("url", .url, "its page", isOptional: true) { $0.url.map(JSON.string) },
    ]
  }

  /// The record of what was found, in a field of its type.
  private static var parts: [Field] {
    [
      Field("account", .record("account"), "the account found", isOptional: true, isColumn: false) { result in
        guard case .account(let account) = result else { return nil }
        return .object(RecordOf<Server.AccountView>.account.object(of: account))
      },
      Field("status", .record("status"), "the status found", isOptional: true, isColumn: false) { result in
        guard case .status(let status) = result else { return nil }
        return .object(RecordOf<Server.StatusView>.status.object(of: status))
      },
      Field("tag", .identifier(.tag), "the hashtag found", isOptional: true, isColumn: false) { result in
        guard case .tag(let tag) = result else { return nil }
        return .string(tag.name)
      },
    ]
  }
}

extension Server.SearchResult {
  /// The kind of reference to it.
  var type: String {
    switch self {
    case .account: "account"
    case .status: "status"
    case .tag: "tag"
    }
  }

  var id: String {
    switch self {
    case .account(let view): view.account.id
    case .status(let view): view.status.id
    case .tag(let tag): tag.name
    }
  }

  fileprivate var name: String? {
    switch self {
    case .account(let view): view.name
    case .status(let view): view.author?.name
    case .tag(let tag): tag.name
    }
  }

  fileprivate var content: String? {
    switch self {
    case .account(let view): HTMLText(view.account.note).plain
    case .status(let view): (view.status.reblog ?? view.status).plainText
    case .tag: nil
    }
  }

  fileprivate var url: String? {
    switch self {
    case .account(let view): view.account.url
    case .status(let view): view.status.url
    case .tag(let tag): tag.url
    }
  }
}

extension Server {
  /// What to search for among.
  struct SearchNarrowing: Sendable {
    var isFollowing = false
    var isResolving = false
    /// Whose statuses.
    var author: AccountReference?
    /// When the statuses were posted.
    var times = TimeRange()

    package init() {}
  }

  /// Searches for accounts, statuses and hashtags.
  ///
  /// - Parameters:
  ///   - types: the types of results, as ``SearchResult/type`` names them; all if empty.
  ///   - count: the maximum number of results of each type; that of the server if `nil`.
  func search(
    _ text: String, types: [String] = [], _ narrowing: SearchNarrowing = SearchNarrowing(), count: Int? = nil
  ) async throws(Failure) -> SearchResults {
    var selection = Client.Search.Selection()
    selection.kind = types.count == 1 ? Self.searchKinds[types[0]] : nil
    (selection.isResolving, selection.isFollowing) = (narrowing.isResolving, narrowing.isFollowing)
    if let author = narrowing.author { selection.accountID = try await id(of: author) }
    let (pages, isCut) = try await searchPages(text, selection, count: count)
    let window = await narrowing.times.window(now: currentTime())
    let names = try await names()
    var results = SearchResults()
    for page in pages {
      results.add(page, types, in: window, names, of: pages.count == 1 ? count : nil)
    }
    if isCut { results.shortfall.mayBeCut = true }
    return results
  }

  /// The pages of a search, and whether the server has more that it does not send. Only a search for one type of
  /// results has several pages.
  private func searchPages(
    _ text: String, _ selection: Client.Search.Selection, count: Int?
  ) async throws(Failure) -> ([Fediverse.SearchResults], isCut: Bool) {
    var selection = selection
    var pages: [Fediverse.SearchResults] = []
    var known: Set<String> = []
    var sent = 0
    while true {
      let page = try await attempt(await client.search.search(text, selection, limit: count.map { $0 - sent }))
      let ids = Set(page.ids)
      guard pages.isEmpty || !ids.isSubset(of: known) else { return (pages, isCut: !ids.isEmpty) }
      pages.append(page)
      known.formUnion(ids)
      sent += page.size
      guard selection.kind != nil, let count, sent < count, SearchResults.usualSizes.contains(page.size) else {
        return (pages, isCut: false)
      }
      selection.offset = sent
    }
  }

  private static let searchKinds: [String: Client.Search.Kind] = [
    "account": .accounts, "status": .statuses, "tag": .hashtags,
  ]
}

extension Fediverse.SearchResults {
  fileprivate var ids: [String] {
    accounts.elements.map(\.id) + statuses.elements.map(\.id) + tags.elements.map(\.name)
  }

  /// The number of rows, those that cannot be read among them.
  fileprivate var size: Int {
    ids.count + accounts.unreadableRows.count + statuses.unreadableRows.count + tags.unreadableRows.count
  }
}

extension Server.SearchResults {
  /// Adds the results of a page that are of the types. What comes between two pages moves a row to the second one,
  /// which is added once.
  fileprivate mutating func add(
    _ found: Fediverse.SearchResults, _ types: [String], in window: TimeRange.Window, _ names: QualifiedNames,
    of count: Int?
  ) {
    func isWanted(_ type: String) -> Bool { types.isEmpty || types.contains(type) }
    if isWanted("account") {
      let known = Set(accounts.map(\.account.id))
      let new = found.accounts.elements.filter { !known.contains($0.id) }
      accounts += new.map { Server.AccountView(account: $0, name: names.name(of: $0)) }
      note(found.accounts.elements.count, found.accounts.unreadableRows, of: count)
    }
    if isWanted("status") {
      add(found.statuses.elements, in: window, names)
      note(found.statuses.elements.count, found.statuses.unreadableRows, of: count)
    }
    if isWanted("tag") {
      let known = Set(tags.map(\.name))
      tags += found.tags.elements.filter { !known.contains($0.name) }
      note(found.tags.elements.count, found.tags.unreadableRows, of: count)
    }
  }

  private mutating func add(_ found: [Status], in window: TimeRange.Window, _ names: QualifiedNames) {
    let known = Set(statuses.map(\.status.id))
    let fitting = found.filter { status in
      let isInTime = !window.isLimited || status.createdAt.map { window.position(of: $0) == .within } == true
      return isInTime && !known.contains(status.id)
    }
    statuses += fitting.map { Server.StatusView($0, names: names) }
    if window.isLimited { shortfall.note(rowsWithoutTime: found.count { $0.createdAt == nil }) }
  }
}
