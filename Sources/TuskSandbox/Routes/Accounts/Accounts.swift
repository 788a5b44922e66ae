import Foundation
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

extension Account: SelectedRecord {
  static let source = "account a"

  /// The columns in the order in which they are selected; their names are those of the table.
  enum SelectedColumn: Int, CaseIterable {
    case id, username, domain, displayName, note, noteSource, fields, uri, url, avatar, header, locked, bot
    case isGroup, discoverable, isAdmin, isPlayed, disabled, silenced, sensitized, suspended, defaultPrivacy
    case defaultSensitive, defaultLanguage, movedToId, createdAt, lastStatusAt, followersCount, followingCount
    case statusesCount
  }

  static let selection = SelectedColumn.allCases.map { "a.\($0)" }.joined(separator: ", ")

  init(selected row: Row) throws {
    let columns = SelectedRow<SelectedColumn>(row)
    id = try columns.value(of: .id)
    username = try columns.value(of: .username)
    domain = try columns.value(of: .domain)
    displayName = try columns.value(of: .displayName)
    note = try columns.value(of: .note)
    noteSource = try columns.value(of: .noteSource)
    fields = try Account.fields(from: columns.value(of: .fields))
    uri = try columns.value(of: .uri)
    url = try columns.value(of: .url)
    avatar = try columns.value(of: .avatar)
    header = try columns.value(of: .header)
    locked = try columns.value(of: .locked)
    bot = try columns.value(of: .bot)
    isGroup = try columns.value(of: .isGroup)
    discoverable = try columns.value(of: .discoverable)
    isAdmin = try columns.value(of: .isAdmin)
    isPlayed = try columns.value(of: .isPlayed)
    disabled = try columns.value(of: .disabled)
    silenced = try columns.value(of: .silenced)
    sensitized = try columns.value(of: .sensitized)
    suspended = try columns.value(of: .suspended)
    defaultPrivacy = try columns.value(of: .defaultPrivacy)
    defaultSensitive = try columns.value(of: .defaultSensitive)
    defaultLanguage = try columns.value(of: .defaultLanguage)
    movedToId = try columns.value(of: .movedToId)
    createdAt = try columns.value(of: .createdAt)
    lastStatusAt = try columns.value(of: .lastStatusAt)
    followersCount = try columns.value(of: .followersCount)
    followingCount = try columns.value(of: .followingCount)
    statusesCount = try columns.value(of: .statusesCount)
  }

  private static func fields(from json: String) throws -> [Field] {
    guard json != "[]" else { return [] }
    return try databaseJSONDecoder(for: "fields").decode([Field].self, from: Data(json.utf8))
  }
}

extension Routes {
  /// Reading accounts.
  static let accounts: [Endpoint] = [
    Endpoint(.get, "/api/v1/accounts/verify_credentials", as: "read:accounts", "profile") { call, me in
      Reply(try call.view.credentials(of: me))
    },
    Endpoint(.get, "/api/v1/accounts/lookup", .anyone("read:accounts")) { call in
      guard let account = try Account.find(acct: call.form["acct"] ?? "", in: call.db) else { throw Refusal.notFound }
      return Reply(try call.view.entity(of: account))
    },
    Endpoint(.get, "/api/v1/accounts/search", as: "read:accounts") { call, me in
      let found = try Search(call).accounts(following: call.form.flag("following") == true ? me : nil)
      return Reply(.list(try found.map { try call.view.entity(of: $0) }))
    },
    Endpoint(.get, "/api/v1/accounts/relationships", as: "read:follows") { call, _ in
      let ids = try call.form.ids("id").filter { try Account.find($0, in: call.db) != nil }
      return Reply(.list(try ids.map { try call.view.relationship(with: $0) }))
    },
    Endpoint(.get, "/api/v1/accounts/familiar_followers", as: "read:follows") { call, me in
      Reply(.list(try call.form.ids("id").map { try call.view.familiarFollowers(of: $0, to: me) }))
    },
    Endpoint(.get, "/api/v1/accounts", .anyone("read:accounts")) { call in
      let found = try call.form.ids("id").prefix(40).compactMap { try Account.find($0, in: call.db) }
      return Reply(.list(try found.map { try call.view.entity(of: $0) }))
    },
    Endpoint(.get, "/api/v1/accounts/:id", .anyone("read:accounts")) { call in
      Reply(try call.view.entity(of: call.account()))
    },
    Endpoint(.get, "/api/v1/accounts/:id/statuses", .anyone("read:statuses")) { call in
      let account = try call.account()
      let pinned = call.form.flag("pinned") == true
      let source: SQL = "status s\(pinned ? pins : none) WHERE s.accountId = \(account.id)"
      return try statusList(
        call, from: source + conditions(in: call.form) + " AND \(Status.visibility(for: call.viewer?.id))", .whenFull)
    },
    Endpoint(.get, "/api/v1/accounts/:id/followers", .anyone("read:accounts")) { call in
      let id = try call.account().id
      return try people(
        call, from: "follow f JOIN account a ON a.id = f.accountId WHERE f.targetId = \(id) AND NOT f.pending",
        cursor: "f.id")
    },
    Endpoint(.get, "/api/v1/accounts/:id/following", .anyone("read:accounts")) { call in
      let id = try call.account().id
      return try people(
        call, from: "follow f JOIN account a ON a.id = f.targetId WHERE f.accountId = \(id) AND NOT f.pending",
        cursor: "f.id")
    },
    Endpoint(.get, "/api/v1/accounts/:id/lists", as: "read:lists") { call, me in
      let rows = try Row.fetchAll(
        call.db,
        sql: "SELECT l.* FROM list l JOIN listMember m ON m.listId = l.id WHERE l.accountId = ? AND m.targetId = ?",
        arguments: [me.id, call.account().id])
      return Reply(.list(rows.map(call.view.list)))
    },
    Endpoint(.get, "/api/v1/accounts/:id/featured_tags", .anyone("read:accounts")) { call in
      Reply(try call.view.featuredTags(of: call.account()))
    },
    Endpoint(.get, "/api/v1/accounts/:id/endorsements", .anyone("read:accounts")) { call in
      let id = try call.account().id
      return try people(
        call, from: "endorsement e JOIN account a ON a.id = e.targetId WHERE e.accountId = \(id)", cursor: "e.id")
    },
  ]

