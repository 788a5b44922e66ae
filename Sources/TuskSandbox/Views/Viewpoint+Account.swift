import GRDB

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

  /// A Relationship entity: the viewer's relationship to another account.
  func relationship(with id: Int64) throws -> Entity {
    guard let me = viewer?.id else { throw Refusal.notFound }
    let follow = try Follow.find(from: me, to: id, in: db)
    let followed = try Follow.find(from: id, to: me, in: db)
    let mute = try Row.fetchOne(
      db, sql: "SELECT * FROM mute WHERE accountId = ? AND targetId = ? AND ifnull(expiresAt, ?) >= ?",
      arguments: [me, id, now, now])
    let active = follow.flatMap { $0.pending ? nil : $0 }
    let remark = try String.fetchOne(
      db, sql: "SELECT comment FROM remark WHERE accountId = ? AND targetId = ?", arguments: [me, id])
    let domain = try Account.find(id, in: db)?.domain
    return [
      "id": .id(id), "following": .bool(active != nil), "showing_reblogs": .bool(active?.showReblogs ?? false),
      "notifying": .bool(active?.notify ?? false),
      "languages": active?.languages.map { .texts($0.split(separator: ",").map(String.init)) } ?? .null,
      "followed_by": .bool(followed.map { !$0.pending } ?? false),
      "blocking": .bool(try viewerHas("block", "targetId", id)),
      "blocked_by": .bool(try exists("SELECT 1 FROM block WHERE accountId = ? AND targetId = ?", [id, me])),
      "muting": .bool(mute != nil), "muting_notifications": .bool(mute?["notifications"] ?? false),
      "muting_expires_at": .moment(mute?["expiresAt"]), "requested": .bool(follow?.pending ?? false),
      "requested_by": .bool(followed?.pending ?? false),
      "domain_blocking": .bool(
        try exists("SELECT 1 FROM domainBlock WHERE accountId = ? AND domain = ?", [me, domain ?? ""])),
      "endorsed": .bool(try viewerHas("endorsement", "targetId", id)), "note": .text(remark ?? ""),
    ]
  }
}
