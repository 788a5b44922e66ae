import Fediverse
import TuskCommon
import XCallbackURL

extension Action {
  /// The actions between you and another account.
  package static let relations: [Action] = follows + blocks + people

  private static let follows: [Action] = [
    Action(
      "followUser", verbs: ["follow"],
      "Follows an account, or changes the settings of a follow; an account that approves followers gets a request.",
      example: "follow account:3", effect: .reversible(by: "unfollowUser"), takes: Argument.account,
      Argument.setting("boosts", "show its boosts in your home timeline"),
      Argument.setting("notify", "be notified of its statuses"),
      Argument.list("languages", "only statuses in these languages, as ISO 639 codes"),
      returns: .record(.page, whole: .relation), notifies: true,
      before: { server, account, boosts, notify, languages throws(Failure) in
        try await server.restoration(
          ofFollowing: account, boosts: boosts, notify: notify, languages: languages, by: "followUser")
      }
    ) { server, account, boosts, notify, languages throws(Failure) in
      try await server.relate(toKnown: account) { (id) throws(FediverseError) in
        try await server.client.accounts.follow(
          id, showingReblogs: boosts, notifying: notify, languages: languages.isEmpty ? nil : languages)
      }
    },
    Action(
      "unfollowUser", verbs: ["unfollow"],
      "Stops following an account.", example: "unfollow account:3",
      effect: .reversible(by: "followUser"), done: "unfollowed {username}", takes: Argument.account,
      returns: .record(.page, whole: .relation),
      before: { server, account throws(Failure) in
        try await server.restoration(ofUnfollowing: account, by: "followUser")
      }
    ) { server, account throws(Failure) in
      try await server.relate(toKnown: account) { (id) throws(FediverseError) in
        try await server.client.accounts.unfollow(id)
      }
    },
    .relation(
      "removeFollower", verbs: ["remove follower"], "Removes an account from your followers.",
      example: "remove follower @bob@sandbox.example --yes", effect: .destructive,
      done: "removed {username} from your followers", needs: .removeFollowers
    ) { client, id throws(FediverseError) in try await client.accounts.removeFollower(id) },
    Action(
      "getFollowRequests", verbs: ["requests"], "Lists the accounts that want to follow you.", example: "requests",
      effect: .read, needs: .followRequests, takes: Argument.query(), returns: .accounts
    ) { server, query throws(Failure) in
      try await server.rows(of: server.client.followRequests.all, query) { request, names in
        Server.AccountView(account: request.account, name: names.name(of: request.account))
      }
    },
    Action(
      "acceptFollow", verbs: ["accept"], "Accepts an account's request to follow you.",
      example: "accept @trent@sandbox.example", effect: .reversible(by: "removeFollower"),
      done: "accepted {username} as a follower", needs: .followRequests,
      takes: Argument.account,
      returns: .relation,
      before: { server, account throws(Failure) in
        try await server.restoration(with: account) { _, before in
          Restoration(isNeedless: before.isFollowedBy, losses: ["the request to follow you"])
        }
      }
    ) { server, account throws(Failure) in
      try await server.decide(on: account) { requests, id throws(FediverseError) in try await requests.accept(id) }
    },
    Action(
      "rejectFollow", verbs: ["reject"], "Rejects an account's request to follow you.",
      example: "reject @victor@sandbox.example --yes", effect: .destructive, done: "rejected {username}",
      needs: .followRequests,
      takes: Argument.account, returns: .relation
    ) { server, account throws(Failure) in
      try await server.decide(on: account) { requests, id throws(FediverseError) in try await requests.reject(id) }
    },
  ]

