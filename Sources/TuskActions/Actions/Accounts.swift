import Fediverse
import XCallbackURL

extension Action {
  /// The actions on accounts.
  package static let accounts: [Action] = [
    Action(
      "showAccount", verbs: ["show account"],
      "Shows an account.", example: "show account @alice@sandbox.example",
      effect: .present, takes: Argument.account, returns: .presentation, isPublic: true
    ) { server, account throws(Failure) in
      Presentation.card(try await server.account(account), .profile, of: .account, whole: .account)
    },
    Action(
      "getCurrentUser", verbs: ["me", "whoami"],
      "Returns the signed-in account.", example: "me",
      effect: .read, returns: .record(.account, whole: .account), tellsWhoActs: true
    ) { server throws(Failure) in
      try await server.me()
    },
    Action(
      "getAccount", verbs: ["get account", "account"],
      "Returns an account.", example: "get account acct=alice@sandbox.example --json",
      effect: .read, takes: Argument.account, returns: .record(.account, whole: .account), isPublic: true
    ) { server, account throws(Failure) in
      try await server.account(account)
    },
    Action(
      "getFollowers", verbs: ["followers"],
      "Lists the followers of an account.", example: "followers count=5",
      effect: .read, takes: Argument.account("of", "the account (default: your own)"), Argument.query(),
      returns: .list("accounts", .account, "the identifiers, separated by commas", id: { $0.account.id })
    ) { server, account, query throws(Failure) in
      try await server.accounts(.followers, of: account, query)
    },
    Action(
      "getFollowing", verbs: ["following"],
      "Lists the accounts that an account follows.", example: "following --all --json",
      effect: .read, takes: Argument.account("of", "the account (default: your own)"), Argument.query(),
      returns: .list("accounts", .account, "the identifiers, separated by commas", id: { $0.account.id })
    ) { server, account, query throws(Failure) in
      try await server.accounts(.following, of: account, query)
    },
  ]
}
