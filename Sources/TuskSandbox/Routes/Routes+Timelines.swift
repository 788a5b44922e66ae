import GRDB

extension Routes {
  /// Streams of statuses, newest first.
  static let timelines: [Endpoint] = [
    Endpoint(.get, "/api/v1/timelines/home", as: "read:statuses") { call, me in
      try statusList(call, from: "status s WHERE \(home(of: me.id)) AND \(wanted(by: me.id, at: call.now))", .always)
    },
    Endpoint(.get, "/api/v1/timelines/public", .anyone("read:statuses")) { call in
      try statusList(call, from: "status s WHERE \(open(call.form)) AND \(wanted(by: call))", .always)
    },
    Endpoint(.get, "/api/v1/timelines/tag/:tag", .anyone("read:statuses")) { call in
      let condition = try tagged(call)
      return try statusList(
        call, from: "status s WHERE \(open(call.form)) AND \(condition) AND \(wanted(by: call))", .always)
    },
    Endpoint(.get, "/api/v1/timelines/list/:id", as: "read:lists") { call, me in
      let id = try List.find(call, of: me)
      return try statusList(
        call,
        from: """
          status s WHERE s.accountId IN (SELECT targetId FROM listMember WHERE listId = \(id))
          AND s.visibility <> 'direct' AND \(Status.visibility(for: me.id))
          """, .always)
    },
    Endpoint(.get, "/api/v1/timelines/link", .anyone("read:statuses")) { call in
      let like = "%\"url\":\"" + (call.form["url"] ?? "").replacing("%", with: "\\%") + "\"%"
      return try statusList(
        call, from: "status s WHERE \(open(call.form)) AND s.card LIKE \(like) ESCAPE '\\'", .always)
    },
    Endpoint(.get, "/api/v1/favourites", as: "read:favourites") { call, me in
      try statusList(
        call, from: "favourite m JOIN status s ON s.id = m.statusId WHERE m.accountId = \(me.id)", cursor: "m.id",
        .whenFull)
    },
    Endpoint(.get, "/api/v1/bookmarks", as: "read:bookmarks") { call, me in
      try statusList(
        call, from: "bookmark m JOIN status s ON s.id = m.statusId WHERE m.accountId = \(me.id)", cursor: "m.id",
        .whenFull)
    },
  ]

  /// Mine, those of whom and what I follow, and what is addressed to me; replies only among people I follow.
  private static func home(of me: Int64) -> SQL {
    """
    (s.accountId = \(me)
      OR EXISTS (SELECT 1 FROM follow WHERE accountId = \(me) AND targetId = s.accountId AND NOT pending
                 AND (showReblogs OR s.reblogOfId IS NULL))
        AND (s.inReplyToAccountId IS NULL OR s.inReplyToAccountId IN (\(me), s.accountId)
             OR EXISTS (SELECT 1 FROM follow WHERE accountId = \(me) AND targetId = s.inReplyToAccountId))
        AND (s.visibility <> 'direct' OR EXISTS (SELECT 1 FROM mention WHERE statusId = s.id AND accountId = \(me)))
      OR s.visibility = 'public' AND EXISTS (
        SELECT 1 FROM statusTag t JOIN tagFollow f ON f.name = t.name WHERE t.statusId = s.id AND f.accountId = \(me)))
    AND (s.reblogOfId IS NULL OR NOT EXISTS (
      SELECT 1 FROM status o JOIN block b ON b.targetId = o.accountId WHERE o.id = s.reblogOfId AND b.accountId = \(me)))
    """
  }

  /// Public statuses that are neither replies to others nor boosts, from here, from elsewhere, with media.
  private static func open(_ form: Form) -> SQL {
    var condition: SQL = """
      s.visibility = 'public' AND s.reblogOfId IS NULL
      AND (s.inReplyToAccountId IS NULL OR s.inReplyToAccountId = s.accountId)
      """
    let local: SQL = "(SELECT domain FROM account WHERE id = s.accountId) IS NULL"
    if form.flag("local") == true { condition += " AND \(local)" }
    if form.flag("remote") == true { condition += " AND NOT \(local)" }
    if form.flag("only_media") == true { condition += " AND EXISTS (SELECT 1 FROM media WHERE statusId = s.id)" }
    return condition
  }

  private static func wanted(by call: Call) -> SQL {
    call.viewer.map { wanted(by: $0.id, at: call.now) } ?? "1"
  }

  /// Without those whom `me` blocks or mutes, and without their servers.
  static func wanted(by me: Int64, at now: Moment) -> SQL {
    """
    NOT EXISTS (SELECT 1 FROM block WHERE accountId = \(me) AND targetId = s.accountId)
    AND NOT EXISTS (SELECT 1 FROM mute WHERE accountId = \(me) AND targetId = s.accountId
                    AND ifnull(expiresAt, \(now)) >= \(now))
    AND NOT EXISTS (SELECT 1 FROM domainBlock d JOIN account p ON p.domain = d.domain
                    WHERE d.accountId = \(me) AND p.id = s.accountId)
    """
  }

  private static func tagged(_ call: Call) throws -> SQL {
    let main = try call.text("tag").lowercased()
    let any = [main] + (call.form.list("any") ?? []).map { $0.lowercased() }
    var condition: SQL = "EXISTS (SELECT 1 FROM statusTag WHERE statusId = s.id AND name IN \(any))"
    for name in (call.form.list("all") ?? []).map({ $0.lowercased() }) {
      condition += " AND EXISTS (SELECT 1 FROM statusTag WHERE statusId = s.id AND name = \(name))"
    }
    for name in (call.form.list("none") ?? []).map({ $0.lowercased() }) {
      condition += " AND NOT EXISTS (SELECT 1 FROM statusTag WHERE statusId = s.id AND name = \(name))"
    }
    return condition
  }
}
