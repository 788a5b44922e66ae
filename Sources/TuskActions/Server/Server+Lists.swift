package import Fediverse
package import XCallbackURL

extension Server {
  /// Every list of the account.
  package func lists() async throws(Failure) -> ResultPage<UserList> {
    let lists = try await attempt(await client.lists.all())
    return ResultPage(lists.elements, next: nil, shortfall: Shortfall(lists.unreadableRows))
  }

  /// The lists with a title.
  func lists(titled title: String) async throws(Failure) -> [UserList] {
    try await lists().elements.filter { $0.title == title }
  }

  /// Makes a list, unless there is one of the title, because commands name lists by their titles.
  func newList(
    _ title: String, replies: RepliesPolicy?, isExclusive: Bool?
  ) async throws(Failure) -> UserList {
    if let list = try await lists(titled: title).first { throw .listExists(list) }
    return try await attempt(
      await client.lists.create(title, replies: replies, isExclusive: isExclusive))
  }

  func changeList(
    _ name: String, title: String?, replies: RepliesPolicy?, isExclusive: Bool?
  ) async throws(Failure) -> UserList {
    guard title != nil || replies != nil || isExclusive != nil else { throw .unchangedList() }
    let list = try await list(named: name)
    if let title, title != list.title, let other = try await lists(titled: title).first {
      throw .listExists(other)
    }
    // The title is always sent, because servers before Mastodon 4.2 require it.
    return try await attempt(
      await client.lists.update(
        list.id, title: title ?? list.title, replies: replies, isExclusive: isExclusive))
  }

  package func members(of list: String, _ query: ListQuery) async throws(Failure) -> ResultPage<AccountView> {
    let members = client.lists.members(of: try await self.list(named: list).id)
    return try await rows(of: members, query) { AccountView(account: $0, name: $1.name(of: $0)) }
  }

  package func add(_ references: [AccountReference], to list: String) async throws(Failure) {
    try await add(references, toListWithID: try await self.list(named: list).id)
  }

  /// Adds accounts to the list with an identifier, which is not looked up.
  func add(_ references: [AccountReference], toListWithID id: String) async throws(Failure) {
    let members = try await ids(of: references)
    do throws(Failure) { try await attempt(await client.lists.add(members, to: id)) } catch {
      throw error.code == .notFound ? .notFollowed(error) : error
    }
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
  fileprivate static func listExists(_ list: UserList) -> Failure {
    Failure(.invalidParameter, "a list is called '\(list.title)' already: list:\(list.id)")
  }

  /// Mastodon says no more than that the record is not found.
  fileprivate static func notFollowed(_ error: Failure) -> Failure {
    Failure(.notFound, "\(error.message); a list takes only accounts that you follow")
  }

  fileprivate static func unchangedList() -> Failure {
    Failure(.missingParameter, "give a new title, 'replies' or 'exclusive'")
  }

  fileprivate static func noList(_ name: String, _ lists: [UserList]) -> Failure {
    let known = lists.isEmpty ? "you have no lists" : "your lists: " + lists.map(\.title).joined(separator: ", ")
    return Failure(.notFound, "no list is called '\(name)'; \(known)")
  }

  fileprivate static func severalLists(_ name: String, _ lists: [UserList]) -> Failure {
    let ids = lists.map { "list:\($0.id)" }.joined(separator: ", ")
    return Failure(.invalidParameter, "several lists are called '\(name)': \(ids)")
  }
}
