import Fediverse
import XCallbackURL

extension Action {
  /// The actions on what a server tells about itself besides its description.
  static let documents: [Action] = [
    .rows(
      "getRules", verbs: ["rules"], "Lists the rules of the server.", example: "rules", needs: .instanceRules, .rule,
      "rules", id: \.id
    ) {
      client throws(FediverseError) in try await client.instance.rules()
    },
    .document(
      "getAbout", verbs: ["about"], "Returns the server's long description.", example: "about",
      needs: .instanceDescription
    ) {
      client throws(FediverseError) in try await client.instance.extendedDescription()
    },
    .document(
      "getPrivacyPolicy", verbs: ["privacy"], "Returns the server's privacy policy.", example: "privacy",
      needs: .privacyPolicy
    ) {
      client throws(FediverseError) in try await client.instance.privacyPolicy()
    },
    Action(
      "getTerms", verbs: ["terms"], "Returns the server's terms of service.", example: "terms", effect: .read,
      needs: .termsOfService,
      takes: Argument.text(
        "from", "the date from which they apply, such as 2026-12-24 (default: those that apply now)"),
      returns: .record(RecordOf.document), isPublic: true
    ) { server, date throws(Failure) in
      try await server.attempt(await server.client.instance.termsOfService(from: date))
    },
    .rows(
      "getCustomEmojis", verbs: ["emojis"], "Lists the server's own emoji.", example: "emojis", needs: .customEmojis,
      .emoji, "emojis", id: \.shortcode
    ) {
      client throws(FediverseError) in try await client.instance.customEmojis()
    },
    Action(
      "getPeers", verbs: ["peers"], "Lists the servers that the server knows.", example: "peers fediverse",
      effect: .read, needs: .instancePeers,
      takes: Argument.text("start", place: .operand, "only those whose names begin like this"),
      returns: .list("domains", .peer, "the domains, separated by commas", id: \.domain), isPublic: true
    ) { server, start throws(Failure) in
      let peers: [String] =
        if let start {
          try await server.attempt(await server.client.instance.peers(beginningWith: start))
        } else {
          try await server.attempt(await server.client.instance.peers())
        }
      return ResultPage(peers.sorted().map(Server.Peer.init), next: nil)
    },
    .rows(
      "getActivity", verbs: ["activity"], "Lists the server's activity in the last weeks.", example: "activity",
      needs: .instanceActivity, .activity, "weeks", id: { $0.week.map { String($0.seconds) } }
    ) {
      client throws(FediverseError) in try await client.instance.activity()
    },
    .rows(
      "getInstanceBlocks", verbs: ["instance blocks"], "Lists the servers that the server blocks or limits.",
      example: "instance blocks", needs: .instanceBlocks, .blockedServer, "domains", id: \.domain
    ) {
      client throws(FediverseError) in try await client.instance.blockedServers()
    },
    .rows(
      "getLanguages", verbs: ["languages"], "Lists the languages that statuses can have.", example: "languages",
      needs: .instanceLanguages, .language, "languages", id: \.code
    ) {
      client throws(FediverseError) in try await client.instance.languages()
    },
    Action(
      "getTranslationLanguages", verbs: ["translation languages"],
      "Lists the languages that the server translates, with those that it translates them to.",
      example: "translation languages", effect: .read, needs: .translation,
      returns: .list("languages", .translationPair, "the codes, separated by commas", id: \.from), isPublic: true
    ) { server throws(Failure) in
      let languages = try await server.attempt(await server.client.instance.translationLanguages())
      let pairs = languages.sorted { $0.key < $1.key }.map {
        Server.TranslationPair(from: $0.key, to: $0.value.sorted())
      }
      return ResultPage(pairs, next: nil)
    },
  ]

  /// A list that one request returns whole and that anyone could read.
  private static func rows<Element: Sendable>(
    _ name: String, verbs: [String], _ summary: String, example: String, needs: Feature, _ record: RecordOf<Element>,
    _ result: String, id: @escaping @Sendable (Element) -> String?,
    read: @escaping @Sendable (Client) async throws(FediverseError) -> Rows<Element>
  ) -> Action {
    Action(
      name, verbs: verbs, summary, example: example, effect: .read, needs: needs,
      returns: .list(result, record, "the identifiers, separated by commas", id: id), isPublic: true
    ) { server throws(Failure) in
      try await server.page(await read(server.client)) { $0 }
    }
  }

