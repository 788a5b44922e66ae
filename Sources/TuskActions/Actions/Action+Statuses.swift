import Fediverse
import XCallbackURL

extension Action {
  /// What is done with statuses.
  package static let statuses: [Action] = [
    Action(
      "showStatus", verbs: ["show status"],
      "Shows a status.", example: "show status status:109",
      effect: .present, takes: Argument.status, returns: .presentation
    ) { server, status throws(Failure) in
      Presentation.card(try await server.status(status), .page, of: .status)
    },
    Action(
      "getStatus", verbs: ["get status", "status"],
      "Retrieves a status.", example: "get status status:109 --json",
      effect: .read,
      takes: Argument.status, Argument.flag("html", "answer the content as HTML, not as plain text"),
      returns: .record(.status, whole: .status)
    ) { server, status, html throws(Failure) in
      var view = try await server.status(status)
      view.keepsHTML = html
      return view
    },
    Action(
      "postStatus", verbs: ["post"],
      "Posts a status.", example: "post \"Hello from the command line\" visibility=unlisted",
      effect: .reversible(by: "deleteStatus"), silent: true,
      takes: Argument.text("text", place: .operand, isRequiredWhenSilent: true, "the text to post"),
      Argument.acct("mentioning", "whom to mention before the text"),
      Argument.choice("visibility", of: ["public", "unlisted", "private", "direct"], "who can see it"),
      Argument.identifier("reply", of: .status, "the status to reply to"),
      Argument.text("cw", "the content warning that hides the text"),
      Argument.text("language", "the language of the text, as ISO 639-1 writes it"),
      Argument.attachments, Argument.newPoll, Argument.flag("sensitive", "hide the media until asked for"),
      Argument.flag(RepeatGuard.again, "post it though another run posted the same within ten minutes"),
      returns: .record(.link, whole: .link),
      resolve: {
        server, since, text, mentioned, visibility, reply, warning, language, media, poll, _, _ throws(Failure) in
        let status = try newStatus(text, mentioned, visibility, reply, warning, language, poll)
        return try await server.publishedStatus(matching: status, with: media, since: since)
      }
    ) { server, text, mentioned, visibility, reply, warning, language, media, poll, sensitive, _ throws(Failure) in
      var status = try newStatus(text, mentioned, visibility, reply, warning, language, poll)
      if sensitive { status.isSensitive = true }
      return try await server.publish(status, with: media)
    },
    Action(
      "deleteStatus", verbs: ["delete"],
      "Deletes a status of one's own.", example: "delete status:105 --yes",
      effect: .destructive, takes: Argument.status, returns: .nothing,
      isDoneIfMissing: true
    ) { server, status throws(Failure) in
      _ = try await server.delete(status)
    },
    Action(
      "favoriteStatus", spellings: ["favouriteStatus"], verbs: ["fav", "favorite", "favourite"],
      "Favorites a status.", example: "fav status:123",
      effect: .reversible(by: "unfavoriteStatus"), silent: true, takes: Argument.status,
      returns: .record(.link, whole: .link)
    ) { server, status throws(Failure) in
      try await server.favorite(status)
    },
    Action(
      "unfavoriteStatus", spellings: ["unfavouriteStatus"], verbs: ["unfav", "unfavorite", "unfavourite"],
      "Takes a favorite back.", example: "unfav status:123",
      effect: .reversible(by: "favoriteStatus"), silent: true, takes: Argument.status,
      returns: .record(.link, whole: .link)
    ) { server, status throws(Failure) in
      try await server.unfavorite(status)
    },
    Action(
      "reblogStatus", verbs: ["boost", "reblog"],
      "Reblogs a status.", example: "boost status:123",
      effect: .reversible(by: "unreblogStatus"), silent: true, takes: Argument.status,
      returns: .record(.link, whole: .link)
    ) { server, status throws(Failure) in
      try await server.reblog(status)
    },
    Action(
      "unreblogStatus", verbs: ["unboost", "unreblog"],
      "Takes a reblog back.", example: "unboost status:123",
      effect: .reversible(by: "reblogStatus"), silent: true, takes: Argument.status,
      returns: .record(.link, whole: .link)
    ) { server, status throws(Failure) in
      try await server.unreblog(status)
    },
  ]

  private static func newStatus(
    _ text: String?, _ mentioned: String?, _ visibility: String?, _ reply: String?, _ warning: String?,
    _ language: String?, _ poll: NewStatus.NewPoll?
  ) throws(Failure) -> NewStatus {
    var status = NewStatus(try words(text, mentioning: mentioned))
    status.visibility = visibility.map(Visibility.init(rawValue:))
    status.inReplyToID = reply
    status.spoilerText = warning
    status.language = language
    status.poll = poll
    return status
  }

  private static func words(_ text: String?, mentioning name: String?) throws(Failure) -> String {
    let words = [name.map { "@\($0)" }, text].compactMap(\.self).joined(separator: " ")
    guard !words.isEmpty else { throw .nothingToPost() }
    return words
  }
}

extension Failure {
  fileprivate static func nothingToPost() -> Failure {
    Failure(.missingParameter, "postStatus needs 'text' or 'mentioning'")
  }
}
