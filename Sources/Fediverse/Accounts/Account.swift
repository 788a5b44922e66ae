public import JSONValue

/// A person, group or bot, as one server sees it.
public struct Account: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The user name, without the domain.
  public let username: String
  /// The address without the domain for local accounts, `user@domain` for others; see ``Client/qualifiedName(of:)``.
  public let acct: String
  /// The display name; may be empty.
  public let displayName: String
  /// The biography, as HTML.
  public let note: String
  /// The URL of the profile page.
  public let url: String?
  /// The ActivityPub identifier.
  public let uri: String?
  /// The URL of the avatar, possibly animated.
  public let avatarURL: String?
  /// The URL of a still version of the avatar.
  public let avatarStaticURL: String?
  /// The URL of the header image, possibly animated.
  public let headerURL: String?
  /// The URL of a still version of the header image.
  public let headerStaticURL: String?
  /// Whether the account approves its followers manually.
  public let isLocked: Bool
  /// Whether the account is a bot.
  public let isBot: Bool
  /// Whether the account represents a group.
  public let isGroup: Bool
  /// Whether the account agrees to be suggested and found in directories.
  public let isDiscoverable: Bool?
  /// Whether the server has suspended it.
  public let isSuspended: Bool
  /// Whether moderators have limited the account, so that only followers see it.
  public let isLimited: Bool
  /// Whether its public statuses may be found by search.
  public let isIndexable: Bool?
  /// Whether its followers and follows are hidden.
  public let isHidingCollections: Bool?
  /// When the mute expires; sent only in the list of muted accounts, for mutes that expire.
  public let muteExpiresAt: Timestamp?
  /// When the account was created.
  public let createdAt: Timestamp?
  /// When it last posted, often only to the day.
  public let lastStatusAt: Timestamp?
  /// The number of its followers.
  public let followersCount: Int?
  /// The number of accounts it follows.
  public let followingCount: Int?
  /// The number of its statuses.
  public let statusesCount: Int?
  /// The profile fields.
  public let fields: [Field]
  /// The custom emojis in its text.
  public let emojis: [CustomEmoji]
  /// The names of its roles on this server.
  public let roles: [String]
  /// The defaults and the unrendered texts; sent only for the signed-in account.
  public let source: Source?
  /// The whole object as sent by the server.
  public let raw: JSON
  private let successors: [Account]

  /// Decodes an account.
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

  /// The account that this one has moved to.
  public var moved: Account? { successors.first }

  /// Whether the account belongs to this server.
  public var isLocal: Bool { !acct.contains("@") }

  /// Returns the name with its domain, which for a local account is that of the server.
  public func qualifiedName(on domain: String) -> String { isLocal ? "\(acct)@\(domain)" : acct }
}

extension Account {
  /// A labeled field of a profile.
  public struct Field: Entity, Hashable {
    /// The label.
    public let name: String
    /// The text, as HTML.
    public let value: String
    /// When the server verified that the linked page links back to the profile.
    public let verifiedAt: Timestamp?

    /// Decodes a profile field.
    public init(json: JSON) throws(ShapeError) {
      let fields = try FieldReader(json, as: "field")
      name = fields.text("name") ?? ""
      value = fields.text("value") ?? ""
      verifiedAt = fields.time("verified_at")
    }
  }

  /// The defaults and the unrendered texts of the signed-in account.
  public struct Source: Entity, Hashable {
    /// The default visibility of new statuses.
    public let visibility: Visibility?
    /// Whether media in new statuses are marked as sensitive.
    public let isSensitive: Bool?
    /// The default language of new statuses, as an ISO 639 code.
    public let language: String?
    /// The biography as typed, before rendering.
    public let note: String
    /// The profile fields as typed, before rendering.
    public let fields: [Field]
    /// The domains of websites that may credit the account as author.
    public let attributionDomains: [String]
    /// The number of pending follow requests.
    public let followRequestsCount: Int?

    /// Decodes the source of an account.
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
