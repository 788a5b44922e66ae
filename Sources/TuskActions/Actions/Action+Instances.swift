import XCallbackURL

extension Action {
  /// The actions on the server itself.
  package static let instances: [Action] = [
    Action(
      "getCurrentInstance", verbs: ["get instance", "instance"],
      "Returns the server's description of itself.", example: "get instance",
      effect: .read, returns: .record(.instance), isPublic: true
    ) { server throws(Failure) in
      try await server.instance()
    },
    Action(
      "getFeature", verbs: ["can"],
      "Reports whether the server supports a feature; exits with 1 if it does not.", example: "can quotes",
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
        id: { $0.isPossible ? $0.name : nil }),
      isPublic: true
    ) { server throws(Failure) in
      try await server.features()
    },
    Action(
      "search", verbs: ["search"],
      "Searches for accounts, statuses and hashtags.", example: "search sandbox",
      effect: .present, takes: Argument.required("query", place: .operand, "what to search for"),
      returns: .presentation, isPublic: true
    ) { server, query throws(Failure) in
      let found = try await server.search(query)
      return Presentation(sections: [
        Presentation.section("accounts", found.accounts, .profile, of: .account),
        Presentation.section("statuses", found.statuses, .page, of: .status),
        Presentation.section("tags", found.tags, .tag, of: .tag),
      ])
    },
  ]
}
