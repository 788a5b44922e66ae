import Fediverse
import XCallbackURL

extension Action {
  /// Lists of statuses, and what is part of them.
  package static let timelines: [Action] = [
    Action(
      "getStatuses", verbs: ["statuses"],
      "Retrieves what an account has posted and reblogged.", example: "statuses of=me count=5",
      effect: .read, takes: Argument.account("of", "whose, one's own where it is not given"), Argument.query(),
      Argument.flag("html", "answer the content as HTML, not as plain text"),
      returns: .list("statuses", .status, "the identifiers, joined by commas", id: { $0.status.id })
    ) { server, account, query, html throws(Failure) in
      try await server.statuses(of: account, query, keepsHTML: html)
    },
    Action(
      "getFavorites", spellings: ["getFavourites"], verbs: ["favourites", "favorites"],
      "Retrieves the statuses that one has favorited.", example: "favourites count=5",
      effect: .read, takes: Argument.query(),
      returns: .list("statuses", .status, "the identifiers, joined by commas", id: { $0.status.id })
    ) { server, query throws(Failure) in
      try await server.favorites(query)
    },
    Action(
      "getTimeline", verbs: ["timeline"],
      "Retrieves a timeline: one's home, the server's, everybody's, a tag's or a list's.",
      example: "timeline #swiftlang count=5",
      effect: .read, takes: Argument.timeline, Argument.query(),
      returns: .list("statuses", .status, "the identifiers, joined by commas", id: { $0.status.id })
    ) { server, timeline, query throws(Failure) in
      try await server.statuses(in: timeline, query)
    },
    Action(
      "getPoll", verbs: ["get poll", "poll"],
      "Retrieves a poll.", example: "get poll poll:1",
      effect: .read,
      takes: Argument.subject("pollID", synonym: "poll", of: .poll, "the identifier of the poll"),
      returns: .record(.poll, whole: .poll)
    ) { server, id throws(Failure) in
      try await server.poll(id)
    },
  ]
}

extension Argument where Value == Server.Timeline {
  /// `home`, `local`, `public`, a tag or a list; `home` where none is given.
  fileprivate static var timeline: Argument {
    let place = TimelineName.argument(names: ["home", "local", "public"], "which one, home where it is not given")
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

/// Where statuses come together: under a name of the server's, a tag or a list.
enum TimelineName: Sendable {
  case named(String)
  case tag(String)
  case list(String)

  /// - Parameter names: the names, of which the first counts where nothing is given.
  static func argument(names: [String], _ summary: String) -> Argument<TimelineName> {
    let parameters = [
      Parameter("tag", .identifier(.tag), place: .subject, "a tag"),
      Parameter("name", .choice(names), place: .operand, summary),
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
      guard names.contains(name) else {
        throw inputs.refusal(of: "name", "is one of \(names.joined(separator: ", ")), not '\(name)'")
      }
      return .named(name)
    }
  }
}
