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
  ///   - hangs: whether what no answer is known for never gets one, until the task is canceled.
  ///   - isWhole: whether it also answers everything else as Mastodon does.
  convenience init(_ answers: [String: JSON], hangs: Bool = false, isWhole: Bool = false) {
    self.init { request throws(TransportError) in
      if isWhole, request.isScheduling { return HTTPResponse(json: Bodies.scheduled) }
      if let body = answers[request.route] ?? (isWhole ? Bodies.answer(to: request.route) : nil) {
        return HTTPResponse(json: body)
      }
      guard hangs else { return HTTPResponse(json: ["error": "Record not found"], status: 404) }
      try? await Task.sleep(for: .seconds(3600))
      throw TransportError(.canceled, "the task was canceled", mayHaveArrived: request.method != .get)
    }
  }

  /// A server that has everything but what the table says otherwise.
  convenience init(changing changes: [String: JSON]) {
    self.init(Bodies.everything.merging(changes) { $1 }, isWhole: true)
  }

  /// Every request, in order.
  var requests: [HTTPRequest] { kept.withLock { $0 } }

  /// Method and path of every request, in order.
  var log: [String] { requests.map(\.route) }

  /// The routes that were not only read.
  var writes: [String] { log.filter { !$0.hasPrefix("GET ") } }

  /// The routes that changed something: some requests that only ask are sent with POST.
  var changes: [String] { writes.filter { route in !Self.questions.contains { route.hasSuffix($0) } } }

  private static let questions = [
    "/translate", "/admin/measures", "/admin/dimensions", "/admin/retention", "/canonical_email_blocks/test",
  ]

  /// What was asked of this route, in order.
  func requests(to route: String) -> [HTTPRequest] { requests.filter { $0.route == route } }

  /// The body of the last request that has one.
  var lastBody: String? {
    requests.last { $0.body != nil }?.body.map { String(decoding: $0, as: UTF8.self) }
  }

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    kept.withLock { $0.append(request) }
    return try await answer(request)
  }
}

extension HTTPRequest {
  /// What stands behind the path, without its question mark.
  var query: String { String(url.description.drop { $0 != "?" }.dropFirst()) }

  /// Whether it asks to post a status later.
  var isScheduling: Bool {
    route == "POST /api/v1/statuses" && String(decoding: body ?? [], as: UTF8.self).contains("\"scheduled_at\"")
  }

  /// Method and path.
  var route: String {
    let path = url.description.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
    let resource = path.last.map { "/" + $0.prefix { $0 != "?" } } ?? "/"
    return "\(method.rawValue) \(resource)"
  }
}

extension HTTPResponse {
  /// An answer as Mastodon gives it: even a page that is the last one links back.
  init(
    json: JSON, status: Int = 200, link: String = #"<https://a.example/x?min_id=1>; rel="prev""#,
    retryAfter: Int? = nil
  ) {
    var headers: Headers = ["Content-Type": "application/json", "Link": link]
    if let retryAfter { headers.add("Retry-After", String(retryAfter)) }
    self.init(status: status, headers: headers, body: Array(json.text.utf8))
  }
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
