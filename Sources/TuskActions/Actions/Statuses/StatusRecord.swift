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

  /// A status that an action changed.
  static let link = RecordOf("link", kind: .status, id: "statusID", Shape(addresses + wordsOfLink))

  /// Where it is, as Tusker answers, and its poll.
  private static var addresses: [Field] {
    [
      .reference("statusID", to: .status, "the identifier on this server", value: \.status.id),
      .url("statusURL", "the status's page", value: \.status.url),
      .text("statusURI", "the status's URI", value: \.status.uri),
      .reference("poll", to: .poll, "its poll", isOptional: true, value: \.status.poll?.id),
    ]
  }

  /// What the answer says of it in words.
  private static var wordsOfLink: [Field] {
    [
      .record("author", "the account that wrote it", as: { .account }, value: \.shownAuthor),
      .text("visibility", "who can see it", words: .visibility, isOptional: true, isColumn: false) {
        $0.shown.audience?.rawValue
      },
      .text("cw", "the content warning", isOptional: true, isColumn: false) {
        $0.shown.spoilerText.isEmpty ? nil : $0.shown.spoilerText
      },
      .prose("text", "the content as plain text", isOptional: true, isColumn: false, value: \.shown.plainText),
      .number(
        "parts", "the number of statuses of a thread", isOptional: true, isColumn: false,
        value: { $0.thread.isEmpty ? nil : $0.thread.count }),
      .text(
        "statusIDs", "the identifiers of the statuses of a thread, in order, separated by commas", isOptional: true,
        isColumn: false
      ) { $0.thread.isEmpty ? nil : $0.thread.joined(separator: ",") },
    ]
  }
}

extension Shape where Value == Server.StatusView {
  /// A status as Tusker documents it.
  package static var status: Shape {
    Shape(
      Field("url", .url, "the status's page", isOptional: true) { $0.status.url.map(JSON.string) },
      Field("uri", .text, "the status's URI") { $0.status.uri.map(JSON.string) },
      Field("id", .identifier(.status), "the identifier on this server") { .string($0.status.id) },
      Field("account", .acct, "the account that posted or boosted it") { ($0.author?.name).map(JSON.string) },
      Field("inReplyTo", .identifier(.status), "the status it replies to", isOptional: true) {
        $0.status.inReplyToID.map(JSON.string)
      },
      Field("posted", .time, "when it was posted") { $0.status.createdAt.map { .int($0.seconds) } },
      Field("content", .prose, "the content: plain text, or HTML with --html") {
        .string($0.keepsHTML ? $0.status.content : $0.status.plainText)
      },
      Field("reblog", .identifier(.status), "the status it boosts", isOptional: true) {
        ($0.status.reblog?.id).map(JSON.string)
      }, boostedAuthor,
      Field("text", .prose, "the content of what it boosts, as plain text", isOptional: true) {
        ($0.status.reblog?.plainText).map(JSON.string)
      })
  }

  /// What a boost adds to the account that made it.
  private static var boostedAuthor: Field {
    Field("author", .acct, "the account that wrote what it boosts", isOptional: true) {
      $0.status.reblog == nil ? nil : ($0.shownAuthor?.name).map(JSON.string)
    }
  }

  /// The page and URI of a status that an action changed.
  package static var link: Shape {
    Shape(
      Field("statusURL", .url, "the status's page", isOptional: true) { $0.status.url.map(JSON.string) },
      Field("statusURI", .text, "the status's URI") { $0.status.uri.map(JSON.string) })
  }

  /// A status as shown to a person.
  package static var page: Shape {
    Shape(
      Field("id", .identifier(.status), "the identifier on this server") { .string($0.status.id) },
      Field("account", .acct, "the account that posted or boosted it") { ($0.author?.name).map(JSON.string) },
      boostedAuthor,
      Field("posted", .time, "when it was posted") { $0.status.createdAt.map { .int($0.seconds) } },
      Field("visibility", .text, "who can see it") { ($0.status.audience?.rawValue).map(JSON.string) },
      Field("cw", .text, "the content warning", isOptional: true) {
        $0.shown.spoilerText.isEmpty ? nil : .string($0.shown.spoilerText)
      },
      Field("content", .prose, "the content") { .string($0.shown.plainText) },
      Field("media", .prose, "the alt text of its media", isOptional: true) { $0.mediaDescriptions },
      Field("poll", .prose, "the options of its poll, with votes", isOptional: true) { $0.answers },
      Field("quote", .prose, "the status it quotes", isOptional: true) { $0.quotation },
      Field("replies", .integer, "the number of replies") { .int($0.shown.repliesCount) },
      Field("reblogs", .integer, "the number of boosts") { .int($0.shown.reblogsCount) },
      Field("favorites", .integer, "the number of favorites") { .int($0.shown.favoritesCount) },
      Field("url", .url, "the status's page", isOptional: true) { $0.status.url.map(JSON.string) })
  }
}

extension Server.StatusView {
  fileprivate var mediaDescriptions: JSON? {
    let media = shown.mediaAttachments
    guard !media.isEmpty else { return nil }
    return .string(
      media.map { "\($0.kind.rawValue): \($0.description ?? "no description")" }.joined(separator: "\n"))
  }

  fileprivate var answers: JSON? { shown.poll.map { .string($0.results) } }

  fileprivate var quotation: JSON? {
    guard let quote = shown.quote else { return nil }
    guard let quoted = quote.status else { return .string(quote.state.rawValue) }
    return .string([quoted.url, quoted.plainText].compactMap(\.self).joined(separator: "\n"))
  }
}
