import JSONValue

/// Answers about everything that ``Bodies`` has no entity of its own for.
enum FurtherBodies {
  /// The collections that are lists, by the last part of their paths.
  static let lists: Set<String> = [
    "activity", "announcements", "conversations", "custom_emojis", "domain_blocks", "familiar_followers",
    "featured_tags", "interaction_requests", "languages", "links", "lists", "requests", "rules", "suggestions",
    "tokens",
  ]

  /// An entity that is of every kind: it has the members of all, and readers take those that they know.
  static let entity: JSON = [
    "id": "1", "title": "Cats", "name": "cats", "phrase": "cats", "url": "https://a.example/cats",
    "uri": "https://a.example/1", "domain": "spam.example", "account": Bodies.bob, "status": Bodies.status,
    "accounts": [Bodies.bob], "created_at": "2024-01-02T03:04:05.000Z", "updated_at": "2024-01-02T03:04:05.000Z",
    "content": "<p>Hi</p>",
  ]

  /// The answers whose shapes the universal entity does not have.
  static func answer(_ method: Substring, _ parts: [String]) -> JSON? {
    switch (parts.first, parts.last) {
    case ("admin", _): AdminBodies.answer(method, parts)
    case ("filters", _): filterAnswer(method, parts)
    case ("collections", _): collectionAnswer(method, parts)
    case ("annual_reports", _): annualAnswer(method, parts)
    case ("accounts", "collections"): collectionList(parts[1] == "1" ? ownCollection : foreignCollection)
    case ("accounts", "in_collections"): collectionList(parts[1] == "1" ? foreignCollection : ownCollection)
    case ("accounts", "update_credentials"), ("profile", _): Bodies.alice
    case ("notifications", "policy"): policy
    case ("notifications", "unread_count"): ["count": 2]
    case ("push", _): method == "DELETE" ? [:] : subscription
    case ("domain_blocks", _): method == "GET" ? ["spam.example"] : [:]
    default: nil
    }
  }
}

// Filters.
extension FurtherBodies {
  private static let keyword: JSON = ["id": "51", "keyword": "cats", "whole_word": false]
  private static let filteredStatus: JSON = ["id": "61", "status_id": "9"]
  private static let filter: JSON = [
    "id": "1", "title": "Cats", "context": ["home", "public"], "expires_at": nil, "filter_action": "warn",
    "keywords": [keyword], "statuses": [filteredStatus],
  ]

  private static func filterAnswer(_ method: Substring, _ parts: [String]) -> JSON {
    if method == "DELETE" { return [:] }
    if parts.contains("keywords") { return keyword }
    if parts.contains("statuses") { return filteredStatus }
    return method == "GET" && parts.count == 1 ? [filter] : filter
  }
}

// Collections.
extension FurtherBodies {
  /// A collection of the acting account, which has somebody else in it.
  private static let ownCollection = collection("1", of: "1", item: "41", with: "2")
  /// A collection of somebody else, which has the acting account in it.
  private static let foreignCollection = collection("2", of: "2", item: "42", with: "1")

  private static func collection(_ id: String, of owner: String, item: String, with member: String) -> JSON {
    [
      "id": .string(id), "account_id": .string(owner), "uri": .string("https://a.example/collections/\(id)"),
      "url": .string("https://a.example/collections/\(id)"), "name": "cats", "description": "Cats", "language": "en",
      "local": true, "sensitive": false, "discoverable": true, "tag": nil, "item_count": 1,
      "items": [entry(item, with: member)], "created_at": "2024-01-02T03:04:05.000Z",
      "updated_at": "2024-01-02T03:04:05.000Z",
    ]
  }

  private static func entry(_ id: String, with member: String) -> JSON {
    [
      "id": .string(id), "account_id": .string(member), "state": "accepted", "created_at": "2024-01-02T03:04:05.000Z",
    ]
  }

  private static func collectionList(_ collection: JSON) -> JSON {
    ["collections": [collection], "partial_accounts": []]
  }

  private static func collectionAnswer(_ method: Substring, _ parts: [String]) -> JSON {
    if method == "DELETE" || parts.last == "revoke" { return [:] }
    if parts.last == "items" { return ["collection_item": entry("43", with: "3")] }
    let shown = parts.count > 1 && parts[1] == "2" ? foreignCollection : ownCollection
    return method == "GET" ? ["collection": shown, "accounts": [Bodies.alice, Bodies.bob]] : ["collection": shown]
  }
}

// The account's years, notifications and push subscription.
extension FurtherBodies {
  private static let annualReport: JSON = [
    "year": 2025, "schema_version": 2, "share_url": nil, "account_id": "1",
    "data": [
      "archetype": "booster", "time_series": [["month": 1, "statuses": 3, "following": 1, "followers": 0]],
      "top_hashtags": [["name": "cats", "count": 3]],
      "top_statuses": ["by_reblogs": "9", "by_replies": nil, "by_favourites": "9"],
    ],
  ]

  /// There is a report of 2025, and one of each other year can be made.
  private static func annualAnswer(_ method: Substring, _ parts: [String]) -> JSON {
    if method != "GET" { return [:] }
    let isKnown = parts.count == 1 || parts[1] == "2025"
    if parts.last == "state" { return ["state": isKnown ? "available" : "eligible"] }
    return isKnown
      ? ["annual_reports": [annualReport], "accounts": [Bodies.alice], "statuses": [Bodies.status]]
      : ["annual_reports": [], "accounts": [], "statuses": []]
  }

  private static let policy: JSON = [
    "for_not_following": "accept", "for_not_followers": "accept", "for_new_accounts": "filter",
    "for_private_mentions": "filter", "for_limited_accounts": "filter",
    "summary": ["pending_requests_count": 1, "pending_notifications_count": 2],
  ]

  private static let subscription: JSON = [
    "id": "1", "endpoint": "https://push.example/alice", "standard": true, "policy": "all",
    "alerts": ["mention": true, "follow": false], "server_key": "BCk-QqERU0q-CfYZjcuB6lnyyOYfJ2AifKqfeGIm7Z8",
  ]
}
