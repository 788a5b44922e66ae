import GRDB

extension NotificationPolicy {
  /// The types that a person can have filtered.
  private static let filterable = ["mention", "reblog", "follow", "follow_request", "favourite", "quote"]

  /// What happens to a notification: the strictest treatment of the rules that it falls under.
  func treatment(of event: NotificationEvent, at now: Moment) throws -> Treatment {
    guard Self.filterable.contains(event.type), let sender = try Account.find(event.from, in: db) else {
      return .accept
    }
    let facts = Facts(event: event, owner: owner, sender: sender, now: now, db: db)
    guard try !facts.isPermitted else { return .accept }
    let treatments = try rules.filter { try $0.value != .accept && facts.fallUnder($0.name) }.map(\.value)
    return treatments.contains(.drop) ? .drop : treatments.first ?? .accept
  }

  /// What the rules ask about a notification, as Mastodon understands it.
  private struct Facts {
    let event: NotificationEvent
    let owner: Account
    let sender: Account
    let now: Moment
    let db: Database

    private static let day = 86_400

    var isPermitted: Bool {
      get throws {
        try has(
          "SELECT 1 FROM notificationPermission WHERE accountId = ? AND fromId = ?", [owner.id, sender.id])
      }
    }

    func fallUnder(_ rule: String) throws -> Bool {
      switch rule {
      case "for_not_following": try !isFollowed
      case "for_not_followers": try !isFollower
      case "for_new_accounts": try sender.createdAt > now.adding(seconds: -30 * Self.day) && !isFollowed
      case "for_private_mentions": try !isFollowed && isUnsolicitedPrivateMention
      case "for_limited_accounts": try sender.silenced && !isFollowed
      case "for_bots": try sender.bot && !isFollowed
      default: false
      }
    }

    private var isFollowed: Bool {
      get throws { try Follow.find(from: owner.id, to: sender.id, in: db)?.pending == false }
    }

    /// Whether the sender follows the owner, and not just since a moment ago.
    private var isFollower: Bool {
      get throws {
        guard let follow = try Follow.find(from: sender.id, to: owner.id, in: db), !follow.pending else { return false }
        return follow.createdAt <= now.adding(seconds: -3 * Self.day)
      }
    }

    /// Whether it is a private mention in a thread in which the owner has not written privately to the sender.
    private var isUnsolicitedPrivateMention: Bool {
      get throws {
        guard event.type == "mention", let status = try event.status.flatMap({ try Status.find($0, in: db) }),
          status.visibility == "direct"
        else { return false }
        return try !has(
          """
          WITH RECURSIVE above(id, depth) AS (
            VALUES (?1, 0) UNION ALL
            SELECT s.inReplyToId, depth + 1 FROM above JOIN status s ON s.id = above.id
            WHERE s.inReplyToId IS NOT NULL AND depth < 100)
          SELECT 1 FROM above JOIN status s ON s.id = above.id JOIN mention m ON m.statusId = s.id
          WHERE s.accountId = ?2 AND s.visibility = 'direct' AND m.accountId = ?3
          """, [status.inReplyToId, owner.id, sender.id])
      }
    }

    private func has(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
      try Int.fetchOne(db, SQLRequest(sql: sql, arguments: arguments, cached: true)) != nil
    }
  }
}
