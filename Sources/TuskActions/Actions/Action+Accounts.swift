import Fediverse
import XCallbackURL

extension Action {
  /// What is done with accounts.
  package static let accounts: [Action] = [
    Action(
      "showAccount", verbs: ["show account"],
      "Shows an account.", example: "show account @alice@sandbox.example",
      effect: .present, takes: Argument.account, answers: .presentation
    ) { server, account throws(Failure) in
      Presentation.card(try await server.person(account), .profile, of: .account)
    },
    Action(
      "getCurrentUser", verbs: ["me", "whoami"],
      "Retrieves the account that is signed in.", example: "me",
      effect: .read, answers: .record(.account)
    ) { server throws(Failure) in
      try await server.me()
    },
    Action(
      "getAccount", verbs: ["get account", "account"],
      "Retrieves an account.", example: "get account acct=alice@sandbox.example --json",
      effect: .read, takes: Argument.account, answers: .record(.account)
    ) { server, account throws(Failure) in
      try await server.person(account)
    },
    Action(
      "followUser", verbs: ["follow"],
      "Follows an account.", example: "follow account:3",
      effect: .reversible(by: nil), takes: Argument.account, answers: .record(.followed)
    ) { server, account throws(Failure) in
      try await server.follow(account)
    },
  ]
}