  private static let blocks: [Action] = [
    .relation(
      "blockUser", verbs: ["block"], "Blocks an account: neither sees the other, and both stop following each other.",
      example: "block @newsbot@sandbox.example", effect: .reversible(by: "unblockUser"), done: "blocked {username}",
      before: { server, account throws(Failure) in
        try await server.restoration(ofBlocking: account, by: "unblockUser", "followUser")
      }
    ) { client, id throws(FediverseError) in try await client.accounts.block(id) },
    .relation(
      "unblockUser", verbs: ["unblock"], "Unblocks an account.",
      example: "unblock @newsbot@sandbox.example", effect: .reversible(by: "blockUser"), done: "unblocked {username}",
      before: { server, account throws(Failure) in
        try await server.restoration(with: account, setting: false, \.isBlocking)
      }
    ) { client, id throws(FediverseError) in try await client.accounts.unblock(id) },
    .accounts("getBlocks", verbs: ["blocks"], "Lists the accounts that you block.", example: "blocks") {
      $0.accounts.blocks
    },
    Action(
      "muteUser", verbs: ["mute"], "Mutes an account: its statuses and notifications are hidden from you.",
      example: "mute @newsbot@sandbox.example for=7d", effect: .reversible(by: "unmuteUser"),
      done: "muted {username}[ until {mutedUntil}]", takes: Argument.account,
      Argument.seconds("for", "for how long (default: until you unmute it)"),
      Argument.flag("keep-notifications", "still be notified of what it does"), returns: .relation,
      elsewhere: ["silence"],
      before: { server, account, duration, keeps throws(Failure) in
        try await server.restoration(
          ofMuting: account, isMute: true, for: duration, keepingNotifications: keeps, by: "muteUser")
      }
    ) { server, account, duration, keeps throws(Failure) in
      if duration != nil { try await server.require(.temporaryMutes) }
      var relation = try await server.relate(to: account) { (id) throws(FediverseError) in
        try await server.client.accounts.mute(id, notifications: keeps ? false : nil, duration: duration)
      }
      relation.mutedUntil = duration.map { server.now() + $0 }
      return relation
    },
    .relation(
      "unmuteUser", verbs: ["unmute"], "Unmutes an account.",
      example: "unmute @newsbot@sandbox.example", effect: .reversible(by: "muteUser"), done: "unmuted {username}",
      before: { server, account throws(Failure) in
        try await server.restoration(
          ofMuting: account, isMute: false, for: nil, keepingNotifications: false, by: "muteUser")
      }
    ) { client, id throws(FediverseError) in try await client.accounts.unmute(id) },
    .accounts("getMutes", verbs: ["mutes"], "Lists the accounts that you mute.", example: "mutes") {
      $0.accounts.mutes
    },
    Action(
      "blockDomain", verbs: ["block"],
      "Blocks a server: its accounts are hidden from you, and those among your followers are removed.",
      example: "block domain:spam.example --yes", effect: .destructive, done: "blocked {domain}", needs: .domainBlocks,
      takes: Argument.domain,
      returns: .nothing
    ) { server, domain throws(Failure) in
      try await server.attempt(await server.client.domainBlocks.block(domain))
    },
    Action(
      "unblockDomain", verbs: ["unblock"], "Unblocks a server.", example: "unblock domain:spam.example",
      effect: .reversible(by: "blockDomain"), done: "unblocked {domain}", needs: .domainBlocks, takes: Argument.domain,
      returns: .nothing,
      before: { server, domain throws(Failure) in try await server.restoration(ofUnblockingDomain: domain) }
    ) { server, domain throws(Failure) in
      try await server.attempt(await server.client.domainBlocks.unblock(domain))
    },
    Action(
      "getDomainBlocks", verbs: ["domain blocks"], "Lists the servers that you block.", example: "domain blocks",
      effect: .read, needs: .domainBlocks, takes: Argument.query(),
      returns: .list("domains", .domain, "the domains, separated by commas", id: \.domain)
    ) { server, query throws(Failure) in
      try await server.rows(of: server.client.domainBlocks.all, query) { domain, _ in domain }
    },
  ]

