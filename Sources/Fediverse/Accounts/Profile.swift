public import JSONValue

/// The profile of the signed-in account with everything as it was typed.
public struct Profile: Entity, Hashable, Identifiable {
  /// The identifier of the account, local to the server that answered.
  public let id: String
  /// The name to show, which may be empty.
  public let displayName: String
  /// The biography as it was typed.
  public let note: String
  /// The rows of the table as they were typed.
  public let fields: [Account.Field]
  /// The avatar, where there is one.
  public let avatarURL: String?
  /// The text of the avatar for those who cannot see it.
  public let avatarDescription: String
  /// The header image, where there is one.
  public let headerURL: String?
  /// The text of the header image for those who cannot see it.
  public let headerDescription: String
  /// Whether followers are approved by hand.
  public let isLocked: Bool
  /// Whether it acts by itself.
  public let isBot: Bool
  /// Whether it wants to be found.
  public let isDiscoverable: Bool?
  /// Whether what it publishes for everybody may be searched.
  public let isIndexable: Bool?
  /// Whether it hides whom it follows and who follows it.
  public let isHidingCollections: Bool?
  /// Whether the profile has a place for media.
  public let isShowingMedia: Bool?
  /// Whether media of replies are shown there too.
  public let isShowingMediaReplies: Bool?
  /// Whether the profile has a place for what the account recommends.
  public let isShowingFeatured: Bool?
  /// The domains of pages that may name it as their author.
  public let attributionDomains: [String]
  /// The tags that it shows.
  public let featuredTags: [FeaturedTag]
  /// The whole object as the server sent it.
  public let raw: JSON

  /// Reads a profile.
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
