import Fediverse
import XCallbackURL

extension Action {
  /// The actions on what others did with a status, and on emoji reactions.
  package static let reactions: [Action] = [
    .reaction(
      "reactToStatus", verbs: ["react"], "Reacts to a status with an emoji.",
      example: "react status:123 \"👍\"", undoneBy: "unreactToStatus", done: "{emoji} reacted to {author}: {text}"
    ) { statuses, emoji, id throws(FediverseError) in try await statuses.react(emoji, to: id) },
    .reaction(
      "unreactToStatus", verbs: ["unreact"], "Removes your reaction with an emoji from a status.",
      example: "unreact status:123 \"👍\"", undoneBy: "reactToStatus", done: "removed your reaction to {author}: {text}"
    ) { statuses, emoji, id throws(FediverseError) in try await statuses.unreact(emoji, to: id) },
    Action(
      "getReactions", verbs: ["reactions"],
      "Lists the emoji reactions to a status.", example: "reactions status:123",
      effect: .read, needs: .emojiReactions, takes: Argument.status,
      returns: .list("reactions", .reaction, "the emojis, separated by commas", id: \.name)
    ) { server, status throws(Failure) in
      let id = try await server.id(of: status)
      return try await server.page(await server.client.statuses.reactions(to: id), about: status.name) { $0 }
    },
    Action(
      "getBoosters", verbs: ["boosters"],
      "Lists the accounts that boosted a status.", example: "boosters status:123",
      effect: .read, takes: Argument.status, Argument.query(), returns: .accounts
    ) { server, status, query throws(Failure) in
      try await server.accounts(in: server.client.statuses.rebloggers(of: try await server.id(of: status)), query)
    },
    Action(
      "getFavoriters", verbs: ["favoriters"],
      "Lists the accounts that favorited a status.", example: "favoriters status:123",
      effect: .read, takes: Argument.status, Argument.query(), returns: .accounts
    ) { server, status, query throws(Failure) in
      try await server.accounts(in: server.client.statuses.favoriters(of: try await server.id(of: status)), query)
    },
    Action(
      "getQuotes", verbs: ["quotes"],
      "Lists the statuses that quote a status.", example: "quotes status:123",
      effect: .read, needs: .quoteControl, takes: Argument.status, Argument.query(), returns: .statuses
    ) { server, status, query throws(Failure) in
      try await server.statuses(in: server.client.statuses.quotes(of: try await server.id(of: status)), query)
    },
    Action(
      "revokeQuote", verbs: ["revoke quote"],
      "Revokes a quote of one of your statuses, so that the quoting status no longer shows it.",
      example: "revoke quote status:106 of=status:105", effect: .reversible(by: nil),
      done: "revoked the quote of {author}: {text}", needs: .quoteControl,
      takes: Argument.status, Argument.quoted, returns: .record(.link, whole: .link)
    ) { server, quote, quoted throws(Failure) in
      try await server.mark(quote) { (statuses, id) throws(FediverseError) in
        try await statuses.revokeQuote(of: quoted, by: id)
      }
    },
    Action(
      "setQuotePolicy", verbs: ["quote policy"],
      "Changes who may quote one of your statuses from now on.",
      example: "quote policy status:105 followers", effect: .reversible(by: "setQuotePolicy"),
      done: "changed who may quote {text}",
      needs: .quotePolicies, takes: Argument.status,
      Argument<QuotePolicy>.requiredChoice(
        "policy", of: ["public": .public, "followers": .followers, "nobody": .nobody],
        meanings: QuotePolicy.meanings, place: .operand, "who may quote it"),
      returns: .record(.link, whole: .link)
    ) { server, status, policy throws(Failure) in
      try await server.mark(status) { (statuses, id) throws(FediverseError) in
        try await statuses.setQuotePolicy(policy, of: id)
      }
    },
  ]

  /// A change of the reactions to a status.
  private static func reaction(
    _ name: String, verbs: [String], _ summary: String, example: String, undoneBy opposite: String, done: String,
    change: @escaping @Sendable (Client.Statuses, String, String) async throws(FediverseError) -> Status
  ) -> Action {
    Action(
      name, verbs: verbs, summary, example: example, effect: .reversible(by: opposite), done: done,
      needs: .emojiReactions,
      takes: Argument.status,
      Argument.required("emoji", place: .operand, "the emoji, or the shortcode of a custom one"),
      returns: .record(.link, whole: .link), notifies: !opposite.hasPrefix("react")
    ) { server, status, emoji throws(Failure) in
      try await server.mark(status) { (statuses, id) throws(FediverseError) in try await change(statuses, emoji, id) }
    }
  }
}

extension Argument where Value == String {
  /// The status that is quoted.
  fileprivate static var quoted: Argument {
    required(Parameter("of", .identifier(.status), isRequired: true, "your status that it quotes"))
  }
}

extension RecordOf where Value == EmojiReaction {
  /// The reactions with one emoji.
  static let reaction = RecordOf(
    "reaction", id: "emoji", spelling: "emoji",
    Shape(
      .text("emoji", "the emoji, or the shortcode of a custom one", value: \.name),
      .number("count", "the number of accounts that reacted with it", value: \.count),
      .flag("own", "whether you did", value: \.isOwn),
      .url("url", "the image of a custom emoji", isColumn: false, value: \.url)))
}
