import GRDB

/// Which statuses `s` belong to a timeline, as conditions of a query.
enum Timeline {
  /// Mine, those of whom and what I follow, and what is addressed to me; replies only among people I follow, and nothing
  /// from those whom I keep to an exclusive list.
  static func home(of me: Int64) -> SQL {
    """
    (s.accountId = \(me) OR NOT EXISTS (
        SELECT 1 FROM listMember m JOIN list l ON l.id = m.listId
        WHERE l.accountId = \(me) AND l.exclusive AND m.targetId = s.accountId)
      AND (EXISTS (SELECT 1 FROM follow WHERE accountId = \(me) AND targetId = s.accountId AND NOT pending
                 AND (showReblogs OR s.reblogOfId IS NULL))
        AND (s.inReplyToAccountId IS NULL OR s.inReplyToAccountId IN (\(me), s.accountId)
             OR EXISTS (SELECT 1 FROM follow WHERE accountId = \(me) AND targetId = s.inReplyToAccountId))
        AND (s.visibility <> 'direct' OR EXISTS (SELECT 1 FROM mention WHERE statusId = s.id AND accountId = \(me)))
      OR s.visibility = 'public' AND EXISTS (
        SELECT 1 FROM statusTag t JOIN tagFollow f ON f.name = t.name WHERE t.statusId = s.id AND f.accountId = \(me))))
    """
  }

  /// Public statuses that are neither replies to others nor boosts, from here, from elsewhere, with media; none of those
  /// whom moderators keep from the public.
  static func open(_ form: Form) -> SQL {
    var condition: SQL = """
      s.visibility = 'public' AND s.reblogOfId IS NULL
      AND (s.inReplyToAccountId IS NULL OR s.inReplyToAccountId = s.accountId)
      AND NOT EXISTS (SELECT 1 FROM account WHERE id = s.accountId AND (silenced OR suspended))
      """
    let local: SQL = "(SELECT domain FROM account WHERE id = s.accountId) IS NULL"
    if form.flag("local") == true { condition += " AND \(local)" }
    if form.flag("remote") == true { condition += " AND NOT \(local)" }
    if form.flag("only_media") == true { condition += " AND EXISTS (SELECT 1 FROM media WHERE statusId = s.id)" }
    return condition
  }

  static func wanted(by viewer: Account?, at now: Moment) -> SQL {
    viewer.map { wanted(by: $0.id, at: now) } ?? "1"
  }

  /// Without those whom `me` blocks or mutes, boosted or not, without their servers, and without whom nobody may hear.
  static func wanted(by me: Int64, at now: Moment) -> SQL {
    """
    NOT EXISTS (SELECT 1 FROM block WHERE accountId = \(me) AND targetId IN (
                  s.accountId, (SELECT accountId FROM status WHERE id = s.reblogOfId)))
    AND NOT EXISTS (SELECT 1 FROM mute WHERE accountId = \(me) AND targetId IN (
                      s.accountId, (SELECT accountId FROM status WHERE id = s.reblogOfId))
                    AND ifnull(expiresAt, \(now)) >= \(now))
    AND NOT EXISTS (SELECT 1 FROM domainBlock d JOIN account p ON p.domain = d.domain
                    WHERE d.accountId = \(me) AND p.id = s.accountId)
    AND NOT EXISTS (SELECT 1 FROM account WHERE suspended AND id IN (
                      s.accountId, (SELECT accountId FROM status WHERE id = s.reblogOfId)))
    """
  }

  /// Statuses with a tag, or `any` of more, `all` of some and `none` of others.
  static func tagged(_ name: String, _ form: Form) -> SQL {
    let any = [name] + (form.list("any") ?? [])
    var condition: SQL =
      "EXISTS (SELECT 1 FROM statusTag WHERE statusId = s.id AND name IN \(any.map { $0.lowercased() }))"
    for name in form.list("all") ?? [] {
      condition += " AND EXISTS (SELECT 1 FROM statusTag WHERE statusId = s.id AND name = \(name.lowercased()))"
    }
    for name in form.list("none") ?? [] {
      condition += " AND NOT EXISTS (SELECT 1 FROM statusTag WHERE statusId = s.id AND name = \(name.lowercased()))"
    }
    return condition
  }

  /// What the members of a list write; of their replies those to themselves, to me and to whom the list's policy names.
  static func list(_ id: Int64, of me: Int64) -> SQL {
    """
    s.accountId IN (SELECT targetId FROM listMember WHERE listId = \(id))
    AND s.visibility <> 'direct' AND \(Status.visibility(for: me))
    AND (s.inReplyToAccountId IS NULL OR s.inReplyToAccountId IN (\(me), s.accountId)
      OR EXISTS (SELECT 1 FROM list JOIN listMember m ON m.listId = list.id
                 WHERE list.id = \(id) AND repliesPolicy = 'list' AND m.targetId = s.inReplyToAccountId)
      OR EXISTS (SELECT 1 FROM list JOIN follow f ON f.accountId = list.accountId AND NOT f.pending
                 WHERE list.id = \(id) AND repliesPolicy = 'followed' AND f.targetId = s.inReplyToAccountId))
    """
  }
}
