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
}
