import JSONValue

/// A transport that removes the secrets of a request from its response.
///
/// Servers and gateways echo what they receive, and their responses end up in error messages and logs.
struct RedactingTransport: Transport {
  let next: any Transport
  let secrets: [String]

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    let response = try await next.send(request)
    // The response that issues a token may legitimately repeat the refresh token.
    let isGift = response.status == 200 && (try? JSON(parsing: response.body))?["access_token"]?.string != nil
    return isGift ? response : response.hiding(secrets)
  }
}

extension HTTPResponse {
  /// The response with every occurrence of a secret replaced by an ellipsis.
  func hiding(_ secrets: [String]) -> HTTPResponse {
    let secrets = secrets.filter { !$0.isEmpty }
    guard !secrets.isEmpty else { return self }
    func clean(_ text: String) -> String { text.hiding(secrets) }
    let fields = headers.fields.map { Headers.Field(name: $0.name, value: clean($0.value)) }
    let bytes: [UInt8]
    if let json = try? JSON(parsing: body) {
      bytes = Array(json.mappingTexts(clean).text.utf8)
    } else {
      // A body that is not UTF-8 is left as is, because it is never shown.
      bytes = String(validating: body, as: UTF8.self).map { Array(clean($0).utf8) } ?? body
    }
    return HTTPResponse(status: status, headers: Headers(fields), body: bytes, share: share)
  }
}

extension String {
  /// The text with each of the secrets, also in its form within URLs, replaced by an ellipsis.
  package func hiding(_ secrets: [String]) -> String {
    secrets.reduce(self) { $0.replacing($1, with: "…").replacing($1.escapedComponent, with: "…") }
  }
}

extension JSON {
  /// The value with each string replaced, including the names of members.
  fileprivate func mappingTexts(_ change: (String) -> String) -> JSON {
    switch self {
    case .string(let text): .string(change(text))
    case .array(let rows): .array(rows.map { $0.mappingTexts(change) })
    case .object(let object):
      .object(JSON.Object(object.members.map { (name: change($0.name), value: $0.value.mappingTexts(change)) }))
    case .null, .bool, .number: self
    }
  }
}

extension Transport {
  /// Sends the request and delivers the response as it arrives. The body of an error is buffered and delivered redacted
  /// as one chunk, because a secret may be split between two.
  func send(
    _ request: HTTPRequest, hiding secrets: [String], handing take: (HTTPPiece) async -> Reading
  ) async throws(TransportError) {
    var refusal: HTTPHead?
    var body: [UInt8] = []
    var failure: TransportError?
    do throws(TransportError) {
      try await send(request) { piece in
        switch piece {
        case .head(let head) where !head.isSuccess:
          refusal = head
          let clean = HTTPResponse(status: head.status, headers: head.headers).hiding(secrets)
          return await take(.head(HTTPHead(status: head.status, headers: clean.headers)))
        case .chunk(let bytes) where refusal != nil:
          body += bytes.prefix(refusalLimit - body.count)
          return body.count < refusalLimit ? .more : .enough
        case .head, .chunk: return await take(piece)
        }
      }
    } catch {
      failure = error
    }
    if body.count >= refusalLimit {
      // The body may have been cut in the middle of a secret.
      body.removeLast(secrets.map(\.utf8.count).max() ?? 0)
    }
    if let refusal, !body.isEmpty {
      _ = await take(.chunk(HTTPResponse(status: refusal.status, body: body).hiding(secrets).body))
    }
    if let failure { throw failure }
  }
}

/// The maximum size in bytes of an error's body; the rest is discarded.
private let refusalLimit = 64 << 10
