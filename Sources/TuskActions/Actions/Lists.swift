import Fediverse
import XCallbackURL

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
      try await server.members(of: list, query)
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
      try await server.add(accounts, to: list)
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
      "replies", of: Choices(["followed", "list", "none"]),
      "which replies the list shows: to accounts that you follow, to its members, or none")
  }
}

extension Argument where Value == Bool? {
  /// Whether a list hides its members from the home timeline.
  fileprivate static var exclusive: Argument {
    setting("exclusive", "hide the statuses of its members from your home timeline")
  }
}
