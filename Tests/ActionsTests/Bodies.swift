import JSONValue

/// Bodies that a server gives, as small as they may be.
enum Bodies {
  static let alice: JSON = [
    "id": "1", "username": "alice", "acct": "alice", "display_name": "Alice", "locked": false,
    "followers_count": 3, "following_count": 2, "statuses_count": 5, "url": "https://a.example/@alice",
    "avatar": "https://a.example/a.png", "header": "https://a.example/h.png", "note": "<p>Hi</p>",
  ]
  static let bob: JSON = [
    "id": "2", "username": "bob", "acct": "bob@b.example", "display_name": "", "locked": true,
    "followers_count": 0, "following_count": 0, "url": "https://b.example/@bob",
    "avatar": "https://b.example/a.png", "header": "https://b.example/h.png",
  ]
  static let status: JSON = [
    "id": "9", "uri": "https://b.example/9", "url": "https://b.example/@bob/9", "account": bob,
    "created_at": "2024-01-02T03:04:05.000Z", "content": "<p>One<br>two</p><p>&amp; three</p>",
    "visibility": "public", "in_reply_to_id": "8",
  ]
  /// A status of the acting account.
  static let own: JSON = [
    "id": "11", "uri": "https://a.example/11", "url": "https://a.example/@alice/11", "account": alice,
    "created_at": "2024-01-02T03:04:05.000Z", "content": "<p>One two</p>", "visibility": "public",
  ]
  static let reblog: JSON = [
    "id": "10", "uri": "https://a.example/10", "account": alice, "created_at": "2024-01-02T03:04:05.000Z",
    "content": "", "reblog": status,
  ]
  static let mention: JSON = [
    "id": "77", "type": "mention", "created_at": "2024-01-02T03:04:05.000Z", "account": bob, "status": status,
  ]
  static let follow: JSON = [
    "id": "78", "type": "follow", "created_at": "2024-01-02T03:04:06.000Z", "account": alice,
  ]
  static let instance: JSON = [
    "domain": "a.example", "title": "A", "version": "4.6.0+glitch", "description": "<p>An example</p>",
    "contact": ["account": alice],
  ]

  static let poll: JSON = [
    "id": "5", "options": [["title": "Yes", "votes_count": 3], ["title": "No", "votes_count": nil]],
    "expires_at": "2024-01-03T03:04:05Z", "expired": false, "multiple": false, "votes_count": 3, "voters_count": 3,
  ]
  static let media: JSON = [
    "id": "21", "type": "image", "url": "https://a.example/cat.png", "preview_url": "https://a.example/s.png",
    "description": "A cat",
  ]
  static let report: JSON = [
    "id": "31", "category": "spam", "comment": "Look", "action_taken": false, "created_at": "2024-01-02T03:04:05Z",
    "account": ["id": "1", "account": alice], "target_account": ["id": "2", "account": bob], "statuses": [status],
  ]
  static let lists: JSON = [["id": "3", "title": "Friends"], ["id": "4", "title": "Work"]]

  static let scheduled: JSON = [
    "id": "1", "scheduled_at": "2033-01-02T03:04:05.000Z", "params": ["text": "Hi"], "media_attachments": [],
  ]
  static let tag: JSON = ["name": "cats", "url": "https://a.example/tags/cats", "history": []]
  static let relationship: JSON = ["id": "2", "following": true]

  /// What Mastodon answers by its conventions, unless ``everything`` says otherwise: a change with the entity that was
  /// changed, a request for a collection with one entity in a list, and one for an element with the entity.
  static func answer(to route: String) -> JSON? {
    guard let space = route.firstIndex(of: " ") else { return nil }
    let (method, path) = (route[..<space], route[route.index(after: space)...])
    let parts = path.split(separator: "/").dropFirst(2).map(String.init).filter { $0 != "pleroma" }
    guard let first = parts.first, let last = parts.last, isKnown(parts) else { return nil }
    if let body = particular(method, parts) ?? FurtherBodies.answer(method, parts) { return body }
    if method == "GET", let rows = collections[last] { return [rows] }
    if method == "GET", FurtherBodies.lists.contains(last) { return [FurtherBodies.entity] }
    if first == "statuses" { return parts.count > 1 && parts[1] == "11" ? own : status }
    if first == "accounts" { return parts.count == 3 ? relationship : FurtherBodies.entity }
    return (parts.count > 1 ? collections[first] : nil) ?? FurtherBodies.entity
  }

