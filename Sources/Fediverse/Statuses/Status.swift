public import JSONValue

/// A status, as one server sees it.
public struct Status: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The ActivityPub identifier.
  public let uri: String?
  /// The URL of the status's page.
  public let url: String?
  /// When it was published.
  public let createdAt: Timestamp?
  /// When it was last edited.
  public let editedAt: Timestamp?
  /// The author.
  public let account: Account?
  /// The text, as HTML.
  public let content: String
  /// The source text; sent only when a status is deleted or edited.
  public let text: String?
  /// The visibility; `nil` if the server does not tell.
  public let visibility: Visibility?
  /// Whether its media are marked as sensitive.
  public let isSensitive: Bool
  /// The content warning; empty if there is none.
  public let spoilerText: String
  /// The language, as an ISO 639 code.
  public let language: String?
  /// The identifier of the status it replies to.
  public let inReplyToID: String?
  /// The identifier of the account it replies to.
  public let inReplyToAccountID: String?
  /// The number of reblogs.
  public let reblogsCount: Int
  /// The number of favorites.
  public let favoritesCount: Int
  /// The number of replies.
  public let repliesCount: Int
  /// Whether the signed-in account favorited it.
  public let isFavorited: Bool?
  /// Whether the signed-in account reblogged it.
  public let isReblogged: Bool?
  /// Whether the signed-in account bookmarked it.
  public let isBookmarked: Bool?
  /// Whether the signed-in account muted its conversation.
  public let isMuted: Bool?
  /// Whether the signed-in account pinned it to its profile.
  public let isPinned: Bool?
  /// The media attachments.
  public let mediaAttachments: [MediaAttachment]
  /// The mentioned accounts.
  public let mentions: [Mention]
  /// The hashtags.
  public let tags: [Tag]
  /// The custom emojis in its text.
  public let emojis: [CustomEmoji]
  /// The poll.
  public let poll: Poll?
  /// The preview of a linked web page.
  public let card: PreviewCard?
  /// The client application it was published with.
  public let application: Application?
  /// The whole object as sent by the server.
  public let raw: JSON
  private let inner: Inner

  /// Decodes a status.
  public init(json: JSON) throws(ShapeError) {
    try self.init(json: json, depth: 2)
  }

  /// Decodes a status with a limited number of nested ones, because some servers nest without end.
  ///
  /// - Parameter depth: the number of nested levels to decode.
  init(json: JSON, depth: Int) throws(ShapeError) {
    let fields = try FieldReader(json, as: "status")
    id = try fields.id()
    uri = fields.word("uri")
    url = fields.word("url")
    createdAt = fields.time("created_at")
    editedAt = fields.time("edited_at")
    account = fields.entity("account")
    content = fields.text("content") ?? ""
    text = fields.text("text")
    visibility = fields.spelling("visibility")
    isSensitive = fields.truth("sensitive") ?? false
    spoilerText = fields.text("spoiler_text") ?? ""
    language = fields.word("language")
    inReplyToID = fields.word("in_reply_to_id")
    inReplyToAccountID = fields.word("in_reply_to_account_id")
    reblogsCount = fields.count("reblogs_count") ?? 0
    favoritesCount = fields.count("favourites_count") ?? 0
    repliesCount = fields.count("replies_count") ?? 0
    isFavorited = fields.truth("favourited")
    isReblogged = fields.truth("reblogged")
    isBookmarked = fields.truth("bookmarked")
    isMuted = fields.truth("muted")
    isPinned = fields.truth("pinned")
    mediaAttachments = fields.entities("media_attachments")
    mentions = fields.entities("mentions")
    tags = fields.entities("tags")
    emojis = fields.entities("emojis")
    poll = fields.entity("poll")
    card = fields.entity("card")
    application = fields.entity("application")
    raw = json
    inner = Inner(fields, depth: depth - 1)
  }

  /// The status that this one reblogs.
  public var reblog: Status? { inner.reblogs.first }

  /// The quote in this status.
  public var quote: Quote? { inner.quotes.first }

  /// The text without markup: the server's plain text if it sent one, otherwise rendered by ``HTMLText``.
  public var plainText: String {
    let inlineQuotes: HTMLText.InlineQuotes = quote?.status == nil ? .shown : .hidden
    // The server's plain text contains the link to the quoted status, but does not mark it.
    let isPlainEnough = inlineQuotes == .shown || !content.contains("quote-inline")
    if isPlainEnough, let own = raw["pleroma"]?["content"]?["text/plain"]?.string { return HTMLText.inert(own) }
    return HTMLText(content, mentions: mentions, inlineQuotes: inlineQuotes).plain
  }

  /// The nested statuses, in arrays because a struct cannot contain its own type.
  private struct Inner: Sendable, Hashable {
    let reblogs: [Status]
    let quotes: [Quote]

    init(_ fields: FieldReader, depth: Int) {
      let reblog = depth > 0 ? fields["reblog"].flatMap { try? Status(json: $0, depth: depth) } : nil
      reblogs = reblog.map { [$0] } ?? []
      quotes = Quote(fields, depth: depth).map { [$0] } ?? []
    }
  }
}

extension Status {
  /// When it deletes itself, if it does.
  public var expiresAt: Timestamp? {
    let own = raw["expires_at"].flatMap { Timestamp(json: $0) }
    return own ?? raw["pleroma"]?["expires_at"].flatMap { Timestamp(json: $0) }
  }

  /// Whether it stays on its server.
  public var isLocalOnly: Bool {
    visibility == .local || (try? FieldReader(raw, as: "status"))?.truth("local_only") == true
  }

  /// Who can see it: its visibility, for accounts on its server only if it stays there; `nil` if that is unknown.
  package var audience: Visibility? { isLocalOnly ? visibility?.onServerOnly : visibility }
}

/// A mention of an account in a status.
public struct Mention: Entity, Hashable {
  /// The identifier, valid on this server only.
  public let id: String?
  /// The user name, without the domain.
  public let username: String
  /// The address without the domain for local accounts, `user@domain` for others.
  public let acct: String
  /// The URL of the profile page, as linked in the text.
  public let url: String?

  /// Creates a mention.
  public init(acct: String, url: String?) {
    id = nil
    username = String(acct.prefix { $0 != "@" })
    self.acct = acct
    self.url = url
  }

  /// Decodes a mention.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "mention")
    guard let name = fields.word("acct") ?? fields.word("username") else {
      throw ShapeError(path: "mention.acct", expected: "a user name")
    }
    id = fields.word("id")
    acct = name
    username = fields.word("username") ?? String(name.prefix { $0 != "@" })
    url = fields.word("url")
  }
}

/// A custom emoji.
public struct CustomEmoji: Entity, Hashable {
  /// The shortcode, without colons.
  public let shortcode: String
  /// The URL of the image, possibly animated.
  public let url: String?
  /// The URL of a still version of the image.
  public let staticURL: String?
  /// The category in the emoji picker.
  public let category: String?

  /// Decodes a custom emoji.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "emoji")
    shortcode = try fields.word("shortcode", or: "a name")
    url = fields.word("url")
    staticURL = fields.word("static_url")
    category = fields.word("category")
  }
}

/// The client application a status was published with.
public struct Application: Entity, Hashable {
  /// The name.
  public let name: String
  /// The URL of its website.
  public let website: String?

  /// Decodes an application.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "application")
    name = try fields.word("name", or: "a name")
    website = fields.word("website")
  }
}
