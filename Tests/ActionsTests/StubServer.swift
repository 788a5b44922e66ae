import Fediverse
import JSONValue
import Synchronization
import TuskActions
import XCallbackURL

/// A transport that answers from a table and keeps what it was asked.
final class StubServer: Transport {
  private let answers: [String: JSON]
  private let requests = Mutex<[HTTPRequest]>([])
  /// What no answer is known for never gets one, until the task is cancelled.
  private let hangs: Bool

  /// - Parameter answers: bodies by method and path, `GET /api/v1/statuses/1`.
  init(_ answers: [String: JSON], hangs: Bool = false) {
    self.answers = answers
    self.hangs = hangs
  }

  /// Method and path of every request, in order.
  var log: [String] { requests.withLock { $0.map(Self.name) } }

  /// The body of the last request.
  var lastBody: String? {
    requests.withLock { $0.last?.body.map { String(decoding: $0, as: UTF8.self) } }
  }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    requests.withLock { $0.append(request) }
    if let body = answers[Self.name(request)] {
      // As on Mastodon, a page that is the last one still links back.
      return HTTPResponse(
        status: 200,
        headers: ["Content-Type": "application/json", "Link": #"<https://a.example/x?min_id=1>; rel="prev""#],
        body: Array(body.text.utf8))
    }
    guard hangs else {
      return HTTPResponse(
        status: 404, headers: ["Content-Type": "application/json"], body: Array(#"{"error":"Record not found"}"#.utf8))
    }
    try? await Task.sleep(for: .seconds(3600))
    throw TransportError(.cancelled, "the task was cancelled", mayHaveArrived: request.method != .get)
  }

  private static func name(_ request: HTTPRequest) -> String {
    let path = request.url.description.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
    let resource = path.last.map { "/" + $0.prefix { $0 != "?" } } ?? "/"
    return "\(request.method.rawValue) \(resource)"
  }
}

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

  /// A server that has one of everything.
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
    "GET /api/v2/search": ["accounts": [bob], "statuses": [status], "hashtags": [["name": "cats"]]],
  ]
}
