import HTTPTypes
import Hummingbird

extension Response {
  init(_ reply: Reply, standing: RateLimits.Standing? = nil) {
    var headers = HTTPFields()
    var bytes: [UInt8]
    switch reply.body {
    case .entity(let entity):
      bytes = entity.json
      headers[.contentType] = "application/json; charset=utf-8"
    case .page(let html):
      bytes = Array(html.utf8)
      headers[.contentType] = "text/html; charset=utf-8"
      headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    case .file(let contents, let type):
      bytes = contents
      headers[.contentType] = type
      headers[.xContentTypeOptions] = "nosniff"
    }
    for (name, value) in reply.headers { headers.add(name, value) }
    if let standing {
      headers.add("X-RateLimit-Limit", String(standing.limit))
      headers.add("X-RateLimit-Remaining", String(standing.remaining))
      headers.add("X-RateLimit-Reset", standing.reset)
    }
    self.init(
      status: HTTPResponse.Status(code: reply.status), headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}

extension HTTPFields {
  fileprivate mutating func add(_ name: String, _ value: String) {
    guard let name = HTTPField.Name(name) else { return }
    append(HTTPField(name: name, value: value))
  }
}
