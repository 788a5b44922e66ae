import Fediverse
import XCallbackURL

extension Action {
  /// The actions on statuses.
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
      "Returns a status.", example: "get status status:109 --json",
      effect: .read,
      takes: Argument.status, Argument.flag("html", "return the content as HTML instead of plain text"),
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
      takes: Argument.group(
        Draft(),
        Input(
          \.text, .text("text", place: .operand, isRequiredWhenSilent: true, isPublished: true, "the text to post")),
        Input(\.mentioned, .acct("mentioning", "the account to mention before the text")),
        Input(\.visibility, .visibility),
        Input(\.repliedID, .identifier("reply", of: .status, "the status to reply to")),
        Input(\.warning, .text("cw", isPublished: true, "the content warning that hides the text")),
        Input(\.language, .text("language", "the language of the text, as an ISO 639-1 code")),
        Input(\.media, .attachments), Input(\.poll, .newPoll),
        Input(\.mentions, .choice("mentions", of: MentionMode.choices, MentionMode.summary)),
        Input(\.isSensitive, .flag("sensitive", "hide the media until the reader asks for them")),
        Input(\.isTried, .flag("try", "send it even if the server is not known to support its poll or visibility")),
        Input(
          engine: .flag(
            RepeatGuard.again,
            "post even if another run posted the same within ten minutes, or if the journal cannot tell"))),
      returns: .record(.link, whole: .link), notifies: true,
      change: .init(
        .postingServerText(unless: "mentions"),
        "names and hashtags in text from a server stop this now; earlier versions posted them: add mentions=keep "
          + "to post them, or mentions=defuse"),
      elsewhere: [
        "toot", "tweet", "publish", "note", .init("reply", parameter: "reply"),
        .init("dm", parameter: "mentioning", adding: "visibility=direct"),
      ],
      resolve: { server, earlier, draft throws(Failure) in
        try await server.publishedStatus(matching: try draft.status(), with: draft.media, by: earlier)
      }
    ) { server, draft throws(Failure) in
      try await server.publish(try draft.status(), with: draft.media)
    },
    Action(
      "deleteStatus", verbs: ["delete"],
      "Deletes one of your statuses.", example: "delete status:105 --yes",
      effect: .destructive, takes: Argument.status(isRow: true), returns: .nothing,
      isDoneIfMissing: true
    ) { server, status throws(Failure) in
      _ = try await server.delete(status)
    },
    Action(
      "favoriteStatus", spellings: ["favouriteStatus"], verbs: ["fav", "favorite", "favourite"],
      "Favorites a status.", example: "fav status:123",
      effect: .reversible(by: "unfavoriteStatus"), silent: true, takes: Argument.status,
      returns: .record(.link, whole: .link), notifies: true, elsewhere: ["like", "star", "heart"]
    ) { server, status throws(Failure) in
      try await server.favorite(status)
    },
    Action(
      "unfavoriteStatus", spellings: ["unfavouriteStatus"], verbs: ["unfav", "unfavorite", "unfavourite"],
      "Removes a status from your favorites.", example: "unfav status:123",
      effect: .reversible(by: "favoriteStatus"), silent: true, takes: Argument.status,
      returns: .record(.link, whole: .link), elsewhere: ["unlike", "unstar"]
    ) { server, status throws(Failure) in
      try await server.unfavorite(status)
    },
    Action(
      "reblogStatus", verbs: ["boost", "reblog"],
      "Boosts a status.", example: "boost status:123",
      effect: .reversible(by: "unreblogStatus"), silent: true, takes: Argument.status,
      returns: .record(.link, whole: .link), notifies: true,
      elsewhere: ["repost", "renote", "retoot", "retweet", "share", "announce"],
      resolve: { server, earlier, status throws(Failure) in
        try await server.rebloggedStatus(status, by: earlier)
      }
    ) { server, status throws(Failure) in
      try await server.reblog(status)
    },
    Action(
      "unreblogStatus", verbs: ["unboost", "unreblog"],
      "Removes your boost of a status.", example: "unboost status:123",
      effect: .reversible(by: "reblogStatus"), silent: true, takes: Argument.status,
      returns: .record(.link, whole: .link), elsewhere: ["unrepost", "unrenote", "unretweet"]
    ) { server, status throws(Failure) in
      try await server.unreblog(status)
    },
  ]
}

/// The inputs of `postStatus`.
private struct Draft: Sendable {
  var text: String?
  var mentioned: String?
  var visibility: Visibility?
  var repliedID: String?
  var warning: String?
  var language: String?
  var media: [Server.Attachment] = []
  var poll: NewStatus.NewPoll?
  var isSensitive = false
  var mentions: String?
  var isTried = false

  /// The status to publish, without its media.
  ///
  /// - Throws: ``Failure`` if there is no text and nobody to mention.
  func status() throws(Failure) -> NewStatus {
    let mode = mentions.flatMap(MentionMode.init)
    func applied(to text: String) throws(Failure) -> String { try mode?.applied(to: text) ?? text }
    let words = [mentioned.map { "@\($0)" }, try text.map(applied)].compactMap(\.self).joined(separator: " ")
    guard !words.isEmpty else { throw .nothingToPost() }
    var status = NewStatus(words)
    status.visibility = visibility
    status.inReplyToID = repliedID
    status.spoilerText = try warning.map(applied)
    status.language = language
    status.poll = poll
    status.poll?.options = try (poll?.options ?? []).map(applied)
    status.isTried = isTried
    if isSensitive { status.isSensitive = true }
    return status
  }
}

extension Failure {
  fileprivate static func nothingToPost() -> Failure {
    Failure(.missingParameter, "'text' or 'mentioning' is required")
  }
}
