/// Changes to the profile and the defaults of the signed-in account. Properties that are `nil` stay unchanged.
public struct ProfileChanges: Sendable, Hashable {
  /// The display name.
  public var displayName: String?
  /// The biography, as plain text.
  public var note: String?
  /// Whether the account approves its followers manually.
  public var isLocked: Bool?
  /// Whether the account is a bot.
  public var isBot: Bool?
  /// Whether the account agrees to be suggested and found in directories.
  public var isDiscoverable: Bool?
  /// Whether its public statuses may be found by search.
  public var isIndexable: Bool?
  /// Whether its followers and follows are hidden.
  public var isHidingCollections: Bool?
  /// All profile fields, in order; an empty array removes them.
  public var fields: [Row]?
  /// The domains of websites that may credit the account as author; an empty array removes them.
  public var attributionDomains: [String]?
  /// The default visibility of new statuses.
  public var visibility: Visibility?
  /// Whether media in new statuses are marked as sensitive.
  public var isSensitive: Bool?
  /// The default language of new statuses, as an ISO 639 code; an empty string removes it.
  public var language: String?
  /// The avatar.
  public var avatar: MediaFile?
  /// The alt text of the avatar.
  public var avatarDescription: String?
  /// The header image.
  public var header: MediaFile?
  /// The alt text of the header image.
  public var headerDescription: String?
  /// Whether the profile has a media tab.
  public var isShowingMedia: Bool?
  /// Whether the media tab includes replies.
  public var isShowingMediaReplies: Bool?
  /// Whether the profile has a tab of featured content.
  public var isShowingFeatured: Bool?

  /// Creates changes without any change.
  public init() {}

  /// A labeled field of a profile, as typed.
  public struct Row: Sendable, Hashable {
    /// The label.
    public var name: String
    /// The text.
    public var value: String

    /// Creates a profile field.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The files to upload, by form name.
  var files: [(name: String, file: MediaFile)] {
    [("avatar", avatar), ("header", header)].compactMap { name, file in file.map { (name, $0) } }
  }

  /// Everything except the files, as a form, because servers agree on how to read profile fields from it.
  var form: [(name: String, value: String)] {
    var form = QueryItems()
    form.set("display_name", displayName)
    form.set("note", note)
    form.set("locked", isLocked)
    form.set("bot", isBot)
    form.set("discoverable", isDiscoverable)
    form.set("indexable", isIndexable)
    form.set("hide_collections", isHidingCollections)
    form.set("avatar_description", avatarDescription)
    form.set("header_description", headerDescription)
    form.set("show_media", isShowingMedia)
    form.set("show_media_replies", isShowingMediaReplies)
    form.set("show_featured", isShowingFeatured)
    form.set("source[privacy]", visibility?.rawValue)
    form.set("source[sensitive]", isSensitive)
    form.set("source[language]", language)
    // A form expresses an empty list as a list with one empty item.
    if let domains = attributionDomains { form.set("attribution_domains[]", all: domains.isEmpty ? [""] : domains) }
    let rows = fields.map { $0.isEmpty ? [Row(name: "", value: "")] : $0 } ?? []
    for (index, row) in rows.enumerated() {
      form.set("fields_attributes[\(index)][name]", row.name)
      form.set("fields_attributes[\(index)][value]", row.value)
    }
    return form.pairs
  }
}
