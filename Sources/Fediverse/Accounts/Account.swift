public import JSONValue

/// A person, group or program as one server sees it.
public struct Account: Entity, Hashable, Identifiable {
  /// The identifier, local to the server that answered.
  public let id: String
  /// The name before the `@`.
  public let username: String
  /// The name with the domain, which local accounts lack; see ``Client/qualifiedName(of:)``.
  public let acct: String
  /// The name to show, which may be empty.
  public let displayName: String
  /// The biography in HTML.
  public let note: String
  /// The page of the profile.
  public let url: String?
  /// The ActivityPub identifier.
  public let uri: String?
  /// The avatar, which may move.
  public let avatarURL: String?
  /// The avatar, which does not move.
  public let avatarStaticURL: String?
  /// The header image, which may move.
  public let headerURL: String?
  /// The header image, which does not move.
  public let headerStaticURL: String?
  /// Whether followers are approved by hand.
  public let isLocked: Bool
  /// Whether it acts by itself.
  public let isBot: Bool
  /// Whether it stands for a group.
  public let isGroup: Bool
  /// Whether it wants to be found.
  public let isDiscoverable: Bool?
  /// Whether the server has suspended it.
  public let isSuspended: Bool
  /// Whether the server hides it from those who do not follow it.
  public let isLimited: Bool
  /// Whether what it publishes for everybody may be searched.
  public let isIndexable: Bool?
  /// Whether it hides whom it follows and who follows it.
  public let isHidingCollections: Bool?
  /// When it is muted no more, where that was said; given in the list of muted accounts alone.
  public let muteExpiresAt: Timestamp?
  /// When it was made.
  public let createdAt: Timestamp?
  /// When it last published, often only the day.
  public let lastStatusAt: Timestamp?
  /// How many follow it.
  public let followersCount: Int?
  /// How many it follows.
  public let followingCount: Int?
  /// How many statuses it has published.
  public let statusesCount: Int?
  /// The rows of the table in the profile.
  public let fields: [Field]
  /// The pictures that its shortcodes stand for.
  public let emojis: [CustomEmoji]
  /// The names of its roles on the server.
  public let roles: [String]
  /// The defaults and sources of the signed-in account, given for it alone.
  public let source: Source?
  /// The whole object as the server sent it.
  public let raw: JSON
  private let successors: [Account]

  /// Reads an account.
  public init(json: JSON) throws(ShapeError) {
    try self.init(json: json, depth: 1)
  }

  init(json: JSON, depth: Int) throws(ShapeError) {
    let fields = try FieldReader(json, as: "account")
    id = try fields.id()
    let acct = fields.word("acct")
    let bareName = acct.map { String($0.prefix { $0 != "@" }) }
    username = fields.word("username") ?? bareName ?? ""
    self.acct = acct ?? username
    displayName = fields.text("display_name") ?? ""
    note = fields.text("note") ?? ""
    url = fields.word("url")
    uri = fields.word("uri")
    avatarURL = fields.word("avatar")
    avatarStaticURL = fields.word("avatar_static")
    headerURL = fields.word("header")
    headerStaticURL = fields.word("header_static")
    isLocked = fields.truth("locked") ?? false
    isBot = fields.truth("bot") ?? false
    isGroup = fields.truth("group") ?? false
    isDiscoverable = fields.truth("discoverable")
    isSuspended = fields.truth("suspended") ?? false
    isLimited = fields.truth("limited") ?? false
    isIndexable = fields.truth("indexable")
    isHidingCollections = fields.truth("hide_collections")
    muteExpiresAt = fields.time("mute_expires_at")
    createdAt = fields.time("created_at")
    lastStatusAt = fields.time("last_status_at")
    followersCount = fields.count("followers_count")
    followingCount = fields.count("following_count")
    statusesCount = fields.count("statuses_count")
    self.fields = fields.entities("fields")
    emojis = fields.entities("emojis")
    roles = fields.array("roles").compactMap { $0["name"]?.string }
    source = fields.entity("source")
    let moved = depth > 0 ? fields["moved"].flatMap { try? Account(json: $0, depth: depth - 1) } : nil
    successors = moved.map { [$0] } ?? []
    raw = json
  }

  /// The account that it has moved to.
  public var moved: Account? { successors.first }

  /// Whether it lives on the server that answered.
  public var isLocal: Bool { !acct.contains("@") }

  /// One row of the table in a profile.
  public struct Field: Entity, Hashable {
    /// The label.
    public let name: String
    /// The text in HTML.
    public let value: String
    /// When the server found the page that it names to link back.
    public let verifiedAt: Timestamp?

    /// Reads a row of the table.
    public init(json: JSON) throws(ShapeError) {
      let fields = try FieldReader(json, as: "field")
      name = fields.text("name") ?? ""
      value = fields.text("value") ?? ""
      verifiedAt = fields.time("verified_at")
    }
  }

  /// The defaults and sources of the signed-in account.
  public struct Source: Entity, Hashable {
    /// The visibility of new statuses.
    public let visibility: Visibility?
    /// Whether media of new statuses are marked as sensitive.
    public let isSensitive: Bool?
    /// The language of new statuses.
    public let language: String?
    /// The biography as it was typed.
    public let note: String
    /// The rows of the table as they were typed.
    public let fields: [Field]
    /// The domains of pages that may name it as their author.
    public let attributionDomains: [String]
    /// How many wait to be let in as followers.
    public let followRequestsCount: Int?

    /// Reads the sources.
    public init(json: JSON) throws(ShapeError) {
      let fields = try FieldReader(json, as: "source")
      visibility = fields.spelling("privacy")
      isSensitive = fields.truth("sensitive")
      language = fields.word("language")
      note = fields.text("note") ?? ""
      self.fields = fields.entities("fields")
      attributionDomains = fields.texts("attribution_domains")
      followRequestsCount = fields.count("follow_requests_count")
    }
  }
}
