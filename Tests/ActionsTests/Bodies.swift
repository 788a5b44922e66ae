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
    "domain": "a.example", "title": "A", "version": "4.5.0", "description": "<p>An example</p>",
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

  /// A server that has one of everything.
  static let everything = conventional.merging(particular) { $1 }

  /// What Mastodon answers to changes of a status and of an account: the status, and the relationship.
  private static let conventional = Dictionary(
    ["bookmark", "unbookmark", "pin", "unpin", "mute", "unmute"].map { ("POST /api/v1/statuses/9/\($0)", status) }
      + ["block", "unblock", "mute", "unmute", "pin", "unpin", "note", "endorse", "unendorse"]
      .map { ("POST /api/v1/accounts/2/\($0)", ["id": "2"]) },
    uniquingKeysWith: { $1 })

  private static let particular: [String: JSON] = [
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
