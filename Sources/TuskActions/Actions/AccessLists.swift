import Fediverse
import XCallbackURL

extension Action {
  /// The actions of moderators on servers, email addresses and IP addresses.
  static let accessLists: [Action] = servers + addresses

  private static let servers: [Action] = [
    .entries(
      "getAdminDomains", verbs: ["admin domains"], "Lists the servers that the moderators block.",
      example: "admin domains", needs: .adminDomainBlocks, .adminDomainBlock, "domains", id: \.domain
    ) { $0.domainBlocks.all },
    Action(
      "blockDomainAsAdmin", verbs: ["admin block"],
      "Blocks a server for everyone here, or changes its block.",
      example: "admin block domain:ads.example severity=silence --yes", effect: .destructive,
      needs: .adminDomainBlocks, takes: AdminDomainBlock.Draft.argument, returns: .record(RecordOf.adminDomainBlock)
    ) { server, draft throws(Failure) in
      let list = server.client.admin.domainBlocks
      var draft = draft
      if let block = try await server.first(of: list.all, where: { $0.domain == draft.domain }) {
        return try await server.attempt(await list.change(block.id, to: draft))
      }
      draft.severity = draft.severity ?? .silence
      return try await server.attempt(await list.add(draft))
    },
    Action(
      "unblockDomainAsAdmin", verbs: ["admin unblock"], "Unblocks a server for everyone here.",
      example: "admin unblock domain:spam.example", effect: .reversible(by: nil),
      done: "unblocked {subject} for everyone here", needs: .adminDomainBlocks,
      takes: Argument.adminDomain, returns: .nothing
    ) { server, domain throws(Failure) in
      let list = server.client.admin.domainBlocks
      let entry = try await server.entry(domain, of: list) { $0.domain == domain }
      try await server.attempt(await list.remove(entry.id))
    },
    .entries(
      "getAdminAllows", verbs: ["admin allows"], "Lists the servers that a server with an allow list talks to.",
      example: "admin allows", needs: .administration, .adminDomainAllow, "domains", id: \.domain
    ) { $0.domainAllows.all },
    Action(
      "allowDomain", verbs: ["admin allow"], "Adds a server to the allow list.",
      example: "admin allow domain:friends.example", effect: .reversible(by: "disallowDomain"),
      done: "added {subject} to the allow list",
      needs: .administration, takes: Argument.adminDomain, returns: .record(RecordOf.adminDomainAllow)
    ) { server, domain throws(Failure) in
      try await server.attempt(await server.client.admin.domainAllows.add(.init(domain: domain)))
    },
    Action(
      "disallowDomain", verbs: ["admin disallow"], "Removes a server from the allow list.",
      example: "admin disallow domain:partner.example --yes", effect: .destructive,
      done: "removed {subject} from the allow list", needs: .administration,
      takes: Argument.adminDomain, returns: .nothing
    ) { server, domain throws(Failure) in
      let list = server.client.admin.domainAllows
      let entry = try await server.entry(domain, of: list) { $0.domain == domain }
      try await server.attempt(await list.remove(entry.id))
    },
  ]