  /// A text of the administrators.
  private static func document(
    _ name: String, verbs: [String], _ summary: String, example: String, needs: Feature,
    read: @escaping @Sendable (Client) async throws(FediverseError) -> InstanceDocument
  ) -> Action {
    Action(
      name, verbs: verbs, summary, example: example, effect: .read, needs: needs,
      returns: .record(RecordOf.document), isPublic: true
    ) { server throws(Failure) in
      try await server.attempt(await read(server.client))
    }
  }
}

extension RecordOf where Value == Instance.Rule {
  /// A rule of a server.
  static let rule = RecordOf(
    "rule", kind: .rule, spelling: "text",
    Shape(
      .id(.rule, value: \.id), .prose("text", "the rule", value: \.text),
      .prose("hint", "an explanation", isOptional: true, value: \.hint)))
}

extension RecordOf where Value == InstanceDocument {
  /// A text of a server's administrators, such as its privacy policy.
  static let document = RecordOf(
    "document", spelling: "text",
    Shape(
      .prose("text", "the content as plain text") { HTMLText($0.content).plain },
      .time("updated", "when it was last changed", value: \.updatedAt),
      .text(
        "effective", "the date from which it applies, such as 2026-12-24", isOptional: true, value: \.effectiveDate),
      .text(
        "successor", "the date from which the next version applies", isOptional: true, value: \.successorDate)))
}

extension RecordOf where Value == CustomEmoji {
  /// An emoji of a server.
  static let emoji = RecordOf(
    "emoji", kind: .emoji, id: "shortcode", spelling: "shortcode",
    Shape(
      .reference("shortcode", to: .emoji, "what you write between colons", value: \.shortcode),
      .text("category", "its category", isOptional: true, value: \.category),
      .url("url", "its image", value: \.url),
      .url("staticURL", "its image without animation", isColumn: false, value: \.staticURL)))
}

extension RecordOf where Value == InstanceActivity {
  /// A week of a server.
  static let activity = RecordOf(
    "activity", id: "week",
    Shape(
      .time("week", "when the week began", isOptional: false, value: \.week),
      .number("statuses", "the number of statuses", value: \.statuses),
      .number("logins", "the number of accounts that were active", value: \.logins),
      .number("registrations", "the number of new accounts", value: \.registrations)))
}

extension RecordOf where Value == BlockedServer {
  /// A server that a server blocks or limits.
  static let blockedServer = RecordOf(
    "blockedServer", kind: .domain, id: "domain", spelling: "domain",
    Shape(
      .reference("domain", to: .domain, "its domain, of which some letters may be hidden", value: \.domain),
      .text("severity", "how it is limited: silence or suspend", value: \.severity),
      .prose("comment", "the reason", isOptional: true, value: \.comment)))
}

extension RecordOf where Value == Language {
  /// A language in which a server's statuses can be.
  static let language = RecordOf(
    "language", id: "code", spelling: "code",
    Shape(.text("code", "the ISO 639 code", value: \.code), .text("name", "its name", value: \.name)))
}

extension RecordOf where Value == Server.TranslationPair {
  /// A language and those that a server can translate it to.
  static let translationPair = RecordOf(
    "translationPair", id: "from", spelling: "from",
    Shape(
      .text("from", "the ISO 639 code of the original", value: \.from),
      .texts("to", "the codes of the languages that it can be translated to", value: \.to)))
}

extension RecordOf where Value == Server.Peer {
  /// A server that a server knows.
  static let peer = RecordOf(
    "peer", kind: .domain, id: "domain", spelling: "domain",
    Shape(.reference("domain", to: .domain, "its domain", value: \.domain)))
}

extension Server {
  /// A language and those that it can be translated to.
  struct TranslationPair: Sendable {
    let from: String
    let to: [String]
  }

  /// A server that this one knows.
  struct Peer: Sendable {
    let domain: String
  }
}
