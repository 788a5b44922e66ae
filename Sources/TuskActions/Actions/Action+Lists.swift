import Fediverse
import XCallbackURL

extension Action {
  /// What is done with lists of accounts.
  package static let lists: [Action] = [
    Action(
      "getLists", verbs: ["lists"],
      "Retrieves one's lists.", example: "lists",
      effect: .read, returns: .list("lists", .list, "the identifiers, joined by commas", id: \.id)
    ) { server throws(Failure) in
      try await server.lists()
    },
    Action(
      "getListMembers", verbs: ["list members"],
      "Retrieves who is in a list.", example: "list members list:Friends",
      effect: .read, takes: Argument.list, Argument.query(),
      returns: .list("accounts", .account, "the identifiers, joined by commas", id: { $0.account.id })
    ) { server, list, query throws(Failure) in
      try await server.members(of: list, query)
    },
    Action(
      "addToList", verbs: ["list add"],
      "Puts accounts into a list.", example: "list add list:Friends account:3",
      effect: .reversible(by: "removeFromList"),
      takes: Argument.list, Argument.accounts("account", "who is put into it"), returns: .nothing
    ) { server, list, accounts throws(Failure) in
      try await server.add(accounts, to: list)
    },
    Action(
      "removeFromList", verbs: ["list remove"],
      "Takes accounts out of a list.", example: "list remove list:Friends account:3",
      effect: .reversible(by: "addToList"),
      takes: Argument.list, Argument.accounts("account", "who is taken out of it"), returns: .nothing
    ) { server, list, accounts throws(Failure) in
      try await server.remove(accounts, from: list)
    },
  ]
}
