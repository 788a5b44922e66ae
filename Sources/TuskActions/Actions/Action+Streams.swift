import XCallbackURL

extension Action {
  /// What servers tell as it happens.
  package static let streams: [Action] = [
    Action(
      "getEvents", verbs: ["stream"],
      "Retrieves what happens, as it happens; it never ends by itself.", example: "stream user limit=1",
      effect: .read, takes: Argument.stream,
      Argument.text("page", "where to go on, as the answer before said"),
      returns: .list("events", .event, "what happened, joined by commas", isEndless: true, id: \.name)
    ) { server, stream, _ throws(Failure) in
      try await server.events(of: stream)
    }
  ]
}

extension Argument where Value == Server.Stream {
  /// `user`, `notifications`, `local`, `public`, `direct`, a tag or a list; `user` where none is given.
  fileprivate static var stream: Argument {
    let place = TimelineName.argument(
      names: ["user", "notifications", "local", "public", "direct"], "which one, user where it is not given")
    return Argument(place.parameters, subject: place.subject) { inputs throws(Failure) in
      switch try place.read(inputs) {
      case .tag(let name): .tag(name)
      case .list(let name): .list(name)
      case .named("notifications"): .notifications
      case .named("local"): .local
      case .named("public"): .public
      case .named("direct"): .direct
      case .named: .user
      }
    }
  }
}
