package import Fediverse
package import XCallbackURL

extension Action {
  /// The actions on timelines, and the poll of a status.
  package static let timelines: [Action] =
    places + [
      Action(
        "getStatuses", verbs: ["statuses"],
        "Lists the statuses that an account posted or boosted.", example: "statuses of=me count=5",
        effect: .read, takes: Argument.account("of", place: .operand, "the account (default: your own)"),
        Argument.selection, Argument.query(), Argument.flag("html", "return the content as HTML instead of plain text"),
        returns: .statuses(filteredIn: .account)
      ) { server, account, selection, query, html throws(Failure) in
        try await server.statuses(of: account, selection, query, keepsHTML: html)
      },
      Action(
        "getFavorites", spellings: ["getFavourites"], verbs: ["favorites", "favourites"],
        "Lists your favorites.", example: "favorites count=5",
        effect: .read, takes: Argument.query(), returns: .statuses
      ) { server, query throws(Failure) in
        try await server.statuses(in: server.client.favorites, query)
      },
      readingPoll,
    ]
}

extension Action {
  private static let places: [Action] = [
    Action(
      "getTimeline", verbs: ["timeline"],
      "Lists a timeline: home, local, public, a hashtag or a list.",
      example: "timeline #swiftlang count=5",
      effect: .read, takes: Argument.timeline, Server.TimelinePart.argument, Argument.query(),
      returns: .statuses(filteredIn: .home, .public), elsewhere: ["tl", "feed"]
    ) { server, timeline, part, query throws(Failure) in
      try await server.statuses(in: timeline, part, query)
    },
    .statuses(
      "getHomeTimeline", verbs: ["home"], "Lists your home timeline.", example: "home count=5",
      returns: .statuses(filteredIn: .home)
    ) {
      $0.timelines.home
    },
    Action(
      "getLocalTimeline", verbs: ["local"], "Lists the public statuses of your server.", example: "local count=5",
      effect: .read, takes: Argument.onlyMedia, Argument.query(), returns: .statuses(filteredIn: .public)
    ) { server, onlyMedia, query throws(Failure) in
      let list = server.client.timelines.public(local: true, onlyMedia: onlyMedia)
      return try await server.statuses(in: list, query, isOrdered: true)
    },
    Action(
      "getPublicTimeline", verbs: ["public"], "Lists the public statuses that your server knows.",
      example: "public count=5 --remote", effect: .read,
      takes: Argument.remote, Argument.onlyMedia, Argument.query(),
      returns: .statuses(filteredIn: .public), elsewhere: ["federated"]
    ) { server, isRemote, onlyMedia, query throws(Failure) in
      let list = server.client.timelines.public(remote: isRemote, onlyMedia: onlyMedia)
      return try await server.statuses(in: list, query, isOrdered: true)
    },
    Action(
      "getTagTimeline", verbs: ["tag"], "Lists the statuses with a hashtag.",
      example: "tag #swiftlang any=[linux] none=[nsfw]", effect: .read, takes: Argument.tag, Argument.otherTags,
      Argument.onlyMedia, Argument.query(), returns: .statuses(filteredIn: .public), isPublic: true
    ) { server, tag, others, onlyMedia, query throws(Failure) in
      let list = server.client.timelines.tag(
        tag, local: others.isLocal, onlyMedia: onlyMedia, or: others.any, and: others.all, not: others.none)
      return try await server.statuses(in: list, query, isOrdered: true)
    },
  ]
}

/// The hashtags besides the one of a timeline.
private struct OtherTags: Sendable {
  var any: [String] = []
  var all: [String] = []
  var none: [String] = []
  var isLocal = false
}

extension Argument where Value == OtherTags {
  fileprivate static var otherTags: Argument {
    .group(
      OtherTags(), Input(\.any, .list("any", "also statuses with one of these hashtags")),
      Input(\.all, .list("all", "only statuses with all of these hashtags")),
      Input(\.none, .list("none", "no statuses with one of these hashtags")),
      Input(\.isLocal, .flag("local", "only statuses of your server")))
  }
}

extension Argument where Value == Bool {
  fileprivate static var remote: Argument { flag("remote", "only statuses of other servers") }

  fileprivate static var onlyMedia: Argument { flag("only-media", "only statuses with media") }
}

extension Server.TimelinePart {
  fileprivate static var argument: Argument<Server.TimelinePart> {
    .group(
      Server.TimelinePart(), Input(\.isRemote, .remote), Input(\.onlyMedia, .onlyMedia),
      Input(\.link, .address("link", "the statuses that link to this page, instead of a timeline")))
  }
}

extension Argument where Value == String? {
  /// The address of a web page.
  fileprivate static func address(_ name: String, _ summary: String) -> Argument {
    Argument([Parameter(name, .url, summary)]) { inputs throws(Failure) in try inputs.nonempty(name) }
  }
}

extension Argument where Value == Client.Accounts.Selection {
  /// Which statuses of an account.
  fileprivate static var selection: Argument {
    .group(
      Client.Accounts.Selection(),
      Input(\.isPinned, .chosen("pinned", "only the statuses pinned to the profile")),
      Input(\.hasMedia, .chosen("only-media", "only statuses with media")),
      Input(\.excludesReplies, .without("replies", "include replies (default: yes)")),
      Input(\.excludesReblogs, .without("boosts", "include boosts (default: yes)")),
      Input(\.tag, .identifier("tag", of: .tag, "only statuses with this hashtag")))
  }
}

extension Argument where Value == Bool? {
  /// A flag that nothing is sent for unless it is given.
  fileprivate static func chosen(_ name: String, _ summary: String) -> Argument {
    let flag = Argument<Bool>.flag(name, summary)
    return Argument(flag.parameters) { inputs throws(Failure) in try flag.read(inputs) ? true : nil }
  }

