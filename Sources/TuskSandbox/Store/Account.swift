import GRDB

/// A person, bot or group, of this instance (no domain) or of another.
struct Account: Codable, FetchableRecord, PersistableRecord {
  /// A name and value pair on a profile.
  struct Field: Codable {
    var name: String
    var value: String
    var verifiedAt: Moment?
  }

  static let databaseTableName = "account"

  var id: Int64
  var username: String
  var domain: String?
  var displayName: String
  var note = ""
  var noteSource = ""
  var fields: [Field] = []
  var uri: String
  var url: String
  var avatar: String?
  var header: String?
  var locked = false
  var bot = false
  var isGroup = false
  var discoverable: Bool?
  var isAdmin = false
  /// Whether this remote account is one that the owner of the sandbox impersonates.
  var isPlayed = false
  var disabled = false
  var silenced = false
  var sensitized = false
  var suspended = false
  var defaultPrivacy = "public"
  var defaultSensitive = false
  var defaultLanguage: String?
  var movedToId: Int64?
  var createdAt: Moment
  var lastStatusAt: Moment?
  var followersCount = 0
  var followingCount = 0
  var statusesCount = 0

  var isLocal: Bool { domain == nil }

  /// Whether the account can be signed in to here.
  var isHere: Bool { isLocal || isPlayed }

  /// `alice` for local accounts, `name@host` for remote ones.
  var acct: String { domain.map { "\(username)@\($0)" } ?? username }
}

extension Account {
  /// Finds an account by `name`, `name@host`, or `name@` with this instance's domain.
  static func find(acct: String, in db: Database) throws -> Account? {
    let parts = acct.drop { $0 == "@" }.split(separator: "@", maxSplits: 1).map(String.init)
    guard let username = parts.first else { return nil }
    let domain = parts.count > 1 && parts[1].lowercased() != InstanceConfiguration.domain ? parts[1] : ""
    return try Account.fetchOne(
      db,
      SQLRequest(
        sql: "SELECT * FROM account WHERE username = ? AND ifnull(domain, '') = ? COLLATE NOCASE",
        arguments: [username, domain], cached: true))
  }
}