  private static let pins: SQL = " JOIN pin p ON p.statusId = s.id"
  private static let none: SQL = ""

  /// The conditions that the form sets on an account's statuses.
  private static func conditions(in form: Form) -> SQL {
    var conditions: SQL = ""
    if form.flag("exclude_reblogs") == true { conditions += " AND s.reblogOfId IS NULL" }
    if form.flag("exclude_replies") == true {
      conditions += " AND (s.inReplyToAccountId IS NULL OR s.inReplyToAccountId = s.accountId)"
    }
    if form.flag("only_media") == true { conditions += " AND EXISTS (SELECT 1 FROM media WHERE statusId = s.id)" }
    if let tag = form["tagged"], !tag.isEmpty {
      conditions += " AND EXISTS (SELECT 1 FROM statusTag WHERE statusId = s.id AND name = \(tag.lowercased()))"
    }
    return conditions
  }
}

extension Viewpoint {
  /// An Account entity; a suspended account has little more than a name.
  func entity(of account: Account) throws -> Entity {
    let account = account.suspended ? account.silent : account
    let texts = [account.displayName, account.note] + account.fields.flatMap { [$0.name, $0.value] }
    let avatar = Entity.text(account.avatar ?? InstanceConfiguration.base + "/avatars/original/missing.png")
    let header = Entity.text(account.header ?? InstanceConfiguration.base + "/headers/original/missing.png")
    let entity: Entity = [
      "id": .id(account.id), "username": .text(account.username), "acct": .text(account.acct),
      "display_name": .text(account.displayName), "locked": .bool(account.locked), "bot": .bool(account.bot),
      "discoverable": account.discoverable.map(Entity.bool) ?? .null, "indexable": .bool(account.isLocal),
      "group": .bool(account.isGroup), "created_at": .moment(account.createdAt.startOfDay),
      "note": .text(account.note), "url": .text(account.url), "uri": .text(account.uri),
      "avatar": avatar, "avatar_static": avatar, "header": header, "header_static": header,
      "followers_count": .int(account.followersCount), "following_count": .int(account.followingCount),
      "statuses_count": .int(account.statusesCount), "last_status_at": .day(account.lastStatusAt),
      "hide_collections": false, "emojis": try emojis(in: texts, domain: account.domain),
    ]
    return try withLocalParts(entity, of: account).with([
      "fields": .list(try account.fields.map { try field($0, of: account) })
    ])
  }

  /// Adds the members that only local, moved or suspended accounts have.
  private func withLocalParts(_ entity: Entity, of account: Account) throws -> Entity {
    var entity = entity
    if account.isLocal {
      entity = entity.with([
        "noindex": false, "roles": account.isAdmin ? [["id": "3", "name": "Owner", "color": "#6364ff"]] : [],
      ])
    }
    if account.suspended { entity = entity.with(["suspended": true]) }
    if account.silenced { entity = entity.with(["limited": true]) }
    if let moved = account.movedToId { entity = entity.with(["moved": try self.account(moved)]) }
    return entity
  }

  /// A Field entity; local values are plain text turned into HTML, remote values already are HTML.
  private func field(_ field: Account.Field, of account: Account) throws -> Entity {
    let html = account.isHere ? try StatusText(field.value, in: db).inline : field.value
    return ["name": .text(field.name), "value": .text(html), "verified_at": .moment(field.verifiedAt)]
  }

  private func source(of field: Account.Field) -> Entity {
    ["name": .text(field.name), "value": .text(field.value), "verified_at": .moment(field.verifiedAt)]
  }

  /// A CredentialAccount entity: an account as its owner sees it.
  func credentials(of account: Account) throws -> Entity {
    let requests = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM follow WHERE targetId = ? AND pending", arguments: [account.id])
    let source: Entity = [
      "privacy": .text(account.defaultPrivacy), "sensitive": .bool(account.defaultSensitive),
      "language": .optional(account.defaultLanguage), "note": .text(account.noteSource),
      "fields": .list(account.fields.map(source)), "follow_requests_count": .int(requests ?? 0),
      "hide_collections": false, "discoverable": account.discoverable.map(Entity.bool) ?? .null,
      "indexable": true, "attribution_domains": [], "quote_policy": "public",
    ]
    return try entity(of: account).with([
      "source": source,
      "role": role(of: account),
    ])
  }

  /// A Role entity: the sandbox owner's, or the default one.
  func role(of account: Account) -> Entity {
    [
      "id": account.isAdmin ? "3" : "-99", "name": account.isAdmin ? "Owner" : "",
      "permissions": account.isAdmin ? "1048575" : "65536", "color": account.isAdmin ? "#6364ff" : "",
      "highlighted": .bool(account.isAdmin),
    ]
  }
}
