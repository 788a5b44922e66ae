import Fediverse
import JSONValue
import XCallbackURL

extension RecordOf where Value == Server.StatusView {
  /// The complete record of a status.
  static let status = RecordOf("status", kind: .status, Shape(words + marks + parent + parts))

  private typealias Field = Shape<Server.StatusView>.Field

  /// The content and author.
  private static var words: [Field] {
    [
      Field("id", .identifier(.status), "the identifier on this server") { .string($0.status.id) },
      Field("account", .record("account"), "the account that posted or boosted it", isOptional: true) {
        $0.authorRecord
      },
      Field(
        "author", .record("account"), "the account that wrote it, also if another one boosted it", isOptional: true,
        isAppended: true
      ) {
        $0.shownAuthorRecord
      },
      Field("posted", .time, "when it was posted", isOptional: true) { $0.status.createdAt.map { .int($0.seconds) } },
      .time("edited", "when it was last edited", isColumn: false, value: \.shown.editedAt),
      Field("visibility", .text, "who can see it", words: .visibility, isOptional: true) {
        ($0.status.audience?.rawValue).map(JSON.string)
      },
      Field("cw", .text, "the content warning", isOptional: true) {
        $0.shown.spoilerText.isEmpty ? nil : .string($0.shown.spoilerText)
      },
      Field("content", .prose, "the content, of a boost that of the boosted status: plain text, or HTML with --html") {
        .string($0.keepsHTML ? $0.shown.content : $0.shown.plainText)
      },
      Field("text", .prose, "the content as plain text", isColumn: false) { .string($0.shown.plainText) },
      Field("sensitive", .boolean, "whether its media are hidden until the reader asks for them", isColumn: false) {
        .bool($0.shown.isSensitive)
      },
      Field("language", .text, "its language, as an ISO 639 code", isOptional: true) {
        $0.shown.language.map(JSON.string)
      },
    ]
  }

  /// The counts, and what you did with it.
  private static var marks: [Field] {
    let favorites = Field.number("favorites", "the number of favorites", value: \.shown.favoritesCount)
    return [
      .number("replies", "the number of replies", value: \.shown.repliesCount),
      .number("boosts", "the number of boosts", value: \.shown.reblogsCount),
      favorites, favorites.formerly("favourites"),
      .number("quotes", "the number of quotes", isOptional: true, isColumn: false, value: \.shown.quotesCount),
      .flag("pinned", "whether its author pinned it", isColumn: false) { $0.status.isPinned ?? false },
      .flag("favorited", "whether you favorited it", isColumn: false) { $0.status.isFavorited ?? false },
      .flag("boosted", "whether you boosted it", isColumn: false) { $0.status.isReblogged ?? false },
      .flag("bookmarked", "whether you bookmarked it", isColumn: false) { $0.status.isBookmarked ?? false },
      .flag("muted", "whether you muted its thread", isColumn: false) { $0.status.isMuted ?? false },
    ]
  }

  /// The status it replies to.
  private static var parent: [Field] {
    [
      .reference(
        "inReplyTo", to: .status, "the status it replies to", isOptional: true, isColumn: false,
        value: \.shown.inReplyToID),
      .reference(
        "inReplyToAccount", to: .account, "the author of the status it replies to", isOptional: true, isColumn: false,
        value: \.shown.inReplyToAccountID),
      Field(
        "inReplyToUsername", .acct, "the account name of the author of the status it replies to, if it mentions them",
        isOptional: true, isColumn: false
      ) { $0.parentAuthor.map(JSON.string) },
    ]
  }