  /// Something that `--no-NAME` leaves out; nothing is sent unless it does.
  fileprivate static func without(_ name: String, _ summary: String) -> Argument {
    let setting = setting(name, summary)
    return Argument(setting.parameters) { inputs throws(Failure) in try setting.read(inputs) == false ? true : nil }
  }
}

extension Argument where Value == Server.Timeline {
  /// `home`, `local`, `public`, a tag or a list; `home` by default.
  fileprivate static var timeline: Argument {
    let place = TimelineName.argument(
      names: ["home", "local", "public", "bubble", "direct"], "the timeline (default: home)")
    return Argument(place.parameters, subject: place.subject) { inputs throws(Failure) in
      switch try place.read(inputs) {
      case .tag(let name): .tag(name)
      case .list(let name): .list(name)
      case .named("local"): .local
      case .named("public"): .public
      case .named("bubble"): .bubble
      case .named("direct"): .direct
      case .named: .home
      }
    }
  }
}

/// A timeline or stream as a command names it: a fixed name, a tag or a list.
enum TimelineName: Sendable {
  case named(String)
  case tag(String)
  case list(String)

  private static let meanings = [
    "home": "statuses of those whom you follow", "local": "public statuses of your server",
    "public": "public statuses that your server knows", "bubble": "statuses of servers that the administrators chose",
    "direct": "statuses that only those mentioned can see", "user": "your home timeline and notifications",
    "notifications": "your notifications",
  ]

  /// - Parameter names: the accepted names; the first is the default.
  static func argument(names: [String], _ summary: String) -> Argument<TimelineName> {
    let parameters = [
      Parameter("tag", .identifier(.tag), place: .subject, "a hashtag"),
      Parameter(
        "name",
        .choice(Choices(names, elsewhere: ["public": "global federated", "home": "main"], meanings: meanings)),
        place: .operand, summary),
      Parameter("list", .identifier(.list), place: .operand, "a list, by its identifier or title"),
    ]
    let subject = Signature.Subject(kind: .tag, id: "tag", isRequired: false)
    return Argument(parameters, subject: subject) { inputs throws(Failure) in
      switch try inputs.alternative(["tag", "name", "list"], isRequired: false) {
      case "tag"?: return .tag(try inputs.nonempty("tag") ?? "")
      case "list"?: return .list(try inputs.nonempty("list") ?? "")
      default: break
      }
      let name = try inputs.nonempty("name") ?? names.first ?? ""
      guard names.contains(name) else { throw inputs.refusal(of: "name", name, notIn: names) }
      return .named(name)
    }
  }
}

extension Server {
  /// A list of statuses in the order in which they were posted.
  package enum Timeline: Sendable, Hashable {
    case home
    case local
    case `public`
    case tag(String)
    /// The statuses of the servers that the administrators chose.
    case bubble
    /// Statuses that mention you and that only the people mentioned can see.
    case direct
    /// A list, by its identifier or title.
    case list(String)
  }

  /// The statuses that an account posted or boosted.
  package func statuses(
    of reference: AccountReference, _ selection: Client.Accounts.Selection, _ query: ListQuery, keepsHTML: Bool
  ) async throws(Failure) -> ResultPage<StatusView> {
    let list = client.accounts.statuses(of: try await id(of: reference), selection)
    // Pinned statuses are sorted by when they were pinned.
    return try await rows(of: list, query, time: \.createdAt, isOrdered: selection.isPinned != true) {
      StatusView($0, names: $1, keepsHTML: keepsHTML)
    }
  }

  /// What of a timeline is listed.
  struct TimelinePart: Sendable {
    var isRemote = false
    var onlyMedia = false
    /// The page that the statuses link to, instead of a timeline.
    var link: String?
  }

  func statuses(
    in timeline: Timeline, _ part: TimelinePart, _ query: ListQuery
  ) async throws(Failure) -> ResultPage<StatusView> {
    guard !part.isRemote || timeline == .public else { throw .elsewhere("remote", "the timeline public") }
    guard let link = part.link else {
      return try await statuses(in: try await list(of: timeline, part), query, isOrdered: true)
    }
    guard timeline == .home, !part.onlyMedia else { throw .linkAlone() }
    try await require(.linkTimeline)
    return try await statuses(in: client.timelines.link(link), query, isOrdered: true)
  }

  private func list(of timeline: Timeline, _ part: TimelinePart) async throws(Failure) -> PagedList<Status> {
    let onlyMedia = part.onlyMedia
    switch timeline {
    case .local: return client.timelines.public(local: true, onlyMedia: onlyMedia)
    case .public: return client.timelines.public(remote: part.isRemote, onlyMedia: onlyMedia)
    case .tag(let name): return client.timelines.tag(name, onlyMedia: onlyMedia)
    case .home, .list, .bubble, .direct: break
    }
    guard !onlyMedia else { throw .elsewhere("only-media", "the timelines local, public and of a hashtag") }
    switch timeline {
    case .list(let name): return client.timelines.list(try await list(named: name).id)
    case .bubble:
      try await require(.bubbleTimeline)
      return client.timelines.bubble
    case .direct:
      try await require(.directTimeline)
      return client.timelines.direct
    default: return client.timelines.home
    }
  }
}

extension Failure {
  fileprivate static func linkAlone() -> Failure {
    Failure(.invalidParameter, "'link' is a timeline of its own; give no other timeline and no 'only-media'")
  }

  /// - Parameter timelines: those that the parameter is for.
  fileprivate static func elsewhere(_ parameter: String, _ timelines: String) -> Failure {
    Failure(.invalidParameter, "'\(parameter)' is for \(timelines)")
  }
}
