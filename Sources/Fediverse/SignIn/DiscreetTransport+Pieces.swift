extension Transport {
  /// Sends the request and hands over the answer as it comes, but what an error says as one chunk without the secrets,
  /// because a secret may stand across two.
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
      // The start of a secret may stand at the cut.
      body.removeLast(secrets.map(\.utf8.count).max() ?? 0)
    }
    if let refusal, !body.isEmpty {
      _ = await take(.chunk(HTTPResponse(status: refusal.status, body: body).hiding(secrets).body))
    }
    if let failure { throw failure }
  }
}

/// As much of an error's body as it takes to say why.
private let refusalLimit = 64 << 10
