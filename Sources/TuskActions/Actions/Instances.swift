import Fediverse
import JSONValue
package import XCallbackURL

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
    let meanings = ["account": "accounts", "status": "statuses", "tag": "hashtags"]
    return .choices(
      "type", of: Choices(["account", "status", "tag"], aliases: aliases, meanings: meanings),
      "only results of this type")
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

extension Shape where Value == Server.InstanceView {
  /// A server as Tusker documents it.
  static var instance: Shape {
    Shape(
      Field("uri", .text, "the server's domain or URI") { .string($0.instance.uri) },
      Field("name", .text, "the name of the server") { .string($0.instance.title) },
      Field("description", .prose, "its description of itself") {
        .string(HTMLText($0.instance.description).plain)
      },
      Field("contactAccount", .identifier(.account), "the account to contact", isOptional: true) {
        ($0.instance.contactAccount?.id).map(JSON.string)
      })
  }
}

extension RecordOf where Value == Server.InstanceView {
  /// A server's description of itself.
  static let instance = RecordOf("instance", id: "domain", spelling: "domain", Shape(identity + sizes + limits))

  private typealias Field = Shape<Server.InstanceView>.Field

  private static var identity: [Field] {
    [
      .text("domain", "the domain of its accounts", value: \.domain),
      .text("uri", "its domain or URI, as it states it", isColumn: false, value: \.instance.uri),
      .text("name", "its name", value: \.instance.title),
      .prose("description", "its description of itself") { HTMLText($0.instance.description).plain },
      .text("software", "the server program", value: \.software),
      .text("version", "the version, as the server states it", value: \.instance.version),
      .number(
        "apiVersion", "the version of the Mastodon API that it states", isOptional: true, isColumn: false,
        value: \.instance.apiVersion),
      .text("registrations", "whether you can register: open, approval or closed", isOptional: true) {
        $0.registrations
      },
      .record("contact", "the account to contact", as: { .account }, isColumn: false, value: \.contact),
      .reference(
        "contactAccount", to: .account, "the account to contact", isOptional: true, isColumn: false
      ) { $0.instance.contactAccount?.id },
      .text("email", "the email address to write to", isOptional: true, value: \.instance.email),
      .texts("languages", "the main languages, as ISO 639 codes", value: \.instance.languages),
      .url("thumbnailURL", "its image", isColumn: false, value: \.instance.thumbnailURL),
      .url("sourceURL", "its source code", isColumn: false, value: \.instance.sourceURL),
    ]
  }

  private static var sizes: [Field] {
    [
      .number("users", "the number of accounts", isOptional: true, value: \.instance.userCount),
      .number(
        "activeUsers", "the number of accounts that were active in the last month", isOptional: true,
        value: \.instance.activeUserCount),
      .number("statuses", "the number of statuses", isOptional: true, isColumn: false, value: \.instance.statusCount),
      .number(
        "domains", "the number of servers that it knows", isOptional: true, isColumn: false,
        value: \.instance.domainCount),
    ]
  }

  private static var limits: [Field] {
    [
      .number("characters", "the most characters of a status", value: \.instance.limits.characters),
      .number(
        "charactersPerURL", "what a URL counts in a status", isColumn: false,
        value: \.instance.limits.charactersPerURL),
      .number("media", "the most attachments of a status", isColumn: false, value: \.instance.limits.media),
      .number(
        "pollOptions", "the most options of a poll", isColumn: false, value: \.instance.limits.pollOptions),
      .number(
        "charactersPerPollOption", "the most characters of an option", isColumn: false,
        value: \.instance.limits.charactersPerPollOption),
      .number(
        "imageBytes", "the largest image, in bytes", isOptional: true, isColumn: false,
        value: \.instance.limits.imageBytes),
      .number(
        "videoBytes", "the largest video, in bytes", isOptional: true, isColumn: false,
        value: \.instance.limits.videoBytes),
    ]
  }
}

extension Server {
  /// A server's description of itself, and what is known of its software.
  package struct InstanceView: Sendable {
    let instance: Instance
    let domain: String
    let software: String
    let contact: AccountView?

    /// Whether people can register.
    var registrations: String? {
      guard let isOpen = instance.isOpenForRegistration else { return nil }
      return !isOpen ? "closed" : instance.needsApproval == true ? "approval" : "open"
    }
  }

  package func instance() async throws(Failure) -> InstanceView {
    let names = try await names()
    let instance = try await attempt(await client.instance.instance())
    let contact = instance.contactAccount.map { AccountView(account: $0, name: names.name(of: $0)) }
    let software = try await attempt(await client.profile()).flavor
    return InstanceView(
      instance: instance, domain: instance.domain ?? instance.uri, software: software.title, contact: contact)
  }
}
