import Fediverse
import XCallbackURL

extension Action {
  /// The actions that publish a status about another one, or later.
  package static let writing: [Action] = [
    Action(
      "replyToStatus", verbs: ["reply"],
      "Replies to a status: mentions who takes part, keeps its content warning and language, and is not visible to more people.",
      example: "reply status:123 \"Patience is the hardest.\"", effect: .reversible(by: "deleteStatus"),
      done: "replied: {statusURL}[ ({visibility})]", silent: true,
      takes: Argument.status, Argument.replyAudience, StatusDraft.argument(), returns: .record(.link, whole: .link),
      notifies: true, elsewhere: ["answer", "respond"],
      resolve: { server, earlier, parent, audience, draft throws(Failure) in
        let reply = try await server.reply(to: parent, audience, draft)
        return try await server.publishedStatus(matching: reply, with: draft.media, by: earlier)
      }
    ) { server, parent, audience, draft throws(Failure) in
      try await server.publish(try await server.reply(to: parent, audience, draft), with: draft.media)
    },
    Action(
      "quoteStatus", verbs: ["quote"],
      "Posts a status that quotes another one.",
      example: "quote status:123 \"Water, patience, and a shed.\"", effect: .reversible(by: "deleteStatus"),
      done: "quoted: {statusURL}[ ({visibility})]",
      silent: true, needs: .quotes, takes: Argument.status, StatusDraft.argument(with: [.replying]),
      returns: .record(.link, whole: .link), notifies: true, elsewhere: ["quotetoot"],
      resolve: { server, earlier, quoted, draft throws(Failure) in
        let quote = try await server.quote(of: quoted, draft, warns: false)
        return try await server.publishedStatus(matching: quote, with: draft.media, by: earlier)
      }
    ) { server, quoted, draft throws(Failure) in
      try await server.publish(try await server.quote(of: quoted, draft), with: draft.media)
    },
    Action(
      "scheduleStatus", verbs: ["schedule"],
      "Schedules a status: the server posts it at the given time.",
      example: "schedule \"Good morning!\" in=2d", effect: .reversible(by: "cancelScheduled"),
      done: "scheduled for {scheduled}: {text} (scheduled:{id})",
      needs: .scheduledStatuses,
      takes: StatusDraft.argument(with: [.mentioning, .replying, .quoting]), Argument.publicationTime,
      returns: .record(RecordOf.scheduled), notifies: true,
      resolve: { server, earlier, draft, time throws(Failure) in
        let status = try await server.addressed(draft, warns: false).status()
        return try await server.scheduledStatus(matching: status, with: draft.media, at: time, by: earlier)
      }
    ) { server, draft, time throws(Failure) in
      try await server.schedule(try await server.addressed(draft).status(), with: draft.media, at: time)
    },
    Action(
      "getScheduledStatuses", verbs: ["scheduled"],
      "Lists your scheduled statuses.", example: "scheduled", effect: .read, needs: .scheduledStatuses,
      takes: Argument.query(),
      returns: .list("scheduled", .scheduled, "the identifiers, separated by commas", id: \.id)
    ) { server, query throws(Failure) in
      try await server.rows(of: server.client.statuses.scheduled, query) { status, _ in status }
    },
    Action(
      "getScheduledStatus", verbs: ["get scheduled"],
      "Returns a scheduled status.", example: "get scheduled scheduled:1", effect: .read, needs: .scheduledStatuses,
      takes: Argument.scheduled, returns: .record(RecordOf.scheduled)
    ) { server, id throws(Failure) in
      try await server.attempt(await server.client.statuses.scheduled(id), about: "scheduled status '\(id)'")
    },
    Action(
      "rescheduleStatus", verbs: ["reschedule"],
      "Changes when a scheduled status is posted.", example: "reschedule scheduled:1 in=3d",
      effect: .reversible(by: nil), done: "moved to {scheduled}: {text}", needs: .rescheduling,
      takes: Argument.scheduled, Argument.publicationTime,
      returns: .record(RecordOf.scheduled)
    ) { server, id, time throws(Failure) in
      try await server.reschedule(id, to: time)
    },
    Action(
      "cancelScheduled", verbs: ["cancel"],
      "Cancels a scheduled status, so that it is never posted.", example: "cancel scheduled:1 --yes",
      effect: .destructive, done: "canceled {subject}", needs: .scheduledStatuses, takes: Argument.scheduled,
      returns: .nothing,
      isDoneIfMissing: true
    ) { server, id throws(Failure) in
      try await server.attempt(await server.client.statuses.cancelScheduled(id), about: "scheduled status '\(id)'")
    },
  ]
}

extension Argument where Value == String {
  /// A scheduled status.
  fileprivate static var scheduled: Argument {
    .subject("scheduledID", synonym: "scheduled", of: .scheduled, "the identifier of the scheduled status")
  }
}

extension Argument where Value == Server.ReplyAudience {
  /// Whom a reply mentions.
  fileprivate static var replyAudience: Argument {
    let names = Server.ReplyAudience.allCases.map(\.rawValue)
    let choice = Argument<String?>.choice(
      "to", of: Choices(names), "whom to mention: the author and all who are mentioned (default), the author or nobody")
    return Argument(choice.parameters) { inputs throws(Failure) in
      try choice.read(inputs).flatMap(Server.ReplyAudience.init) ?? .all
    }
  }
}
