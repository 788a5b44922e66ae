import GRDB

/// SQL conditions that select the statuses `s` of a timeline.
enum Timeline {
  /// The home timeline: own statuses, those of followed accounts and tags, and direct ones addressed to `me`;
  /// replies only between followed accounts, and nothing from members of exclusive lists.
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

  /// A public timeline: public statuses without boosts and replies to others, local, remote or with media as the form
  /// says, except those of accounts that moderators have silenced or suspended.
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

  /// Excludes accounts that `me` blocks or mutes, even when boosted, blocked domains, and suspended accounts.
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

  /// Statuses with the tag or one of `any`, with every tag in `all`, and with none in `none`.
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

  /// Statuses by the members of a list; replies only to themselves, to `me`, and as the list's policy allows.
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