  private static let people: [Action] = [
    .relation(
      "endorseUser", verbs: ["endorse"], "Features an account that you follow on your profile.",
      example: "endorse @bob@sandbox.example", effect: .reversible(by: "unendorseUser"),
      done: "featured {username} on your profile", needs: .endorsements,
      before: { server, account throws(Failure) in
        try await server.restoration(with: account, setting: true, \.isEndorsed)
      }
    ) { client, id throws(FediverseError) in try await client.accounts.endorse(id) },
    .relation(
      "unendorseUser", verbs: ["unendorse"], "Stops featuring an account on your profile.",
      example: "unendorse @bob@sandbox.example", effect: .reversible(by: "endorseUser"),
      done: "no longer featured: {username}", needs: .endorsements,
      before: { server, account throws(Failure) in
        try await server.restoration(with: account, setting: false, \.isEndorsed)
      }
    ) { client, id throws(FediverseError) in try await client.accounts.unendorse(id) },
    Action(
      "getEndorsements", verbs: ["endorsed"], "Lists the accounts that an account features on its profile.",
      example: "endorsed", effect: .read, needs: .endorsements,
      takes: Argument.account("of", "the account (default: your own)"), Argument.query(), returns: .accounts
    ) { server, account, query throws(Failure) in
      guard account != .me else { return try await server.accounts(in: server.client.accounts.endorsements, query) }
      let id = try await server.id(of: account)
      return try await server.accounts(in: server.client.accounts.endorsements(of: id), query)
    },
    Action(
      "setNote", verbs: ["note"], "Writes a private note about an account, which only you see; \"\" removes it.",
      example: "note @bob@sandbox.example \"Met at the garden show\"", effect: .reversible(by: "setNote"),
      done: "changed your note about {username}[: {note}]",
      needs: .accountNotes, takes: Argument.account, Argument.text("text", place: .operand, "the note"),
      returns: .relation,
      before: { server, account, _ throws(Failure) in
        try await server.restoration(ofNoteAbout: account, by: "setNote")
      }
    ) { server, account, text throws(Failure) in
      guard let text else { throw .noteless() }
      return try await server.relate(to: account) { (id) throws(FediverseError) in
        try await server.client.accounts.setNote(text, about: id)
      }
    },
    Action(
      "getRelationships", verbs: ["relation"], "Lists what you and other accounts are to each other.",
      example: "relation @bob@sandbox.example @carol@sandbox.example", effect: .read,
      takes: Argument.accounts("account", "the accounts"),
      returns: .list("accounts", .relation, "the identifiers, separated by commas", id: \.id)
    ) { server, accounts throws(Failure) in
      try await server.relations(to: accounts)
    },
    Action(
      "getFamiliarFollowers", verbs: ["familiar"], "Lists the accounts you follow that also follow an account.",
      example: "familiar @bob@sandbox.example", effect: .read, needs: .familiarFollowers, takes: Argument.account,
      returns: .accounts
    ) { server, account throws(Failure) in
      try await server.familiarFollowers(of: account)
    },
    Action(
      "getSuggestions", verbs: ["suggestions"], "Lists accounts that the server suggests to follow.",
      example: "suggestions", effect: .read, needs: .suggestions, returns: .accounts
    ) { server throws(Failure) in
      let names = try await server.names()
      return try await server.page(await server.client.suggestions.all()) { suggestion in
        Server.AccountView(account: suggestion.account, name: names.name(of: suggestion.account))
      }
    },
    Action(
      "removeSuggestion", verbs: ["forget suggestion"], "Removes an account from the suggestions.",
      example: "forget suggestion @sakura@mastodon.example", effect: .reversible(by: nil),
      done: "no longer suggested: {subject}", needs: .suggestions,
      takes: Argument.account, returns: .nothing, isDoneIfMissing: true
    ) { server, account throws(Failure) in
      let id = try await server.id(of: account)
      try await server.attempt(await server.client.suggestions.remove(id), about: account.name)
    },
    Action(
      "getDirectory", verbs: ["directory"], "Lists accounts of the server's directory.", example: "directory --local",
      effect: .read, needs: .directory,
      takes: Argument<String?>.choice("order", of: ["active", "new"], "the order (default: active)"),
      Argument.flag("local", "only accounts of this server"),
      Argument<Int>.count("count", default: 40, "the number of accounts, 80 at most (default: 40)"),
      returns: .accounts, isPublic: true
    ) { server, order, isLocal, count throws(Failure) in
      try await server.directory(order, isLocal: isLocal, count: count)
    },
  ]
}

extension Argument where Value == String {
  /// A server, by its domain.
  fileprivate static var domain: Argument {
    let parameter = Parameter(
      "domain", .identifier(.domain), place: .subject, isRequired: true, "the domain of the server")
    return required(parameter, subject: Signature.Subject(kind: .domain, id: "domain"))
  }
}

extension Failure {
  fileprivate static func noteless() -> Failure {
    Failure(.missingParameter, "'text' is required; \"\" removes the note")
  }
}
