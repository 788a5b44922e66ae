public import JSONValue

/// A notification to the signed-in account.
public struct Notification: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The kind of event.
  public let kind: NotificationKind
  /// When it happened.
  public let createdAt: Timestamp?
  /// The account that caused it.
  public let account: Account?
  /// The status it is about.
  public let status: Status?
  /// The key of its notification group.
  public let groupKey: String?
  /// The emoji of a reaction.
  public let emoji: String?
  /// The image URL of a custom emoji.
  public let emojiURL: String?
  /// The report it is about, for moderators.
  public let report: AdminReport?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a notification.
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

/// The kind of a notification.
public struct NotificationKind: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Someone mentioned you.
  public static let mention = NotificationKind(rawValue: "mention")
  /// Someone reblogged your status.
  public static let reblog = NotificationKind(rawValue: "reblog")
  /// Someone favorited your status.
  public static let favorite = NotificationKind(rawValue: "favourite")
  /// Someone followed you.
  public static let follow = NotificationKind(rawValue: "follow")
  /// Someone requested to follow you.
  public static let followRequest = NotificationKind(rawValue: "follow_request")
  /// A poll you voted in or created has ended.
  public static let poll = NotificationKind(rawValue: "poll")
  /// Someone you subscribed to posted.
  public static let status = NotificationKind(rawValue: "status")
  /// A status you interacted with was edited.
  public static let update = NotificationKind(rawValue: "update")
  /// Someone quoted your status.
  public static let quote = NotificationKind(rawValue: "quote")
  /// A status you quoted was edited.
  public static let quotedUpdate = NotificationKind(rawValue: "quoted_update")
  /// Someone added you to a collection.
  public static let addedToCollection = NotificationKind(rawValue: "added_to_collection")
  /// A collection that includes you was changed.
  public static let collectionUpdate = NotificationKind(rawValue: "collection_update")
  /// A moderation decision or a domain block severed some of your relationships.
  public static let severedRelationships = NotificationKind(rawValue: "severed_relationships")
  /// Moderators warned you or acted on your account.
  public static let moderationWarning = NotificationKind(rawValue: "moderation_warning")
  /// Someone registered (for moderators).
  public static let adminSignUp = NotificationKind(rawValue: "admin.sign_up")
  /// Someone reported an account (for moderators).
  public static let adminReport = NotificationKind(rawValue: "admin.report")
  /// Someone reacted to your status with an emoji (Iceshrimp, Sharkey, forks of Mastodon).
  public static let reaction = NotificationKind(rawValue: "reaction")
  /// Someone reacted to your status with an emoji (Pleroma, Akkoma).
  public static let emojiReaction = NotificationKind(rawValue: "pleroma:emoji_reaction")
  /// An account you follow moved (Pleroma, Akkoma).
  public static let move = NotificationKind(rawValue: "move")
}
