import Fediverse
import XCallbackURL

extension Action {
  /// The actions on lists of accounts.
  package static let lists: [Action] = [
    Action(
      "getLists", verbs: ["lists"],
      "Lists your lists.", example: "lists",
      effect: .read, returns: .list("lists", .list, "the identifiers, separated by commas", id: \.id)
    ) { server throws(Failure) in
      try await server.lists()
    },
    Action(
      "getListMembers", verbs: ["list members"],
      "Lists the members of a list.", example: "list members list:Friends",
      effect: .read, takes: Argument.list, Argument.query(),
      returns: .list("accounts", .account, "the identifiers, separated by commas", id: { $0.account.id })
    ) { server, list, query throws(Failure) in
      try await server.members(of: list, query)
    },
    Action(
      "addToList", verbs: ["list add"],
      "Adds accounts to a list.", example: "list add list:Friends @newsbot@sandbox.example",
      effect: .reversible(by: "removeFromList"),
      takes: Argument.list, Argument.accounts("account", "the accounts to add"), returns: .nothing
    ) { server, list, accounts throws(Failure) in
      try await server.add(accounts, to: list)
    },
    Action(
      "removeFromList", verbs: ["list remove"],
      "Removes accounts from a list.", example: "list remove list:Friends @bob@sandbox.example",
      effect: .reversible(by: "addToList"),
      takes: Argument.list, Argument.accounts("account", "the accounts to remove"), returns: .nothing
    ) { server, list, accounts throws(Failure) in
      try await server.remove(accounts, from: list)
    },
  ]
}
