package import Fediverse
package import XCallbackURL

extension Server {
  package func instance() async throws(Failure) -> Instance {
    try await attempt(await client.instance.instance())
  }

  /// Searches for accounts, statuses and hashtags.
  ///
  /// - Parameters:
  ///   - types: the types of results, as ``SearchResult/type`` names them; all if empty.
  ///   - count: the maximum number of results of each type; that of the server if `nil`.
  package func search(
    _ text: String, types: [String] = [], count: Int? = nil
  ) async throws(Failure) -> SearchResults {
    let kind = types.count == 1 ? Self.searchKinds[types[0]] : nil
    let found = try await attempt(await client.search.search(text, kind: kind, resolve: false, limit: count))
    let names = try await names()
    func isWanted(_ type: String) -> Bool { types.isEmpty || types.contains(type) }
    var results = SearchResults()
    if isWanted("account") {
      results.accounts = found.accounts.elements.map { AccountView(account: $0, name: names.name(of: $0)) }
      results.note(found.accounts.elements.count, found.accounts.unreadableRows, of: count)
    }
    if isWanted("status") {
      results.statuses = found.statuses.elements.map { StatusView($0, names: names) }
      results.note(found.statuses.elements.count, found.statuses.unreadableRows, of: count)
    }
    if isWanted("tag") {
      results.tags = found.tags.elements
      results.note(found.tags.elements.count, found.tags.unreadableRows, of: count)
    }
    return results
  }

  private static let searchKinds: [String: Client.Search.Kind] = [
    "account": .accounts, "status": .statuses, "tag": .hashtags,
  ]
}