  /// Whether all identifiers of a path are those that the requests name.
  private static func isKnown(_ parts: [String]) -> Bool {
    // No identifier is like these.
    guard !parts.contains(where: { ["-", "null"].contains($0) }) else { return false }
    guard parts.count > 1, ["accounts", "statuses", "polls", "lists"].contains(parts[0]) else { return true }
    guard parts[1].allSatisfy(\.isNumber) else { return true }
    return SampleRequests.identifiers.values.contains(parts[1]) || ["1", "11"].contains(parts[1])
  }

  /// What is said of one thing and nothing else.
  private static func particular(_ method: Substring, _ parts: [String]) -> JSON? {
    switch (method, parts.last) {
    case ("GET", "context"): ["ancestors": [], "descendants": [status]]
    case ("GET", "source"): ["id": .string(parts[1]), "text": "One two", "spoiler_text": ""]
    case ("GET", "translation_languages"): ["en": ["de"]]
    case ("GET", "peers"): ["b.example"]
    case ("GET", "relationships"): [relationship]
    case ("POST", "translate"): ["content": "<p>Eins</p>", "language": "de", "detected_source_language": "en"]
    case ("POST", "votes"): poll
    case ("POST", "measures"), ("POST", "dimensions"), ("POST", "retention"): []
    default: nil
    }
  }

  /// An entity of each collection, by the last part of its path.
  private static let collections: [String: JSON] = [
    "accounts": bob, "statuses": status, "bookmarks": status, "blocks": bob, "mutes": bob, "tags": tag,
    "followed_tags": tag, "scheduled_statuses": scheduled, "quotes": status, "reactions": ["name": "👍", "count": 1],
    "history": ["content": "<p>One</p>", "created_at": "2024-01-02T03:04:05Z"], "reblogged_by": bob,
    "favourited_by": bob, "follow_requests": bob, "endorsements": bob, "directory": bob,
  ]

  /// What ``answer(to:)`` would answer otherwise or not at all.
  static let everything: [String: JSON] = [
    "GET /api/v2/instance": instance,
    "GET /api/v1/accounts/verify_credentials": alice,
    "GET /api/v1/accounts/2": bob,
    "GET /api/v1/accounts/lookup": bob,
    "POST /api/v1/accounts/2/follow": ["id": "2", "following": true],
    "GET /api/v1/statuses/9": status,
    "GET /api/v1/statuses/10": reblog,
    "POST /api/v1/statuses": status,
    "POST /api/v1/statuses/9/favourite": status,
    "POST /api/v1/statuses/9/reblog": reblog,
    "GET /api/v1/notifications": [mention, follow],
    "GET /api/v1/notifications/77": mention,
    "POST /api/v1/notifications/77/dismiss": [:],
    "POST /api/v1/notifications/clear": [:],
    "POST /api/v1/accounts/2/unfollow": ["id": "2", "following": false],
    "GET /api/v1/accounts/1/followers": [bob],
    "GET /api/v1/accounts/2/following": [alice, bob],
    "GET /api/v1/accounts/1/statuses": [status, reblog],
    "GET /api/v1/accounts/2/statuses": [status],
    "DELETE /api/v1/statuses/9": status,
    "POST /api/v1/statuses/9/unfavourite": status,
    "POST /api/v1/statuses/9/unreblog": status,
    "GET /api/v1/favourites": [status],
    "GET /api/v1/timelines/home": [reblog, status],
    "GET /api/v1/timelines/public": [status],
    "GET /api/v1/timelines/tag/cats": [status],
    "GET /api/v1/timelines/list/3": [status],
    "GET /api/v1/polls/5": poll,
    "POST /api/v2/media": media,
    "GET /api/v1/lists": lists,
    "GET /api/v1/lists/3/accounts": [bob],
    "POST /api/v1/lists/3/accounts": [:],
    "DELETE /api/v1/lists/3/accounts": [:],
    "GET /api/v1/admin/reports": [report],
    "POST /api/v1/admin/accounts/2/action": [:],
    "GET /api/v2/search": ["accounts": [bob], "statuses": [status], "hashtags": [["name": "cats"]]],
  ]
}
