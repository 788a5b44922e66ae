import Fediverse
import TuskCommon
import XCallbackURL

extension Action {
  /// The actions on whom you follow, and on who follows you.
  static let follows: [Action] = [
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
      let view = try await server.relate(toKnown: account) { (id) throws(FediverseError) in
        try await server.client.accounts.follow(
          id, showingReblogs: boosts, notifying: notify, languages: languages.isEmpty ? nil : languages)
      }
      server.tellIgnored(boosts: boosts, notify: notify, languages: languages, in: view)
      return view
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

  /// The actions on accounts and servers that you block or mute.
  static let blocks: [Action] = [
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
}

extension Argument where Value == String {
  /// A server, by its domain.
  fileprivate static var domain: Argument {
    let parameter = Parameter(
      "domain", .identifier(.domain), place: .subject, isRequired: true, "the domain of the server")
    return required(parameter, subject: Signature.Subject(kind: .domain, id: "domain"))
  }
}

extension RecordOf where Value == BlockedDomain {
  /// A server that you block.
  static let domain = RecordOf(
    "domain", kind: .domain, id: "domain", spelling: "domain",
    Shape(.reference("domain", to: .domain, "the domain of the server", value: \.domain)))
}

extension Server {
  /// Decides on a request to follow you.
  func decide(
    on reference: AccountReference,
    _ decision: (Client.FollowRequests, String) async throws(FediverseError) -> Relationship
  ) async throws(Failure) -> RelationView {
    let view = try await account(reference)
    let id = try await requestID(of: view)
    let relationship = try await attempt(await decision(client.followRequests, id), about: "request of @\(view.name)")
    return RelationView(relationship: relationship, id: view.account.id, name: view.name, url: view.account.url)
  }

  /// The identifier of the request of an account: on Friendica its own, elsewhere that of the account.
  private func requestID(of view: AccountView) async throws(Failure) -> String {
    guard try await attempt(await client.profile()).flavor == .friendica else { return view.account.id }
    let names = try await names()
    var walk = client.followRequests.all.walk()
    while let page = try await attempt(await walk.next()) {
      if let found = page.elements.first(where: { names.name(of: $0.account) == view.name }) { return found.id }
    }
    throw .noRequest(of: view.name)
  }
}

extension Failure {
  fileprivate static func noRequest(of name: String) -> Failure {
    Failure(.notFound, "@\(name) has not requested to follow you; list the requests with: requests")
  }
}
