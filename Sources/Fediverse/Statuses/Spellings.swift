/// Who may see a status.
public struct Visibility: OpenSpelling {
  /// The spelling.
  public let rawValue: String
  /// The value of any spelling.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Everybody, in public timelines.
  public static let `public` = Visibility(rawValue: "public")
  /// Everybody, but not in public timelines.
  public static let unlisted = Visibility(rawValue: "unlisted")
  /// Followers.
  public static let `private` = Visibility(rawValue: "private")
  /// Those who are mentioned.
  public static let direct = Visibility(rawValue: "direct")
  /// The server's own people (Pleroma, Akkoma, GoToSocial).
  public static let local = Visibility(rawValue: "local")
  /// Those who follow and are followed (GoToSocial).
  public static let mutualsOnly = Visibility(rawValue: "mutuals_only")
  /// The members of a list (Pleroma, Akkoma).
  public static func list(_ id: String) -> Visibility { Visibility(rawValue: "list:\(id)") }
}

/// What a notification tells of.
public struct NotificationKind: OpenSpelling {
  /// The spelling.
  public let rawValue: String
  /// The value of any spelling.
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

/// What a piece of media is.
public struct MediaKind: OpenSpelling {
  /// The spelling.
  public let rawValue: String
  /// The value of any spelling.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A still picture.
  public static let image = MediaKind(rawValue: "image")
  /// A film with sound.
  public static let video = MediaKind(rawValue: "video")
  /// A film without sound that repeats.
  public static let animation = MediaKind(rawValue: "gifv")
  /// Sound.
  public static let audio = MediaKind(rawValue: "audio")
  /// Something the server does not show.
  public static let unknown = MediaKind(rawValue: "unknown")
}

/// How far a quotation has come.
public struct QuoteState: OpenSpelling {
  /// The spelling.
  public let rawValue: String
  /// The value of any spelling.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The quoted status may be shown.
  public static let accepted = QuoteState(rawValue: "accepted")
  /// The quoted account has not decided.
  public static let pending = QuoteState(rawValue: "pending")
  /// The quoted status is gone.
  public static let deleted = QuoteState(rawValue: "deleted")
  /// The quoted account has refused.
  public static let rejected = QuoteState(rawValue: "rejected")
  /// The quoted account has taken its consent back.
  public static let revoked = QuoteState(rawValue: "revoked")
  /// The signed-in account may not see the quoted status.
  public static let unauthorized = QuoteState(rawValue: "unauthorized")
}
