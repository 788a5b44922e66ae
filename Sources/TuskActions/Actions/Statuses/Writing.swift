import Fediverse
import TuskCommon
import XCallbackURL

extension Action {
  /// The actions that publish a status about another one, or later.
  package static let writing: [Action] = [
    Action(
      "replyToStatus", verbs: ["reply"],
      "Replies to a status: mentions who takes part, keeps its content warning and language, and is not visible to more people.",
      example: "reply status:123 \"Patience is the hardest.\"", effect: .reversible(by: "deleteStatus"),
      done: "↳ replied to {recipients}: {text}[ ({visibility})]", silent: true,
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
      done: "quoted {subject}: {text}[ ({visibility})]",
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
      let moment = try server.moment(of: time)
      return try await server.attempt(
        await server.client.statuses.reschedule(id, to: moment), about: "scheduled status '\(id)'")
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
    let meanings: [Server.ReplyAudience: String] = [
      .all: "the author and all who are mentioned", .author: "only the author", .nobody: "nobody",
    ]
    let words = Dictionary(uniqueKeysWithValues: meanings.map { ($0.key.rawValue, $0.value) })
    let choice = Argument<String?>.choice(
      "to", of: Choices(names, meanings: words),
      "whom to mention: the author and all who are mentioned (default), the author or nobody")
    return Argument(choice.parameters) { inputs throws(Failure) in
      try choice.read(inputs).flatMap(Server.ReplyAudience.init) ?? .all
    }
  }
}

extension Server {
  /// Whom a reply mentions before its text.
  enum ReplyAudience: String, Sendable, CaseIterable {
    /// The author of the status, and everybody whom it mentions.
    case all
    case author
    case nobody
  }

  /// The reply to a status.
  ///
  /// It has the content warning and the language of the status unless the draft has others, and is not visible to more
  /// people than the status.
  func reply(
    to reference: StatusReference, _ audience: ReplyAudience, _ draft: StatusDraft
  ) async throws(Failure) -> NewStatus {
    guard draft.text?.isEmpty == false || !draft.media.isEmpty || draft.poll != nil else { throw .nothingToSay() }
    let view = try await status(reference)
    let parent = view.shown
    let me = try await ownAccount()
    var draft = draft
    draft.repliedID = parent.id
    draft.visibility = try visibility(ofReplyTo: parent, wanted: draft.visibility, by: me)
    if draft.warning == nil, !parent.spoilerText.isEmpty { draft.warning = parent.spoilerText }
    draft.language = draft.language ?? parent.language
    return try draft.status(mentioning: try await names(ofReplyTo: view, audience, besides: me, in: draft.text ?? ""))
  }

  /// The draft of a status that names what it replies to: not visible to more people than that, unless that is stated.
  ///
  /// - Parameter warns: whether to say, before it is sent, that it is visible to more people, or mentions nobody though
  ///   somebody else wrote what it replies to.
  func addressed(_ draft: StatusDraft, warns: Bool = true) async throws(Failure) -> StatusDraft {
    guard let id = draft.repliedID, !isStep else { return draft }
    let parent = try await attempt(await client.statuses.status(id), about: "status '\(id)'")
    let me = try await ownAccount()
    if warns { try warn(of: draft, to: parent, by: me) }
    var draft = draft
    draft.visibility = draft.visibility ?? visibility(ofReplyTo: parent, by: me)
    return draft
  }

  private func warn(of reply: StatusDraft, to parent: Status, by me: Account) throws(Failure) {
    if let visibility = reply.visibility, let widest = parent.audience, visibility.isWider(than: widest) {
      let text = "the reply is '\(visibility.rawValue)', and the status it replies to '\(widest.rawValue)'"
      tell(.note("warning: \(text)"))
    }
    guard parent.account?.id != me.id, !PublishedName.all(in: try reply.status().text).contains(where: \.isAccount)
    else { return }
    tell(.note("warning: the reply mentions nobody, so it notifies nobody"))
  }

  /// The status that quotes another one.
  ///
  /// - Throws: ``Failure`` if its author does not let the account quote it.
  func quote(
    of reference: StatusReference, _ draft: StatusDraft, warns: Bool = true
  ) async throws(Failure) -> NewStatus {
    let quoted = try await status(reference).shown
    if quoted.quoteApproval?.ownCase == "denied" { throw .unquotable(quoted) }
    var draft = try await addressed(draft, warns: warns)
    draft.quotedID = quoted.id
    return try draft.status()
  }

  /// The visibility of a reply: the status's if it is narrower than the account's default, and otherwise the default. A
  /// status whose visibility is unknown counts as direct.
  private func visibility(ofReplyTo parent: Status, by me: Account) -> Visibility? {
    let widest = parent.audience ?? .direct
    return (me.source?.visibility ?? .public).isWider(than: widest) ? widest : nil
  }

  /// The wanted visibility of a reply if that is not wider than the status's.
  private func visibility(
    ofReplyTo parent: Status, wanted: Visibility?, by me: Account
  ) throws(Failure) -> Visibility? {
    guard let wanted else { return visibility(ofReplyTo: parent, by: me) }
    do throws(ReplyVisibilityError) { return try .ofReply(to: parent, wanted: wanted) } catch {
      throw Failure(.rejected, "\(error); leave visibility= out, or use: post … reply=status:\(parent.id)")
    }
  }

  /// The names to write before a reply, each once, without the account's own and those that its text has.
  private func names(
    ofReplyTo view: StatusView, _ audience: ReplyAudience, besides me: Account, in text: String
  ) async throws(Failure) -> [String] {
    let names = try await names()
    let author = view.shown.account.map { [names.name(of: $0)] } ?? []
    let others = view.shown.mentions.map { names.name(of: $0) }
    let all =
      switch audience {
      case .all: author + others
      case .author: author
      case .nobody: [String]()
      }
    let written = PublishedName.all(in: text).filter(\.isAccount).map { Self.qualified($0.text, on: names.domain) }
    var known = Set(([names.name(of: me)] + written).map { $0.lowercased() })
    return all.filter { known.insert($0.lowercased()).inserted }
  }
}

extension Failure {
  fileprivate static func nothingToSay() -> Failure {
    Failure(.missingParameter, "'text' is required for a reply without media and poll")
  }

  fileprivate static func unquotable(_ status: Status) -> Failure {
    let link = status.url ?? "its address"
    return Failure(.rejected, "the author does not let you quote status '\(status.id)'; post \(link) as a link instead")
  }
}
