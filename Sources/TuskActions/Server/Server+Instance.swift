package import Fediverse
package import XCallbackURL

extension Server {
  package func instance() async throws(Failure) -> Instance {
    try await attempt(await client.instance.instance())
  }

  package func search(_ text: String) async throws(Failure) -> SearchResults {
    let found = try await attempt(await client.search.search(text, kind: nil, resolve: false, limit: nil))
    var accounts: [AccountView] = []
    for account in found.accounts.elements { accounts.append(try await view(of: account)) }
    var statuses: [StatusView] = []
    for status in found.statuses.elements { statuses.append(StatusView(status, names: try await names())) }
    return SearchResults(accounts: accounts, statuses: statuses, tags: found.tags.elements)
  }
}