  /// What else it belongs to, and its parts.
  private static var parts: [Field] {
    let boost = Field.record("boost", of: "status", "the status it boosts", as: { .status }, isColumn: false) { view in
      view.status.reblog.map { Server.StatusView($0, names: view.names) }
    }
    return [
      boost, boost.formerly("reblog"),
      .record("quote", of: "status", "the status it quotes, if you may see it", as: { .status }, isColumn: false) {
        view in
        view.shown.quote?.status.map { Server.StatusView($0, names: view.names) }
      },
      .text(
        "quoteState", "whether its quote was accepted: accepted, pending, rejected, revoked, deleted or unauthorized",
        isOptional: true, isColumn: false, value: \.shown.quote?.state.rawValue),
      .records("media", "its media", as: { .media }, value: \.shown.mediaAttachments),
      .record("poll", "its poll", as: { .poll }, isColumn: false, value: \.shown.poll),
      .record("card", "the preview of a page that it links to", as: { .card }, isColumn: false, value: \.shown.card),
      .texts("tags", "its hashtags", isColumn: false) { $0.shown.tags.map(\.name) },
      .texts("mentions", "the accounts it mentions", isColumn: false) { view in
        view.shown.mentions.map { mention in view.names?.name(of: mention) ?? mention.acct }
      },
      .text("application", "the program it was posted with", isOptional: true, isColumn: false) {
        $0.shown.application?.name
      },
      .records("filters", "your filters that match it", as: { .filterMatch }, value: \.shown.filterResults),
      .number(
        "depth", "in a thread, how many of the statuses shown are above it", isOptional: true, isColumn: false,
        value: \.depth),
      .url("url", "its page", value: \.status.url),
      .text("uri", "its URI", isOptional: true, isColumn: false, value: \.status.uri),
    ]
  }
}

extension RecordOf where Value == MediaAttachment {
  /// An image, video or audio file.
  static let media = RecordOf(
    "media", kind: .media,
    Shape(
      [
        Shape<MediaAttachment>.Field("id", .identifier(.media), "the identifier on this server", isOptional: true) {
          $0.id.map(JSON.string)
        }
      ] + properties))

  /// An upload, under the name that its callback gives it; `id` is what scripts of earlier versions read.
  static let upload = RecordOf(
    RecordShape.upload, kind: .media, id: "mediaID",
    Shape(
      [
        Shape<MediaAttachment>.Field("mediaID", .identifier(.media), "the identifier of the upload") {
          $0.id.map(JSON.string)
        }
      ] + properties + [
        Shape<MediaAttachment>.Field("id", .identifier(.media), "the same as mediaID", isColumn: false) {
          $0.id.map(JSON.string)
        }
      ]))

  private static var properties: [Shape<MediaAttachment>.Field] {
    [
      Shape.Field("kind", .text, "the kind: image, video, gifv or audio", words: .mediaKind) {
        .string($0.kind.rawValue)
      },
      Shape.Field("url", .url, "the file", isOptional: true) { ($0.url ?? $0.remoteURL).map(JSON.string) },
      Shape.Field("description", .prose, "the alt text", isOptional: true) { $0.description.map(JSON.string) },
      Shape.Field("previewURL", .url, "a preview image", isOptional: true) { $0.previewURL.map(JSON.string) },
    ]
  }
}

extension RecordOf where Value == Poll {
  /// A poll with its options.
  static let poll = RecordOf(
    "poll", kind: .poll,
    Shape(
      Shape.Field("id", .identifier(.poll), "the identifier on this server") { .string($0.id) },
      Shape.Field("options", .list(.record("option")), "the options") {
        .array($0.options.map { .object(RecordOf<Poll.Option>.option.object(of: $0)) })
      },
      Shape.Field("votes", .integer, "the number of votes") { .int($0.votesCount) },
      Shape.Field("voters", .integer, "the number of voters", isOptional: true) { $0.votersCount.map(JSON.int) },
      Shape.Field("expired", .boolean, "whether it is over") { .bool($0.isExpired) },
      Shape.Field("expires", .time, "when it ends", isOptional: true) { $0.expiresAt.map { .int($0.seconds) } },
      Shape.Field("multiple", .boolean, "whether it allows several choices") { .bool($0.isMultiple) },
      Shape.Field("voted", .boolean, "whether you have voted") { .bool($0.hasVoted ?? false) },
      Shape.Field("choices", .list(.integer), "the numbers of the options you chose, from 1", isColumn: false) {
        .array($0.ownVotes.filter($0.options.indices.contains).map { .int($0 + 1) })
      }))
}

