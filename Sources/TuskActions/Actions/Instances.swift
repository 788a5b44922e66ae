import XCallbackURL

extension Action {
  /// The actions on the server itself.
  static let instances: [Action] = [
    Action(
      "getCurrentInstance", verbs: ["get instance", "instance"],
      "Returns the server's description of itself, or that of another server.", example: "get instance",
      effect: .read,
      takes: Argument.text("at", "the host of another server, which is asked without an account"),
      returns: .record(.instance, whole: .instance), isPublic: true
    ) { server, host throws(Failure) in
      guard let host else { return try await server.instance() }
      return try await server.elsewhere(host).instance()
    },
    Action(
      "getFeature", verbs: ["can"],
      "Reports whether the server supports a feature; exits with 1 if it does not, and with 2 if that is unknown.",
      example: "can quotes",
      effect: .read, takes: Argument.feature,
      Argument.flag("probe", "ask the server now instead of using cached information"),
      returns: .record(Shape(RecordOf.featureFields)), isPublic: true
    ) { server, feature, probe throws(Failure) in
      try await server.support(of: feature, isProbed: probe)
    },
    Action(
      "getFeatures", verbs: ["features"],
      "Lists every feature and whether the server supports it.", example: "features --json",
      effect: .read,
      returns: .list(
        "features", .feature, "the names of the supported features, separated by commas",
        id: { $0.isSupported ? $0.name : nil }),
      isPublic: true
    ) { server throws(Failure) in
      try await server.features()
    },
    Action(
      "getSearchResults", verbs: ["search", "find"],
      "Searches for accounts, statuses and hashtags; the type of each result says which it is.",
      example: "search sandbox", effect: .read,
      takes: Argument.required("query", place: .operand, "what to search for"),
      Argument.searchTypes, Argument.narrowing,
      Argument<Int>.count("count", default: 20, "the maximum number of results of each type (default: 20)"),
      returns: .list(
        "results", .searchResult, "the results as references, separated by commas", id: { "\($0.type):\($0.id)" })
    ) { server, query, types, narrowing, count throws(Failure) in
      try await server.search(query, types: types.isEmpty ? narrowing.types : types, narrowing, count: count).rows
    },
    Action(
      "search", verbs: ["show search"],
      "Shows accounts, statuses and hashtags that match.", example: "show search sandbox",
      effect: .present, takes: Argument.required("query", place: .operand, "what to search for"),
      returns: .presentation, isPublic: true
    ) { server, query throws(Failure) in
      let found = try await server.search(query)
      return Presentation(sections: [
        Presentation.section("accounts", found.accounts, .profile, of: .account),
        Presentation.section("statuses", found.statuses, .page, of: .status, whole: .status),
        Presentation.section("tags", found.tags, .tag, of: .tag),
      ])
    },
  ]
}

extension Server.SearchNarrowing {
  /// The types that can match at all; empty for all.
  fileprivate var types: [String] {
    author != nil || times != TimeRange() ? ["status"] : isFollowing ? ["account"] : []
  }
}

extension Argument where Value == [String] {
  /// The types of results.
  fileprivate static var searchTypes: Argument {
    let aliases = ["accounts": "account", "statuses": "status", "tags": "tag", "hashtags": "tag"]
    return .choices(
      "type", of: Choices(["account", "status", "tag"], aliases: aliases), "only results of this type")
  }
}

extension Argument where Value == Server.SearchNarrowing {
  fileprivate static var narrowing: Argument {
    .group(
      Server.SearchNarrowing(), Input(\.isFollowing, .flag("following", "only accounts that you follow")),
      Input(\.isResolving, .flag("resolve", "also look up names and URLs on other servers")),
      Input(\.author, .optionalAccount("of", "only statuses of this account")), Input(\.times, .times))
  }
}
