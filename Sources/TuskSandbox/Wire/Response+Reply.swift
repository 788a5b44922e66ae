import HTTPTypes
import Hummingbird

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
