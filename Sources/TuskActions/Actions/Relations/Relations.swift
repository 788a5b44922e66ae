package import Fediverse
import JSONValue
import XCallbackURL

extension Action {
  /// The actions between you and another account.
  package static let relations: [Action] = follows + blocks + people

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
      let (id, names) = (try await server.id(of: account), try await server.names())
      let rows = try await server.attempt(
        await server.client.accounts.familiarFollowers(of: [id]), about: account.name)
      let accounts = rows.elements.filter { $0.id == id }.flatMap(\.accounts)
      let views = accounts.map { Server.AccountView(account: $0, name: names.name(of: $0)) }
      return ResultPage(views, next: nil, shortfall: Shortfall(rows.unreadableRows))
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
      takes: Argument<String?>.choice("order", of: .directoryOrders, "the order (default: active)"),
      Argument.flag("local", "only accounts of this server"),
      Argument<Int>.count("count", default: 40, "the number of accounts, 80 at most (default: 40)"),
      returns: .accounts, isPublic: true
    ) { server, order, isLocal, count throws(Failure) in
      let names = try await server.names()
      let order = order.flatMap(Client.Suggestions.Order.init)
      return try await server.page(
        await server.client.suggestions.directory(order: order, local: isLocal, limit: min(count, 80))
      ) { Server.AccountView(account: $0, name: names.name(of: $0)) }
    },
  ]
}

extension RecordOf where Value == Server.RelationView {
  /// What you and another account are to each other.
  static let relation = RecordOf("relation", kind: .account, spelling: "username", Shape(Self.ties + Self.settings))

  /// What you are to each other, without naming the account.
  static let onProfile = RecordOf("relation", Shape(unnamedTies + settings))

  /// The most important fields of ``onProfile``.
  static var briefly: Shape<Server.RelationView> {
    Shape(unnamedTies + settings.filter { $0.result.name == "note" })
  }

  private static var unnamedTies: [Field] { ties.filter { !["id", "username"].contains($0.result.name) } }

  private typealias Field = Shape<Server.RelationView>.Field

  private static var ties: [Field] {
    [
      .id(.account, value: \.id),
      Shape.Field("username", .acct, "the account name, if it was given or looked up", isOptional: true) {
        $0.name.map(JSON.string)
      },
      .flag("following", "whether you follow it", value: \.relationship.isFollowing),
      .flag("requested", "whether your request to follow it is pending", value: \.relationship.isRequested),
      .flag("followedBy", "whether it follows you", value: \.relationship.isFollowedBy),
      .flag(
        "requestedBy", "whether its request to follow you is pending", isColumn: false,
        value: \.relationship.isRequestedBy),
      .flag("muting", "whether you mute it", value: \.relationship.isMuting),
      .flag("blocking", "whether you block it", value: \.relationship.isBlocking),
      .flag("blockedBy", "whether it blocks you", isColumn: false, value: \.relationship.isBlockedBy),
      .flag("blockingDomain", "whether you block its server", isColumn: false, value: \.relationship.isBlockingDomain),
    ]
  }

  private static var settings: [Field] {
    [
      .flag(
        "boosts", "whether your home timeline shows its boosts", isColumn: false,
        value: \.relationship.isShowingReblogs),
      .flag("notify", "whether you are notified of its statuses", isColumn: false, value: \.relationship.isNotifying),
      .texts(
        "languages", "the languages of the statuses that you see, as ISO 639 codes; empty for all", isColumn: false,
        value: \.relationship.languages),
      .flag(
        "mutingNotifications", "whether you also mute its notifications", isColumn: false,
        value: \.relationship.isMutingNotifications),
      Shape.Field("mutedUntil", .time, "when a mute that was just made ends", isOptional: true, isColumn: false) {
        $0.mutedUntil.map(JSON.int)
      },
      .flag("endorsed", "whether it is featured on your profile", isColumn: false, value: \.relationship.isEndorsed),
      .prose("note", "your private note about it", isOptional: true) {
        $0.relationship.note.isEmpty ? nil : $0.relationship.note
      },
      .url("url", "the account's page, if it was looked up", isColumn: false, value: \.url),
    ]
  }
}

extension Shape where Value == Server.RelationView {
  /// The page of an account that was followed or unfollowed.
  static var page: Shape {
    Shape(Field("url", .url, "the account's page") { $0.url.map(JSON.string) })
  }
}

extension Server {
  /// What you and another account are to each other, and what is known of the account.
  package struct RelationView: Sendable {
    package let relationship: Relationship
    /// The identifier of the account; some servers leave it out of the relationship.
    package let id: String
    package let name: String?
    /// The page of the account.
    let url: String?
    /// When a mute that was just made ends, in seconds since 1970.
    var mutedUntil: Int?
  }

  /// Makes a change between you and an account.
  ///
  /// Like every change, it sends no request after the change: a failure there would hide that the change succeeded.
  func relate(
    to reference: AccountReference, _ change: (String) async throws(FediverseError) -> Relationship
  ) async throws(Failure) -> RelationView {
    let id = try await id(of: reference)
    let relationship = try await attempt(await change(id), about: reference.name)
    let name: String? = if case .acct(let acct) = reference { acct } else { nil }
    return RelationView(relationship: relationship, id: id, name: name, url: nil)
  }

  /// Makes a change between you and an account whose page the answer tells.
  func relate(
    toKnown reference: AccountReference, _ change: (String) async throws(FediverseError) -> Relationship
  ) async throws(Failure) -> RelationView {
    let view = try await account(reference)
    let relationship = try await attempt(await change(view.account.id), about: reference.name)
    return RelationView(relationship: relationship, id: view.account.id, name: view.name, url: view.account.url)
  }

  /// Tells which settings of a follow the server ignored. Some show those of a request only when it is accepted.
  func tellIgnored(boosts: Bool?, notify: Bool?, languages: [String], in view: RelationView) {
    let relation = view.relationship
    guard relation.isFollowing else { return }
    var ignored: [String] = []
    if let boosts, relation.isShowingReblogs != boosts { ignored.append("boosts") }
    if let notify, relation.isNotifying != notify { ignored.append("notify") }
    if !languages.isEmpty, relation.languages.isEmpty { ignored.append("languages") }
    let name = view.name.map { "@\($0)" } ?? "account:\(view.id)"
    for setting in ignored { tell(.loss("the server ignored '\(setting)' of the follow: \(name)")) }
  }

  /// What you and several accounts are to each other, in the order in which they are named.
  func relations(to references: [AccountReference]) async throws(Failure) -> ResultPage<RelationView> {
    var views: [AccountView] = []
    for reference in references { views.append(try await account(reference)) }
    let rows = try await attempt(await client.accounts.relationships(views.map(\.account.id)))
    let relations = views.compactMap { view in
      rows.elements.first { $0.id == view.account.id }.map { relationship in
        RelationView(relationship: relationship, id: view.account.id, name: view.name, url: view.account.url)
      }
    }
    return ResultPage(relations, next: nil, shortfall: Shortfall(rows.unreadableRows))
  }
}

extension Failure {
  fileprivate static func noteless() -> Failure {
    Failure(.missingParameter, "'text' is required; \"\" removes the note")
  }
}

extension Choices {
  fileprivate static let directoryOrders = Choices(
    ["active", "new"], meanings: ["active": "those who posted last first", "new": "the newest accounts first"])
}
