public import JSONValue

/// The profile of the signed-in account, with its texts as typed.
public struct Profile: Entity, Hashable, Identifiable {
  /// The identifier of the account, valid on this server only.
  public let id: String
  /// The display name; may be empty.
  public let displayName: String
  /// The biography as typed, before rendering.
  public let note: String
  /// The profile fields as typed, before rendering.
  public let fields: [Account.Field]
  /// The URL of the avatar, if any.
  public let avatarURL: String?
  /// The alt text of the avatar.
  public let avatarDescription: String
  /// The URL of the header image, if any.
  public let headerURL: String?
  /// The alt text of the header image.
  public let headerDescription: String
  /// Whether the account approves its followers manually.
  public let isLocked: Bool
  /// Whether the account is a bot.
  public let isBot: Bool
  /// Whether the account agrees to be suggested and found in directories.
  public let isDiscoverable: Bool?
  /// Whether its public statuses may be found by search.
  public let isIndexable: Bool?
  /// Whether its followers and follows are hidden.
  public let isHidingCollections: Bool?
  /// Whether the profile has a media tab.
  public let isShowingMedia: Bool?
  /// Whether the media tab includes replies.
  public let isShowingMediaReplies: Bool?
  /// Whether the profile has a tab of featured content.
  public let isShowingFeatured: Bool?
  /// The domains of websites that may credit the account as author.
  public let attributionDomains: [String]
  /// The hashtags featured on the profile.
  public let featuredTags: [FeaturedTag]
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a profile.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "profile")
    id = try fields.id()
    displayName = fields.text("display_name") ?? ""
    note = fields.text("note") ?? ""
    self.fields = fields.entities("fields")
    avatarURL = fields.word("avatar")
    avatarDescription = fields.text("avatar_description") ?? ""
    headerURL = fields.word("header")
    headerDescription = fields.text("header_description") ?? ""
    isLocked = fields.truth("locked") ?? false
    isBot = fields.truth("bot") ?? false
    isDiscoverable = fields.truth("discoverable")
    isIndexable = fields.truth("indexable")
    isHidingCollections = fields.truth("hide_collections")
    isShowingMedia = fields.truth("show_media")
    isShowingMediaReplies = fields.truth("show_media_replies")
    isShowingFeatured = fields.truth("show_featured")
    attributionDomains = fields.texts("attribution_domains")
    featuredTags = fields.entities("featured_tags")
    raw = json
  }
}
