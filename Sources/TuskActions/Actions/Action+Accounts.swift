import Fediverse
import XCallbackURL

extension Action {
  /// What is done with accounts.
  package static let accounts: [Action] = [
    Action(
      "showAccount", verbs: ["show account"],
      "Shows an account.", example: "show account @alice@sandbox.example",
      effect: .present, takes: Argument.account, answers: .presentation, isPublic: true
    ) { server, account throws(Failure) in
      Presentation.card(try await server.person(account), .profile, of: .account)
    },
    Action(
      "getCurrentUser", verbs: ["me", "whoami"],
      "Retrieves the account that is signed in.", example: "me",
      effect: .read, answers: .record(.account, whole: .account), tellsWhoActs: true
    ) { server throws(Failure) in
      try await server.me()
    },
    Action(
      "getAccount", verbs: ["get account", "account"],
      "Retrieves an account.", example: "get account acct=alice@sandbox.example --json",
      effect: .read, takes: Argument.account, answers: .record(.account, whole: .account), isPublic: true
    ) { server, account throws(Failure) in
      try await server.person(account)
    },
    Action(
      "followUser", verbs: ["follow"],
      "Follows an account.", example: "follow account:3",
      effect: .reversible(by: "unfollowUser"), takes: Argument.account, answers: .record(.followed)
    ) { server, account throws(Failure) in
      try await server.follow(account)
    },
    Action(
      "unfollowUser", verbs: ["unfollow"],
      "Stops following an account.", example: "unfollow account:3",
      effect: .reversible(by: "followUser"), takes: Argument.account, answers: .record(.followed)
    ) { server, account throws(Failure) in
      try await server.unfollow(account)
    },
    Action(
      "getFollowers", verbs: ["followers"],
      "Retrieves who follows an account.", example: "followers count=5",
      effect: .read, takes: Argument.account("of", "whose, one's own where it is not given"), Argument.extent(),
      answers: .list("accounts", .account, "the identifiers, joined by commas", id: { $0.account.id })
    ) { server, account, extent throws(Failure) in
      try await server.people(.followers, of: account, extent)
    },
    Action(
      "getFollowing", verbs: ["following"],
      "Retrieves whom an account follows.", example: "following --all --json",
      effect: .read, takes: Argument.account("of", "whose, one's own where it is not given"), Argument.extent(),
      answers: .list("accounts", .account, "the identifiers, joined by commas", id: { $0.account.id })
    ) { server, account, extent throws(Failure) in
      try await server.people(.following, of: account, extent)
    },
  ]
}
