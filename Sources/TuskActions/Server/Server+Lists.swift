package import Fediverse
package import XCallbackURL

extension Server {
  /// Every list of the account.
  package func lists() async throws(Failure) -> ResultPage<UserList> {
    let lists = try await attempt(await client.lists.all())
    return ResultPage(lists.elements, next: nil, shortfall: Shortfall(lists.unreadableRows))
  }

  package func members(of list: String, _ query: ListQuery) async throws(Failure) -> ResultPage<AccountView> {
    let members = client.lists.members(of: try await self.list(named: list).id)
    return try await rows(of: members, query) { AccountView(account: $0, name: $1.name(of: $0)) }
  }

  package func add(_ references: [AccountReference], to list: String) async throws(Failure) {
    let (id, members) = (try await self.list(named: list).id, try await ids(of: references))
    try await attempt(await client.lists.add(members, to: id))
  }

  package func remove(_ references: [AccountReference], from list: String) async throws(Failure) {
    let (id, members) = (try await self.list(named: list).id, try await ids(of: references))
    try await attempt(await client.lists.remove(members, from: id))
  }

  private func ids(of references: [AccountReference]) async throws(Failure) -> [String] {
    var ids: [String] = []
    for reference in references { ids.append(try await id(of: reference)) }
    return ids
  }

  /// The list with this identifier, otherwise the only one with this title.
  func list(named name: String) async throws(Failure) -> UserList {
    let lists = try await lists().elements
    if let list = lists.first(where: { $0.id == name }) { return list }
    let titled = lists.filter { $0.title == name }
    guard let list = titled.first, titled.count == 1 else {
      throw titled.isEmpty ? .noList(name, lists) : .severalLists(name, titled)
    }
    return list
  }
}

extension Failure {
  fileprivate static func noList(_ name: String, _ lists: [UserList]) -> Failure {
    let known = lists.isEmpty ? "you have no lists" : "your lists: " + lists.map(\.title).joined(separator: ", ")
    return Failure(.notFound, "no list is called '\(name)'; \(known)")
  }

  fileprivate static func severalLists(_ name: String, _ lists: [UserList]) -> Failure {
    let ids = lists.map { "list:\($0.id)" }.joined(separator: ", ")
    return Failure(.invalidParameter, "several lists are called '\(name)': \(ids)")
  }
}
