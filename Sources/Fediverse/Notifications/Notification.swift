public import JSONValue

/// Something that happened to the signed-in account.
public struct Notification: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// What happened.
  public let kind: NotificationKind
  /// When it happened.
  public let createdAt: Timestamp?
  /// Who did it.
  public let account: Account?
  /// The status that it is about.
  public let status: Status?
  /// What it is grouped with others by.
  public let groupKey: String?
  /// The emoji that a status was answered with.
  public let emoji: String?
  /// The picture that the emoji is, where it is one.
  public let emojiURL: String?
  /// The report that it is about, where those who look after the server are told of one.
  public let report: AdminReport?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Reads a notification.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "notification")
    id = try fields.id()
    kind = NotificationKind(rawValue: fields.text("type") ?? "")
    createdAt = fields.time("created_at")
    account = fields.entity("account")
    status = fields.entity("status")
    groupKey = fields.word("group_key")
    emoji = fields.word("emoji") ?? fields.fields("reaction").word("name")
    emojiURL = fields.word("emoji_url") ?? fields.fields("reaction").word("url")
    report = fields.entity("report")
    raw = json
  }
}

/// What a notification tells of.
public struct NotificationKind: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Somebody mentioned the account.
  public static let mention = NotificationKind(rawValue: "mention")
  /// Somebody reblogged a status.
  public static let reblog = NotificationKind(rawValue: "reblog")
  /// Somebody favorited a status.
  public static let favorite = NotificationKind(rawValue: "favourite")
  /// Somebody followed the account.
  public static let follow = NotificationKind(rawValue: "follow")
  /// Somebody asked to follow the account.
  public static let followRequest = NotificationKind(rawValue: "follow_request")
  /// A poll has ended.
  public static let poll = NotificationKind(rawValue: "poll")
  /// Somebody to be told of has published.
  public static let status = NotificationKind(rawValue: "status")
  /// A status that was acted on was edited.
  public static let update = NotificationKind(rawValue: "update")
  /// Somebody quoted a status.
  public static let quote = NotificationKind(rawValue: "quote")
  /// A status that was quoted was edited.
  public static let quotedUpdate = NotificationKind(rawValue: "quoted_update")
  /// Somebody put the account into a collection.
  public static let addedToCollection = NotificationKind(rawValue: "added_to_collection")
  /// A collection that the account is in was changed.
  public static let collectionUpdate = NotificationKind(rawValue: "collection_update")
  /// Those who look after the server cut it off from others, and follows with it.
  public static let severedRelationships = NotificationKind(rawValue: "severed_relationships")
  /// Those who look after the server did something about the account.
  public static let moderationWarning = NotificationKind(rawValue: "moderation_warning")
  /// Somebody signed up.
  public static let adminSignUp = NotificationKind(rawValue: "admin.sign_up")
  /// Somebody reported an account.
  public static let adminReport = NotificationKind(rawValue: "admin.report")
  /// Somebody answered a status with an emoji (Iceshrimp, Sharkey, forks of Mastodon).
  public static let reaction = NotificationKind(rawValue: "reaction")
  /// Somebody answered a status with an emoji (Pleroma, Akkoma).
  public static let emojiReaction = NotificationKind(rawValue: "pleroma:emoji_reaction")
  /// Somebody followed has moved to another account (Pleroma, Akkoma).
  public static let move = NotificationKind(rawValue: "move")
}
