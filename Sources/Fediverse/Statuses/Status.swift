public import JSONValue

/// What somebody published, as one server sees it.
public struct Status: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The ActivityPub identifier.
  public let uri: String?
  /// The page of the status.
  public let url: String?
  /// When it was published.
  public let createdAt: Timestamp?
  /// When it was last changed.
  public let editedAt: Timestamp?
  /// Who published it.
  public let account: Account?
  /// The text in HTML.
  public let content: String
  /// The text as it was typed, given only when a status is deleted or edited.
  public let text: String?
  /// Who may see it.
  public let visibility: Visibility
  /// Whether its media are hidden until asked for.
  public let isSensitive: Bool
  /// The warning that stands before the text; empty where there is none.
  public let spoilerText: String
  /// The language by its ISO 639 code.
  public let language: String?
  /// The status that it answers.
  public let inReplyToID: String?
  /// The account that it answers.
  public let inReplyToAccountID: String?
  /// How often it was reblogged.
  public let reblogsCount: Int
  /// How often it was favorited.
  public let favoritesCount: Int
  /// How often it was answered.
  public let repliesCount: Int
  /// Whether the signed-in account favorited it.
  public let isFavorited: Bool?
  /// Whether the signed-in account reblogged it.
  public let isReblogged: Bool?
  /// Whether the signed-in account bookmarked it.
  public let isBookmarked: Bool?
  /// Whether the signed-in account muted its thread.
  public let isMuted: Bool?
  /// Whether the signed-in account shows it first in its profile.
  public let isPinned: Bool?
  /// Pictures, films and sounds.
  public let mediaAttachments: [MediaAttachment]
  /// The accounts that its text names.
  public let mentions: [Mention]
  /// The hashtags that its text names.
  public let tags: [Tag]
  /// The custom emojis in its text.
  public let emojis: [CustomEmoji]
  /// The poll that is part of it.
  public let poll: Poll?
  /// The preview of a page that it links to.
  public let card: PreviewCard?
  /// What it was published with.
  public let application: Application?
  /// The whole object as sent by the server.
  public let raw: JSON
  private let inner: Inner

  /// Reads a status.
  public init(json: JSON) throws(ShapeError) {
    try self.init(json: json, depth: 2)
  }

  /// - Parameter depth: how many statuses may stand in one another, because some servers never end.
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
    visibility = fields.spelling("visibility") ?? .public
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

  /// The status that this one passes on.
  public var reblog: Status? { inner.reblogs.first }

  /// The status that this one quotes.
  public var quote: Quote? { inner.quotes.first }

  /// The text without markup, as ``HTMLText`` makes it; the server's own plain text where it sent one.
  public var plainText: String {
    let inlineQuotes: HTMLText.InlineQuotes = quote?.status == nil ? .shown : .hidden
    // The plain text has the link to the quoted status too, but nothing to know it by.
    let isPlainEnough = inlineQuotes == .shown || !content.contains("quote-inline")
    if isPlainEnough, let own = raw["pleroma"]?["content"]?["text/plain"]?.string { return HTMLText.inert(own) }
    return HTMLText(content, mentions: mentions, inlineQuotes: inlineQuotes).plain
  }

  /// The statuses inside, in arrays because a value cannot hold another of its own type.
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
  /// When it removes itself, where it does.
  public var expiresAt: Timestamp? {
    let own = raw["expires_at"].flatMap { Timestamp(json: $0) }
    return own ?? raw["pleroma"]?["expires_at"].flatMap { Timestamp(json: $0) }
  }

  /// Whether it stays on its server.
  public var isLocalOnly: Bool {
    visibility == .local || (try? FieldReader(raw, as: "status"))?.truth("local_only") == true
  }
}
