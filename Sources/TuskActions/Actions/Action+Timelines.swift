import Fediverse
import XCallbackURL

extension Action {
  /// The actions on lists of statuses, and on polls.
  package static let timelines: [Action] = [
    Action(
      "getStatuses", verbs: ["statuses"],
      "Lists the statuses that an account posted or boosted.", example: "statuses of=me count=5",
      effect: .read, takes: Argument.account("of", "the account (default: your own)"), Argument.query(),
      Argument.flag("html", "return the content as HTML instead of plain text"),
      returns: .list("statuses", .status, "the identifiers, separated by commas", id: { $0.status.id })
    ) { server, account, query, html throws(Failure) in
      try await server.statuses(of: account, query, keepsHTML: html)
    },
    Action(
      "getFavorites", spellings: ["getFavourites"], verbs: ["favorites", "favourites"],
      "Lists your favorites.", example: "favorites count=5",
      effect: .read, takes: Argument.query(),
      returns: .list("statuses", .status, "the identifiers, separated by commas", id: { $0.status.id })
    ) { server, query throws(Failure) in
      try await server.favorites(query)
    },
    Action(
      "getTimeline", verbs: ["timeline"],
      "Lists a timeline: home, local, public, a hashtag or a list.",
      example: "timeline #swiftlang count=5",
      effect: .read, takes: Argument.timeline, Argument.query(),
      returns: .list("statuses", .status, "the identifiers, separated by commas", id: { $0.status.id }),
      elsewhere: ["tl", "feed"]
    ) { server, timeline, query throws(Failure) in
      try await server.statuses(in: timeline, query)
    },
    Action(
      "getPoll", verbs: ["get poll", "poll"],
      "Returns a poll.", example: "get poll poll:1",
      effect: .read,
      takes: Argument.subject("pollID", synonym: "poll", of: .poll, "the identifier of the poll"),
      returns: .record(.poll, whole: .poll),
      change: .init(.passingOn, "the options are a list in JSON; earlier versions had one text")
    ) { server, id throws(Failure) in
      try await server.poll(id)
    },
  ]
}

extension Argument where Value == Server.Timeline {
  /// `home`, `local`, `public`, a tag or a list; `home` by default.
  fileprivate static var timeline: Argument {
    let place = TimelineName.argument(names: ["home", "local", "public"], "the timeline (default: home)")
    return Argument(place.parameters, subject: place.subject) { inputs throws(Failure) in
      switch try place.read(inputs) {
      case .tag(let name): .tag(name)
      case .list(let name): .list(name)
      case .named("local"): .local
      case .named("public"): .public
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

  /// - Parameter names: the accepted names; the first is the default.
  static func argument(names: [String], _ summary: String) -> Argument<TimelineName> {
    let parameters = [
      Parameter("tag", .identifier(.tag), place: .subject, "a hashtag"),
      Parameter(
        "name", .choice(Choices(names, elsewhere: ["public": "global federated", "home": "main"])), place: .operand,
        summary),
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
