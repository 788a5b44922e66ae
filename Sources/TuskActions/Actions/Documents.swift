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
      try await server.peers(beginningWith: start)
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
      try await server.translationPairs()
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
