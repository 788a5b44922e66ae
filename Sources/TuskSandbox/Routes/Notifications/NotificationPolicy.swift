import GRDB

/// Which notifications a person accepts, filters or drops, by sender.
struct NotificationPolicy {
  /// What happens to a notification, mildest first.
  enum Treatment: String, CaseIterable {
    case accept
    /// It is kept apart until the person accepts the sender.
    case filter
    case drop
  }

  private static let standard: KeyValuePairs<String, Treatment> = [
    "for_not_following": .accept, "for_not_followers": .accept, "for_new_accounts": .accept,
    "for_private_mentions": .filter, "for_limited_accounts": .filter, "for_bots": .accept,
  ]

  private(set) var rules: [(name: String, value: Treatment)]
  let owner: Account
  let db: Database

  init(of account: Account, in db: Database) throws {
    let kept = try Store.setting("policy-\(account.id)", in: db).map { Form(urlEncoded: $0) } ?? Form()
    rules = NotificationPolicy.standard.map { ($0.key, kept[$0.key].flatMap(Treatment.init) ?? $0.value) }
    owner = account
    self.db = db
  }

  mutating func change(by form: Form) throws {
    rules = try rules.map { rule in
      guard let word = form[rule.name] else { return rule }
      guard let value = Treatment(rawValue: word) else { throw Refusal(422, "'\(word)' is not a valid \(rule.name)") }
      return (rule.name, value)
    }
  }

  /// Changes the rules that the first version of the API knows, which are filtered or not.
  mutating func changeFirstVersion(by form: Form) {
    rules = rules.map { rule in
      guard let isFiltered = form.flag(rule.name.firstVersion) else { return rule }
      return (rule.name, isFiltered ? .filter : .accept)
    }
  }

  func save() throws {
    let text = rules.map { "\($0.name)=\($0.value.rawValue)" }.joined(separator: "&")
    try Store.set("policy-\(owner.id)", to: text, in: db)
  }

  func entity() throws -> Entity {
    Entity.object(rules.map { ($0.name, .text($0.value.rawValue)) }).with(["summary": try summary()])
  }

  /// The policy as the first version of the API shows it.
  func firstVersion() throws -> Entity {
    let shown = ["for_not_following", "for_not_followers", "for_new_accounts", "for_private_mentions"]
    let members = rules.filter { shown.contains($0.name) }.map {
      ($0.name.firstVersion, Entity.bool($0.value != .accept))
    }
    return Entity.object(members).with(["summary": try summary()])
  }

  private func summary() throws -> Entity {
    let requests = try NotificationRequest.all(of: owner, in: db)
    return [
      "pending_requests_count": .int(requests.count),
      "pending_notifications_count": .int(requests.reduce(0) { $0 + $1.count }),
    ]
  }
}

extension String {
  /// The name of a rule in the first version of the API.
  fileprivate var firstVersion: String { replacing("for_", with: "filter_", maxReplacements: 1) }
}

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

extension Routes {
  /// The notification policy, and requests of those whom it filters.
  static let notificationPolicy: [Endpoint] = [
    Endpoint(.get, "/api/v2/notifications/policy", as: "read:notifications") { call, me in
      Reply(try NotificationPolicy(of: me, in: call.db).entity())
    },
    Endpoint(.patch, "/api/v2/notifications/policy", as: "write:notifications", perform: change),
    Endpoint(.put, "/api/v2/notifications/policy", as: "write:notifications", perform: change),
    Endpoint(.get, "/api/v1/notifications/policy", as: "read:notifications") { call, me in
      Reply(try NotificationPolicy(of: me, in: call.db).firstVersion())
    },
    Endpoint(.patch, "/api/v1/notifications/policy", as: "write:notifications", perform: changeFirstVersion),
    Endpoint(.put, "/api/v1/notifications/policy", as: "write:notifications", perform: changeFirstVersion),
    Endpoint(.get, "/api/v1/notifications/requests", as: "read:notifications") { call, me in
      let page = Page(call, standard: 40)
      let rows = try page.rows("*", from: NotificationRequest.source(of: me), cursor: "r.fromId", in: call.db)
      return try page.reply(rows, continuing: .whenFull) { try NotificationRequest(row: $0).entity(for: call.view) }
    },
    // Accepted requests are merged at once.
    Endpoint(.get, "/api/v1/notifications/requests/merged", as: "read:notifications") { _, _ in
      Reply(["merged": true])
    },
    Endpoint(.get, "/api/v1/notifications/requests/:id", as: "read:notifications") { call, me in
      Reply(try NotificationRequest.find(call.id(), of: me, in: call.db).entity(for: call.view))
    },
    requestChange("accept") { request, me, db in try request.accept(by: me, in: db) },
    requestChange("dismiss") { request, me, db in try request.dismiss(by: me, in: db) },
    requestsChange("accept") { request, me, db in try request.accept(by: me, in: db) },
    requestsChange("dismiss") { request, me, db in try request.dismiss(by: me, in: db) },
  ]

  @Sendable private static func change(_ call: Call, _ me: Account) throws -> Reply {
    var policy = try NotificationPolicy(of: me, in: call.db)
    try policy.change(by: call.form)
    try policy.save()
    return Reply(try policy.entity())
  }

  @Sendable private static func changeFirstVersion(_ call: Call, _ me: Account) throws -> Reply {
    var policy = try NotificationPolicy(of: me, in: call.db)
    policy.changeFirstVersion(by: call.form)
    try policy.save()
    return Reply(try policy.firstVersion())
  }

  private static func requestChange(
    _ name: String, perform: @escaping @Sendable (NotificationRequest, Account, Database) throws -> Void
  ) -> Endpoint {
    Endpoint(.post, "/api/v1/notifications/requests/:id/\(name)", as: "write:notifications") { call, me in
      try perform(.find(call.id(), of: me, in: call.db), me, call.db)
      return .empty
    }
  }

  /// A route for several requests; those that do not exist are ignored.
  private static func requestsChange(
    _ name: String, perform: @escaping @Sendable (NotificationRequest, Account, Database) throws -> Void
  ) -> Endpoint {
    Endpoint(.post, "/api/v1/notifications/requests/\(name)", as: "write:notifications") { call, me in
      let ids = Set(call.form.ids("id"))
      for request in try NotificationRequest.all(of: me, in: call.db) where ids.contains(request.id) {
        try perform(request, me, call.db)
      }
      return .empty
    }
  }
}
