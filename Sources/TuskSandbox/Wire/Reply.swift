import HTTPTypes
import Hummingbird

/// An endpoint's response.
struct Reply: Sendable {
  /// The forms of a response body.
  enum Body: Sendable {
    case entity(Entity)
    case page(String)
    case file(bytes: [UInt8], type: String)
  }

  var status: Int
  var body: Body
  var headers: [(name: String, value: String)] = []
  /// The events that follow while the client stays connected.
  var feed: Feed?

  init(_ entity: Entity, status: Int = 200) {
    self.status = status
    body = .entity(entity)
  }

  init(page html: String, status: Int = 200) {
    self.status = status
    body = .page(html)
  }

  init(file bytes: [UInt8], type: String) {
    status = 200
    body = .file(bytes: bytes, type: type)
  }

  init(following feed: Feed) {
    self.init([:])
    self.feed = feed
  }

  /// Redirects a browser to another address.
  init(redirectingTo address: String) {
    self.init(page: "", status: 302)
    headers.append(("Location", address))
  }

  static let empty = Reply([:])

  func with(header name: String, _ value: String) -> Reply {
    var copy = self
    copy.headers.append((name, value))
    return copy
  }
}

extension Response {
  init(_ reply: Reply, usage: RateLimits.Usage? = nil) {
    self.init(reply, usage, body: ResponseBody(byteBuffer: ByteBuffer(bytes: reply.bytes)))
  }

  /// A response that announces its whole body and breaks off in the middle.
  init(cutting reply: Reply, usage: RateLimits.Usage?) {
    let bytes = reply.bytes
    let body = ResponseBody(contentLength: bytes.count) { writer in
      try await writer.write(ByteBuffer(bytes: bytes.prefix(bytes.count / 2)))
      throw TruncatedReply()
    }
    self.init(reply, usage, body: body)
  }

  private init(_ reply: Reply, _ usage: RateLimits.Usage?, body: ResponseBody) {
    var headers = HTTPFields()
    switch reply.body {
    case .entity: headers[.contentType] = "application/json; charset=utf-8"
    case .page:
      headers[.contentType] = "text/html; charset=utf-8"
      headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    case .file(_, let type):
      headers[.contentType] = type
      headers[.xContentTypeOptions] = "nosniff"
    }
    for (name, value) in reply.headers { headers.add(name, value) }
    if let usage {
      headers.add("X-RateLimit-Limit", String(usage.limit))
      headers.add("X-RateLimit-Remaining", String(usage.remaining))
      headers.add("X-RateLimit-Reset", usage.reset)
    }
    self.init(status: HTTPResponse.Status(code: reply.status), headers: headers, body: body)
  }
}

/// Ends a response in the middle.
struct TruncatedReply: Error {}

extension Reply {
  /// The body as it is sent.
  var bytes: [UInt8] {
    switch body {
    case .entity(let entity): entity.json
    case .page(let html): Array(html.utf8)
    case .file(let bytes, _): bytes
    }
  }
}

extension HTTPFields {
  fileprivate mutating func add(_ name: String, _ value: String) {
    guard let name = HTTPField.Name(name) else { return }
    append(HTTPField(name: name, value: value))
  }
}
