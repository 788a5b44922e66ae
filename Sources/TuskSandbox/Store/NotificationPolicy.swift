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
