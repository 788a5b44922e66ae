import Fediverse
import JSONValue
import Synchronization
import TuskActions
import XCallbackURL

/// A transport that answers as a test says and keeps what it was asked.
final class StubServer: Transport {
  /// How a request is answered.
  typealias Answer = @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse

  private let answer: Answer
  private let kept = Mutex<[HTTPRequest]>([])

  init(answering answer: @escaping Answer) {
    self.answer = answer
  }

  /// - Parameters:
  ///   - answers: bodies by method and path, `GET /api/v1/statuses/1`.
  ///   - hangs: whether what no answer is known for never gets one, until the task is cancelled.
  convenience init(_ answers: [String: JSON], hangs: Bool = false) {
    self.init { request throws(TransportError) in
      if let body = answers[request.route] { return HTTPResponse(json: body) }
      guard hangs else { return HTTPResponse(json: ["error": "Record not found"], status: 404) }
      try? await Task.sleep(for: .seconds(3600))
      throw TransportError(.cancelled, "the task was cancelled", mayHaveArrived: request.method != .get)
    }
  }

  /// A server that has everything but what the table says otherwise.
  convenience init(changing changes: [String: JSON]) {
    self.init(Bodies.everything.merging(changes) { $1 })
  }

  /// Every request, in order.
  var requests: [HTTPRequest] { kept.withLock { $0 } }

  /// Method and path of every request, in order.
  var log: [String] { requests.map(\.route) }

  /// The routes that would have changed something.
  var writes: [String] { log.filter { !$0.hasPrefix("GET ") } }

  /// The body of the last request.
  var lastBody: String? {
    requests.last?.body.map { String(decoding: $0, as: UTF8.self) }
  }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    kept.withLock { $0.append(request) }
    return try await answer(request)
  }
}

extension HTTPRequest {
  /// Method and path.
  var route: String {
    let path = url.description.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
    let resource = path.last.map { "/" + $0.prefix { $0 != "?" } } ?? "/"
    return "\(method.rawValue) \(resource)"
  }
}

extension HTTPResponse {
  /// An answer as Mastodon gives it: even a page that is the last one links back.
  init(json: JSON, status: Int = 200, link: String = #"<https://a.example/x?min_id=1>; rel="prev""#) {
    self.init(
      status: status, headers: ["Content-Type": "application/json", "Link": link], body: Array(json.text.utf8))
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

extension JSON {
  /// The object with another value for this name.
  func changing(_ name: String, to value: JSON) -> JSON {
    var object = object ?? [:]
    object[name] = value
    return .object(object)
  }

  /// The object without this name.
  func without(_ name: String) -> JSON {
    .object(JSON.Object((object ?? [:]).members.filter { $0.name != name }))
  }
}