  private static let addresses: [Action] = [
    .entries(
      "getAdminEmails", verbs: ["admin emails"], "Lists the domains of email addresses that cannot register.",
      example: "admin emails", needs: .administration, .adminEmailBlock, "domains", id: \.domain
    ) { $0.emailDomainBlocks.all },
    Action(
      "addAdminEmail", verbs: ["admin emails add"], "Blocks the registration of a domain's email addresses.",
      example: "admin emails add trash.example", effect: .reversible(by: "removeAdminEmail"), needs: .administration,
      takes: Argument.title("domain", "the domain of the email addresses"),
      Argument.setting("approval", "let them register with approval"), returns: .record(RecordOf.adminEmailBlock)
    ) { server, domain, approval throws(Failure) in
      try await server.attempt(
        await server.client.admin.emailDomainBlocks.add(.init(domain: domain, allowsWithApproval: approval)))
    },
    Action(
      "removeAdminEmail", verbs: ["admin emails remove"], "Lets a domain's email addresses register again.",
      example: "admin emails remove throwaway.example", effect: .reversible(by: "addAdminEmail"),
      done: "unblocked the email addresses of {domain}",
      needs: .administration, takes: Argument.title("domain", "the domain of the email addresses"), returns: .nothing
    ) { server, domain throws(Failure) in
      let list = server.client.admin.emailDomainBlocks
      let entry = try await server.entry(domain, of: list) { $0.domain == domain }
      try await server.attempt(await list.remove(entry.id))
    },
    .entries(
      "getAdminAddresses", verbs: ["admin addresses"],
      "Lists the email addresses that cannot register, by their hashes.", example: "admin addresses",
      needs: .administration, .adminAddressBlock, "hashes", id: \.hash
    ) { $0.emailBlocks.all },
    Action(
      "addAdminAddress", verbs: ["admin addresses add"], "Blocks the registration of an email address.",
      example: "admin addresses add someone@throwaway.example", effect: .reversible(by: "removeAdminAddress"),
      needs: .administration, takes: Argument.title("address", "the email address"),
      returns: .record(RecordOf.adminAddressBlock)
    ) { server, address throws(Failure) in
      try await server.attempt(await server.client.admin.emailBlocks.add(.address(address)))
    },
    Action(
      "removeAdminAddress", verbs: ["admin addresses remove"], "Lets an email address register again.",
      example: "admin addresses remove someone@blocked.example", effect: .reversible(by: "addAdminAddress"),
      done: "unblocked {address}",
      needs: .administration, takes: Argument.title("address", "the email address"), returns: .nothing
    ) { server, address throws(Failure) in
      let blocks = try await server.attempt(await server.client.admin.emailBlocks.matching(address))
      guard !blocks.elements.isEmpty else { throw .notBlocked(address) }
      for block in blocks.elements { try await server.attempt(await server.client.admin.emailBlocks.remove(block.id)) }
    },
    .entries(
      "getAdminIPs", verbs: ["admin ips"], "Lists the ranges of IP addresses that are blocked.", example: "admin ips",
      needs: .administration, .adminIPBlock, "addresses", id: \.addresses
    ) { $0.ipBlocks.all },
    Action(
      "addAdminIP", verbs: ["admin ips add"], "Blocks a range of IP addresses, or changes its block.",
      example: "admin ips add 198.51.100.0/24 severity=no_access for=30d", effect: .reversible(by: "removeAdminIP"),
      needs: .administration, takes: AdminIPBlock.Draft.argument, returns: .record(RecordOf.adminIPBlock)
    ) { server, draft throws(Failure) in
      let list = server.client.admin.ipBlocks
      var draft = draft
      if let block = try await server.first(of: list.all, where: { $0.addresses == draft.addresses }) {
        return try await server.attempt(await list.change(block.id, to: draft))
      }
      draft.severity = draft.severity ?? .signUp
      return try await server.attempt(await list.add(draft))
    },
    Action(
      "removeAdminIP", verbs: ["admin ips remove"], "Unblocks a range of IP addresses.",
      example: "admin ips remove 192.0.2.0/24", effect: .reversible(by: "addAdminIP"), done: "unblocked {addresses}",
      needs: .administration,
      takes: Argument.title("addresses", "the addresses, such as 192.0.2.0/24"), returns: .nothing
    ) { server, addresses throws(Failure) in
      let list = server.client.admin.ipBlocks
      let entry = try await server.entry(addresses, of: list) { $0.addresses == addresses }
      try await server.attempt(await list.remove(entry.id))
    },
  ]

  /// A list for moderators.
  static func entries<Entry: Sendable>(
    _ name: String, verbs: [String], _ summary: String, example: String, needs: Feature, _ record: RecordOf<Entry>,
    _ result: String, id: @escaping @Sendable (Entry) -> String?,
    list: @escaping @Sendable (Client.Admin) -> PagedList<Entry>
  ) -> Action {
    Action(
      name, verbs: verbs, summary, example: example, effect: .read, needs: needs, takes: Argument.query(),
      returns: .list(result, record, "the identifiers, separated by commas", id: id)
    ) { server, query throws(Failure) in
      try await server.rows(of: list(server.client.admin), query) { entry, _ in entry }
    }
  }
}

extension Argument where Value == String {
  fileprivate static var adminDomain: Argument {
    let parameter = Parameter(
      "domain", .identifier(.domain), place: .subject, isRequired: true, "the domain of the server")
    return required(parameter, subject: Signature.Subject(kind: .domain, id: "domain"))
  }
}

extension Choices {
  fileprivate static let domainSeverities = Choices(
    ["noop", "silence", "suspend"],
    meanings: [
      "noop": "only what the other parameters say", "silence": "only followers see its accounts",
      "suspend": "nothing of it is shown or accepted",
    ])

  fileprivate static let addressSeverities = Choices(
    ["sign_up_requires_approval", "sign_up_block", "no_access"],
    meanings: [
      "sign_up_requires_approval": "new accounts await approval", "sign_up_block": "nobody can sign up",
      "no_access": "nobody can use the server",
    ])
}

extension AdminDomainBlock.Draft {
  fileprivate static var argument: Argument<Self> {
    .group(
      Self(domain: ""), Input(\.domain, .adminDomain),
      Input(
        \.severity,
        .spelling(
          "severity", of: .domainSeverities,
          "what happens to the server (default: silence, or as before)")),
      Input(\.rejectsMedia, .setting("reject-media", "do not store its media")),
      Input(\.rejectsReports, .setting("reject-reports", "drop its reports")),
      Input(\.privateComment, .text("comment", "the reason for moderators")),
      Input(\.publicComment, .text("public-comment", "the reason for everyone")),
      Input(\.isObfuscated, .setting("obfuscate", "hide its name in part from the public")))
  }
}

