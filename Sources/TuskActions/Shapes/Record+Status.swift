import Fediverse
import JSONValue
import XCallbackURL

extension RecordOf where Value == Server.StatusView {
  /// The complete record of a status.
  static var status: RecordOf {
    RecordOf("status", kind: .status, Shape(words + circumstances))
  }

  private typealias Field = Shape<Server.StatusView>.Field

  /// The content and author.
  private static var words: [Field] {
    [
      Field("id", .identifier(.status), "the identifier on this server") { .string($0.status.id) },
      Field("account", .record("account"), "the account that posted or boosted it", isOptional: true) {
        $0.author.map { .object(RecordOf<Server.AccountView>.account.object(of: $0)) }
      },
      Field(
        "author", .record("account"), "the account that wrote it, also if another one boosted it", isOptional: true,
        isAppended: true
      ) {
        $0.shownAuthor.map { .object(RecordOf<Server.AccountView>.account.object(of: $0)) }
      },
      Field("posted", .time, "when it was posted", isOptional: true) { $0.status.createdAt.map { .int($0.seconds) } },
      Field("visibility", .text, "who can see it", words: .visibility, isOptional: true) {
        ($0.status.visibility?.rawValue).map(JSON.string)
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

  /// The counts, marks and parts.
  private static var circumstances: [Field] {
    [
      Field("replies", .integer, "the number of replies") { .int($0.shown.repliesCount) },
      Field("boosts", .integer, "the number of boosts") { .int($0.shown.reblogsCount) },
      Field("favourites", .integer, "the number of favorites") { .int($0.shown.favoritesCount) },
      Field("pinned", .boolean, "whether its author pinned it", isColumn: false) {
        .bool($0.status.isPinned ?? false)
      },
      Field("favorited", .boolean, "whether you favorited it", isColumn: false) {
        .bool($0.status.isFavorited ?? false)
      },
      Field("boosted", .boolean, "whether you boosted it", isColumn: false) {
        .bool($0.status.isReblogged ?? false)
      },
      Field("inReplyTo", .identifier(.status), "the status it replies to", isOptional: true, isColumn: false) {
        $0.status.inReplyToID.map(JSON.string)
      },
      Field("reblog", .record("status"), "the status it boosts", isOptional: true, isColumn: false) { post in
        post.status.reblog.map {
          .object(RecordOf<Server.StatusView>.status.object(of: Server.StatusView($0, names: post.names)))
        }
      },
      Field("media", .list(.record("media")), "its media", isColumn: false) {
        .array($0.shown.mediaAttachments.map { .object(RecordOf<MediaAttachment>.media.object(of: $0)) })
      },
      Field("poll", .record("poll"), "its poll", isOptional: true, isColumn: false) {
        $0.shown.poll.map { .object(RecordOf<Poll>.poll.object(of: $0)) }
      },
      Field("tags", .list(.text), "its hashtags", isColumn: false) { .array($0.shown.tags.map { .string($0.name) }) },
      Field("url", .url, "its page", isOptional: true) { $0.status.url.map(JSON.string) },
      Field("uri", .text, "its URI", isOptional: true, isColumn: false) { $0.status.uri.map(JSON.string) },
    ]
  }

  /// A status that an action changed.
  static var link: RecordOf {
    RecordOf(
      "link", kind: .status, id: "statusID",
      Shape(
        Shape.Field("statusID", .identifier(.status), "the identifier on this server") { .string($0.status.id) },
        Shape.Field("statusURL", .url, "the status's page", isOptional: true) { $0.status.url.map(JSON.string) },
        Shape.Field("statusURI", .text, "the status's URI") { $0.status.uri.map(JSON.string) },
        Shape.Field("poll", .identifier(.poll), "its poll", isOptional: true) {
          ($0.status.poll?.id).map(JSON.string)
        }))
  }
}

extension RecordOf where Value == MediaAttachment {
  /// An image, video or audio file.
  static var media: RecordOf {
    RecordOf(
      "media", kind: .media,
      Shape(
        [
          Shape<MediaAttachment>.Field("id", .identifier(.media), "the identifier on this server", isOptional: true) {
            $0.id.map(JSON.string)
          }
        ] + properties))
  }

  /// An upload, under the name that its callback gives it; `id` is what scripts of earlier versions read.
  static var upload: RecordOf {
    RecordOf(
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
  }

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
  static var poll: RecordOf {
    RecordOf(
      "poll", kind: .poll,
      Shape(
        Shape.Field("id", .identifier(.poll), "the identifier on this server") { .string($0.id) },
        Shape.Field("options", .list(.record("option")), "the options", isColumn: false) {
          .array($0.options.map { .object(RecordOf<Poll.Option>.option.object(of: $0)) })
        },
        Shape.Field("votes", .integer, "the number of votes") { .int($0.votesCount) },
        Shape.Field("voters", .integer, "the number of voters", isOptional: true) { $0.votersCount.map(JSON.int) },
        Shape.Field("expired", .boolean, "whether it is over") { .bool($0.isExpired) },
        Shape.Field("expires", .time, "when it ends", isOptional: true) { $0.expiresAt.map { .int($0.seconds) } },
        Shape.Field("multiple", .boolean, "whether it allows several choices") { .bool($0.isMultiple) },
        Shape.Field("voted", .boolean, "whether you have voted") { .bool($0.hasVoted ?? false) }))
  }
}

extension RecordOf where Value == Poll.Option {
  /// An option of a poll.
  static var option: RecordOf {
    RecordOf(
      "option", spelling: "title",
      Shape(
        Shape.Field("title", .text, "the text of the option") { .string($0.title) },
        Shape.Field("votes", .integer, "the number of votes", isOptional: true) { $0.votesCount.map(JSON.int) }))
  }
}

extension RecordOf where Value == Server.NotificationView {
  /// The complete record of a notification.
  static var notification: RecordOf {
    RecordOf(
      "notification", kind: .notification,
      Shape(
        Shape.Field("id", .identifier(.notification), "the identifier on this server") { .string($0.notification.id) },
        Shape.Field("kind", .text, "the kind of notification", words: .notificationKind) {
          .string($0.notification.kind.rawValue)
        },
        Shape.Field("account", .record("account"), "the account that caused it", isOptional: true) {
          $0.author.map { .object(RecordOf<Server.AccountView>.account.object(of: $0)) }
        },
        Shape.Field("date", .time, "when it happened", isOptional: true) {
          $0.notification.createdAt.map { .int($0.seconds) }
        },
        Shape.Field(
          "accountID", .identifier(.account), "the identifier of the account that caused it", isOptional: true
        ) {
          ($0.notification.account?.id).map(JSON.string)
        },
        Shape.Field("statusID", .identifier(.status), "the identifier of the status it is about", isOptional: true) {
          ($0.notification.status?.id).map(JSON.string)
        },
        Shape.Field("content", .prose, "the status's content", isOptional: true) {
          ($0.notification.status?.plainText).map(JSON.string)
        },
        Shape.Field("status", .record("status"), "the status it is about", isOptional: true, isColumn: false) {
          $0.status.map { .object(RecordOf<Server.StatusView>.status.object(of: $0)) }
        }))
  }
}

extension RecordOf where Value == Server.EventView {
  /// An event of a stream.
  static var event: RecordOf {
    RecordOf(
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
