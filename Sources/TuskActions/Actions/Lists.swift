package import Fediverse
import JSONValue
package import XCallbackURL

extension Action {
  /// The actions on lists of accounts.
  package static let lists: [Action] = [
    Action(
      "getLists", verbs: ["lists"],
      "Lists your lists.", example: "lists",
      effect: .read, needs: .lists, returns: .list("lists", .list, "the identifiers, separated by commas", id: \.id)
    ) { server throws(Failure) in
      try await server.lists()
    },
    Action(
      "getList", verbs: ["get list"], "Returns a list and its settings.", example: "get list list:Friends",
      effect: .read, needs: .lists, takes: Argument.list, returns: .record(RecordOf.list)
    ) { server, list throws(Failure) in
      try await server.list(named: list)
    },
    Action(
      "getListsWith", verbs: ["lists with"], "Lists your lists that an account is in.",
      example: "lists with @bob@sandbox.example", effect: .read, needs: .lists, takes: Argument.account,
      returns: .list("lists", .list, "the identifiers, separated by commas", id: \.id)
    ) { server, account throws(Failure) in
      let id = try await server.id(of: account)
      return try await server.page(await server.client.lists.lists(with: id), about: account.name) { $0 }
    },
    Action(
      "createList", verbs: ["list new"], "Makes a list of accounts.", example: "list new Birders --exclusive",
      effect: .reversible(by: "deleteList"), done: "made the list {title} (list:{id})", needs: .lists,
      takes: Argument.title("title", "the title; your lists must differ by it"), Argument.replies,
      Argument.exclusive, returns: .record(RecordOf.list),
      resolve: { server, _, title, _, _ throws(Failure) in try await server.lists(titled: title).first }
    ) { server, title, replies, isExclusive throws(Failure) in
      try await server.newList(title, replies: replies, isExclusive: isExclusive)
    },
    Action(
      "updateList", verbs: ["list rename", "list change"], "Renames a list, or changes its settings.",
      example: "list rename list:Friends \"Close friends\"", effect: .reversible(by: "updateList"),
      done: "changed the list {title}", needs: .lists,
      takes: Argument.list, Argument.text("title", place: .operand, "the new title"), Argument.replies,
      Argument.exclusive, returns: .record(RecordOf.list)
    ) { server, list, title, replies, isExclusive throws(Failure) in
      try await server.changeList(list, title: title, replies: replies, isExclusive: isExclusive)
    },
    Action(
      "deleteList", verbs: ["delete", "list delete"], "Deletes a list; its members stay followed.",
      example: "delete list:Friends --yes", effect: .destructive, done: "deleted {subject}", needs: .lists,
      takes: Argument.list,
      returns: .nothing, isDoneIfMissing: true
    ) { server, list throws(Failure) in
      let id = try await server.list(named: list).id
      try await server.attempt(await server.client.lists.delete(id), about: "list '\(list)'")
    },
    Action(
      "getListMembers", verbs: ["list members"],
      "Lists the members of a list.", example: "list members list:Friends",
      effect: .read, needs: .lists, takes: Argument.list, Argument.query(),
      returns: .list("accounts", .account, "the identifiers, separated by commas", id: { $0.account.id })
    ) { server, list, query throws(Failure) in
      let members = server.client.lists.members(of: try await server.list(named: list).id)
      return try await server.accounts(in: members, query)
    },
    Action(
      "addToList", verbs: ["list add"],
      "Adds accounts to a list.", example: "list add list:Friends @newsbot@sandbox.example",
      effect: .reversible(by: "removeFromList"), done: "added {account} to {subject}", needs: .lists,
      takes: Argument.list, Argument.accounts("account", "the accounts to add"), returns: .nothing,
      before: { server, list, accounts throws(Failure) in
        try await server.restoration(ofList: list, adding: true, accounts, by: "removeFromList")
      }
    ) { server, list, accounts throws(Failure) in
      try await server.add(accounts, toListWithID: try await server.list(named: list).id)
    },
    Action(
      "removeFromList", verbs: ["list remove"],
      "Removes accounts from a list.", example: "list remove list:Friends @bob@sandbox.example",
      effect: .reversible(by: "addToList"), done: "removed {account} from {subject}", needs: .lists,
      takes: Argument.list, Argument.accounts("account", "the accounts to remove"), returns: .nothing,
      before: { server, list, accounts throws(Failure) in
        try await server.restoration(ofList: list, adding: false, accounts, by: "addToList")
      }
    ) { server, list, accounts throws(Failure) in
      try await server.remove(accounts, from: list)
    },
  ]
}

extension Argument where Value == RepliesPolicy? {
  /// Which replies a list shows.
  fileprivate static var replies: Argument {
    .spelling(
      "replies",
      of: Choices(
        ["followed", "list", "none"],
        meanings: [
          "followed": "replies to accounts that you follow", "list": "replies to members of the list",
          "none": "no replies",
        ]),
      "which replies the list shows: to accounts that you follow, to its members, or none")
  }
}

extension Argument where Value == Bool? {
  /// Whether a list hides its members from the home timeline.
  fileprivate static var exclusive: Argument {
    setting("exclusive", "hide the statuses of its members from your home timeline")
  }
}

extension RecordOf where Value == UserList {
  /// A list of accounts.
  static let list = RecordOf(
    "list", kind: .list, spelling: "title",
    Shape(
      Shape.Field("id", .identifier(.list), "the identifier on this server") { .string($0.id) },
      Shape.Field("title", .text, "the title") { .string($0.title) },
      .text("replies", "which replies it shows: followed, list or none", isOptional: true, isColumn: false) {
        $0.repliesPolicy?.rawValue
      },
      .flag(
        "exclusive", "whether its members' statuses are hidden from your home timeline", isOptional: true,
        isColumn: false, value: \.isExclusive)))
}

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