extension AdminIPBlock.Draft {
  fileprivate static var argument: Argument<Self> {
    .group(
      Self(""), Input(\.addresses, .title("addresses", "the addresses, such as 192.0.2.0/24")),
      Input(
        \.severity,
        .spelling(
          "severity", of: .addressSeverities,
          "what is blocked (default: sign_up_block, or as before)")),
      Input(\.comment, .text("comment", "the reason")),
      Input(\.lifetime, .seconds("for", "for how long (default: until it is removed, or as before)")))
  }
}

extension RecordOf where Value == AdminDomainBlock {
  /// A server that the moderators block.
  static let adminDomainBlock = RecordOf(
    "domainBlock", kind: .domain, id: "domain", spelling: "domain",
    Shape(
      .reference("domain", to: .domain, "its domain", value: \.domain),
      .text("severity", "what happens to it: noop, silence or suspend", value: \.severity.rawValue),
      .flag("rejectsMedia", "whether its media are not stored", value: \.rejectsMedia),
      .flag("rejectsReports", "whether its reports are dropped", isColumn: false, value: \.rejectsReports),
      .flag(
        "obfuscated", "whether its name is hidden in part from the public", isColumn: false, value: \.isObfuscated),
      .prose("comment", "the reason for moderators", isOptional: true, value: \.privateComment),
      .prose("publicComment", "the reason for everyone", isOptional: true, isColumn: false, value: \.publicComment),
      .time("created", "when it was blocked", value: \.createdAt),
      .text("id", "the identifier on this server", isColumn: false, value: \.id)))
}

extension RecordOf where Value == AdminDomainAllow {
  /// A server that the moderators allow.
  static let adminDomainAllow = RecordOf(
    "domainAllow", kind: .domain, id: "domain", spelling: "domain",
    Shape(
      .reference("domain", to: .domain, "its domain", value: \.domain),
      .time("created", "when it was allowed", value: \.createdAt),
      .text("id", "the identifier on this server", isColumn: false, value: \.id)))
}

extension RecordOf where Value == AdminEmailDomainBlock {
  /// A domain of email addresses that cannot register.
  static let adminEmailBlock = RecordOf(
    "emailBlock", id: "domain", spelling: "domain",
    Shape(
      .text("domain", "the domain of the email addresses", value: \.domain),
      .flag("approval", "whether they can register with approval", value: \.allowsWithApproval),
      .number("tries", "how many tried to register in the last days") { $0.history.map(\.uses).reduce(0, +) },
      .time("created", "when it was blocked", value: \.createdAt),
      .text("id", "the identifier on this server", isColumn: false, value: \.id)))
}

extension RecordOf where Value == AdminCanonicalEmailBlock {
  /// An email address that cannot register, by its hash.
  static let adminAddressBlock = RecordOf(
    "addressBlock", id: "hash", spelling: "hash",
    Shape(
      .text("hash", "the SHA-256 hash of the address without dots and tags", value: \.hash),
      .text("id", "the identifier on this server", value: \.id)))
}

extension RecordOf where Value == AdminIPBlock {
  /// A range of IP addresses that the moderators block.
  static let adminIPBlock = RecordOf(
    "ipBlock", id: "addresses", spelling: "addresses",
    Shape(
      .text("addresses", "the addresses, such as 192.0.2.0/24", value: \.addresses),
      .text(
        "severity", "what is blocked: sign_up_requires_approval, sign_up_block or no_access",
        value: \.severity.rawValue),
      .prose("comment", "the reason", value: \.comment), .time("created", "when it was blocked", value: \.createdAt),
      .time("expires", "when the block ends", value: \.expiresAt),
      .text("id", "the identifier on this server", isColumn: false, value: \.id)))
}

extension Server {
  /// The identifier of an entry of a list for moderators.
  ///
  /// - Parameter text: its identifier, or what `matches` compares.
  func entry<Entry: Identifiable, Draft>(
    _ text: String, of list: Client.Admin.AccessList<Entry, Draft>, matches: (Entry) -> Bool
  ) async throws(Failure) -> Entry where Entry.ID == String {
    guard let entry = try await first(of: list.all, where: matches) else { throw .noEntry(text) }
    return entry
  }
}

extension Failure {
  fileprivate static func notBlocked(_ address: String) -> Failure {
    Failure(.notFound, "the email address '\(address)' is not blocked")
  }

  fileprivate static func noEntry(_ text: String) -> Failure {
    Failure(.notFound, "the moderators' list has no entry '\(text)'")
  }
}
