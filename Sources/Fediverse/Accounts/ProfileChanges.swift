/// What is to become different in the profile and the defaults of the signed-in account; what is not set stays.
public struct ProfileChanges: Sendable, Hashable {
  /// The name to show.
  public var displayName: String?
  /// The biography as typed.
  public var note: String?
  /// Whether followers are approved by hand.
  public var isLocked: Bool?
  /// Whether it acts by itself.
  public var isBot: Bool?
  /// Whether it wants to be found.
  public var isDiscoverable: Bool?
  /// Whether what it publishes for everybody may be searched.
  public var isIndexable: Bool?
  /// Whether it hides whom it follows and who follows it.
  public var isHidingCollections: Bool?
  /// Every row of the table, in order; no rows empty it.
  public var fields: [Row]?
  /// The domains of pages that may name it as their author; none empties them.
  public var attributionDomains: [String]?
  /// The visibility of new statuses.
  public var visibility: Visibility?
  /// Whether media of new statuses are marked as sensitive.
  public var isSensitive: Bool?
  /// The language of new statuses by its ISO 639 code; an empty text is none.
  public var language: String?
  /// The avatar.
  public var avatar: MediaFile?
  /// The text of the avatar for those who cannot see it.
  public var avatarDescription: String?
  /// The header image.
  public var header: MediaFile?
  /// The text of the header image for those who cannot see it.
  public var headerDescription: String?
  /// Whether the profile has a place for media.
  public var isShowingMedia: Bool?
  /// Whether media of replies are shown there too.
  public var isShowingMediaReplies: Bool?
  /// Whether the profile has a place for what the account recommends.
  public var isShowingFeatured: Bool?

  /// No change at all.
  public init() {}

  /// One row of the table in a profile, as typed.
  public struct Row: Sendable, Hashable {
    /// The label.
    public var name: String
    /// The text.
    public var value: String

    /// A row of this label and text.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The files that go over the wire, each under its name.
  var files: [(name: String, file: MediaFile)] {
    [("avatar", avatar), ("header", header)].compactMap { name, file in file.map { (name, $0) } }
  }

  /// All but the files, as a form, because servers understand the rows of a table in it alike.
  var form: [(name: String, value: String)] {
    var form = Fields()
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
    // A form has no way to write an empty list but one with nothing in it.
    if let domains = attributionDomains { form.set("attribution_domains[]", all: domains.isEmpty ? [""] : domains) }
    let rows = fields.map { $0.isEmpty ? [Row(name: "", value: "")] : $0 } ?? []
    for (index, row) in rows.enumerated() {
      form.set("fields_attributes[\(index)][name]", row.name)
      form.set("fields_attributes[\(index)][value]", row.value)
    }
    return form.pairs
  }
}
