import GRDB

/// Which notifications a person accepts, filters or drops, by sender.
struct NotificationPolicy {
  private static let standard: KeyValuePairs = [
    "for_not_following": "accept", "for_not_followers": "accept", "for_new_accounts": "accept",
    "for_private_mentions": "filter", "for_limited_accounts": "filter", "for_bots": "accept",
  ]

  private var rules: [(name: String, value: String)]

  init(of account: Account, in db: Database) throws {
    let kept = try Store.setting("policy-\(account.id)", in: db).map { Form(urlEncoded: $0) } ?? Form()
    rules = NotificationPolicy.standard.map { ($0.key, kept[$0.key] ?? $0.value) }
  }

  mutating func change(by form: Form) throws {
    rules = try rules.map { rule in
      let value = form[rule.name] ?? rule.value
      guard ["accept", "filter", "drop"].contains(value) else {
        throw Refusal(422, "'\(value)' is not a valid \(rule.name)")
      }
      return (rule.name, value)
    }
  }

  func save(for account: Account, in db: Database) throws {
    let text = rules.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    try Store.set("policy-\(account.id)", to: text, in: db)
  }

  var entity: Entity {
    Entity.object(rules.map { ($0.name, .text($0.value)) }).with([
      "summary": ["pending_requests_count": 0, "pending_notifications_count": 0]
    ])
  }
}
