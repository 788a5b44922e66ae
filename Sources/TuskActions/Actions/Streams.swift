import XCallbackURL

extension Action {
  /// The streams of events.
  package static let streams: [Action] = [
    Action(
      "getEvents", verbs: ["stream"],
      "Streams events as they happen, until interrupted.", example: "stream user limit=1",
      effect: .read, takes: Argument.stream,
      Argument.text("page", "where to continue: 'next' of an earlier result"),
      returns: .list("events", .event, "the names of the events, separated by commas", isEndless: true, id: \.name)
    ) { server, stream, _ throws(Failure) in
      try await server.events(of: stream)
    }
  ]
}

extension Argument where Value == Server.Stream {
  /// `user`, `notifications`, `local`, `public`, `direct`, a tag or a list; `user` by default.
  fileprivate static var stream: Argument {
    let place = TimelineName.argument(
      names: ["user", "notifications", "local", "public", "direct"], "the stream (default: user)")
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