extension RecordOf where Value == Poll.Option {
  /// An option of a poll.
  static let option = RecordOf(
    "option", spelling: "title",
    Shape(
      Shape.Field("title", .text, "the text of the option") { .string($0.title) },
      Shape.Field("votes", .integer, "the number of votes", isOptional: true) { $0.votesCount.map(JSON.int) }))
}

extension RecordOf where Value == Server.NotificationView {
  /// The complete record of a notification.
  static let notification = RecordOf("notification", kind: .notification, Shape(cause + content))

  private static var cause: [Shape<Server.NotificationView>.Field] {
    [
      .id(.notification, value: \.id),
      .text("kind", "the kind of notification", words: .notificationKind, value: \.kind.rawValue),
      .record("account", "the account that caused it", as: { .account }, value: \.author),
      .time("date", "when it happened", value: \.createdAt),
      .reference(
        "accountID", to: .account, "the identifier of the account that caused it", isOptional: true
      ) { $0.author?.account.id },
      .number("count", "how many notifications it stands for; 1 unless it is a group", isColumn: false, value: \.count),
      .texts("names", "the accounts that are known to have caused it", isColumn: false) { $0.authors.map(\.name) },
      .text("group", "the key of its group", isOptional: true, isColumn: false, value: \.group),
    ]
  }

  private static var content: [Shape<Server.NotificationView>.Field] {
    [
      .reference("statusID", to: .status, "the identifier of the status it is about", isOptional: true) {
        $0.status?.status.id
      },
      .prose("content", "the status's content", isOptional: true) { $0.status?.status.plainText },
      .text("emoji", "the emoji of a reaction", isOptional: true, isColumn: false, value: \.emoji),
      .record("status", "the status it is about", as: { .status }, isColumn: false, value: \.status),
    ]
  }
}

extension RecordOf where Value == Server.EventView {
  /// An event of a stream.
  static let event = RecordOf(
    "event",
    Shape(
      Shape.Field(
        "event", .text, "the kind of event: update, status.update, delete, notification, gap and others",
        words: .eventKind
      ) {
        .string($0.name)
      },
      Shape.Field("mine", .boolean, "whether you caused it") { .bool($0.isOwn) },
      Shape.Field("status", .record("status"), "the status it is about", isOptional: true) {
        $0.status.map { .object(RecordOf<Server.StatusView>.status.object(of: $0)) }
      },
      Shape.Field("notification", .record("notification"), "the notification", isOptional: true, isColumn: false) {
        $0.notification.map { .object(RecordOf<Server.NotificationView>.notification.object(of: $0)) }
      },
      Shape.Field("statusID", .identifier(.status), "the identifier of the deleted status", isOptional: true) {
        $0.deletedStatusID.map(JSON.string)
      },
      Shape.Field(
        "gap", .record("gap"), "the missing part of the stream, if known", isOptional: true, isColumn: false
      ) {
        $0.gap.map { .object(RecordOf<Gap>.gap.object(of: $0)) }
      },
      Shape.Field("dropped", .integer, "the number of events lost before this one", isOptional: true) {
        $0.dropped.map(JSON.int)
      }))
}

extension Shape where Value == Poll {
  /// A poll as shown to a person.
  static var poll: Shape {
    Shape(
      Field("id", .identifier(.poll), "the identifier on this server") { .string($0.id) },
      Field("votes", .integer, "the number of votes") { .int($0.votesCount) },
      Field("expired", .boolean, "whether it is over") { .bool($0.isExpired) },
      Field("expires", .time, "when it ends", isOptional: true) { $0.expiresAt.map { .int($0.seconds) } },
      Field("options", .prose, "the options, with votes") { .string($0.results) })
  }
}

extension Poll {
  /// The options, one a line, with their votes.
  var results: String {
    options.map { option in option.title + (option.votesCount.map { ": \($0)" } ?? "") }.joined(separator: "\n")
  }
}
