import Fediverse
import JSONValue
import XCallbackURL

extension Shape where Value == Server.AccountView {
  /// An account as Tusker documents it.
  package static var account: Shape {
    Shape(
      Field("username", .acct, "the account name") { .string($0.name) },
      Field("displayName", .text, "the display name") { .string($0.account.displayName) },
      Field("locked", .boolean, "whether it approves followers manually") { .bool($0.account.isLocked) },
      Field("followers", .integer, "the number of followers") { $0.account.followersCount.map(JSON.int) },
      Field("following", .integer, "the number of accounts it follows") { $0.account.followingCount.map(JSON.int) },
      Field("url", .url, "the account's page") { $0.account.url.map(JSON.string) },
      Field("avatarURL", .url, "the avatar image") { $0.account.avatarURL.map(JSON.string) },
      Field("headerURL", .url, "the header image") { $0.account.headerURL.map(JSON.string) })
  }

  /// An account as shown to a person.
  package static var profile: Shape {
    Shape(
      Field("id", .identifier(.account), "the identifier on this server") { .string($0.account.id) },
      Field("username", .acct, "the account name") { .string($0.name) },
      Field("displayName", .text, "the display name") { .string($0.account.displayName) },
      Field("note", .prose, "the biography") { .string(HTMLText($0.account.note).plain) },
      Field("followers", .integer, "the number of followers") { $0.account.followersCount.map(JSON.int) },
      Field("following", .integer, "the number of accounts it follows") { $0.account.followingCount.map(JSON.int) },
      Field("statuses", .integer, "the number of statuses it has posted") { $0.account.statusesCount.map(JSON.int) },
      Field("locked", .boolean, "whether it approves followers manually") { .bool($0.account.isLocked) },
      Field("bot", .boolean, "whether it is automated") { .bool($0.account.isBot) },
      Field("joined", .time, "when it was created", isOptional: true) {
        $0.account.createdAt.map { .int($0.seconds) }
      },
      Field("url", .url, "the account's page") { $0.account.url.map(JSON.string) })
  }
}

extension Shape where Value == Server.RelationView {
  /// The page of an account that was followed or unfollowed.
  static var page: Shape {
    Shape(Field("url", .url, "the account's page") { $0.url.map(JSON.string) })
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

extension Shape where Value == Server.NotificationView {
  /// A notification as Tusker documents it.
  package static var notification: Shape {
    Shape(
      Field("kind", .text, "the kind of notification") { .string($0.kind.rawValue) },
      Field("date", .time, "when it happened") { $0.createdAt.map { .int($0.seconds) } },
      Field("accountID", .identifier(.account), "the account that caused it") {
        ($0.author?.account.id).map(JSON.string)
      },
      Field("statusID", .identifier(.status), "the status it is about", isOptional: true) {
        ($0.status?.status.id).map(JSON.string)
      })
  }
}

extension Shape where Value == Tag {
  /// A hashtag.
  static var tag: Shape {
    Shape(
      Field("name", .text, "the hashtag without its '#'") { .string($0.name) },
      Field("url", .url, "the hashtag's page", isOptional: true) { $0.url.map(JSON.string) })
  }
}
