extension Client {
  /// Performs a read, passes its response on in pieces as they arrive, and returns the final URL after all redirects.
  ///
  /// - Parameter check: throws if a URL must not be requested.
  func perform(
    _ call: Call, at start: WebURL, checking check: (WebURL) throws(FediverseError) -> Void,
    receiving take: (HTTPPiece) async -> Reading
  ) async throws(FediverseError) -> WebURL {
    var url = start
    for _ in 0...Redirect.limit {
      try check(url)
      guard let refusal = try await refusal(call, at: url, receiving: take),
        let target = try redirectTarget(from: refusal, to: call, at: url, of: url.origin)
      else { return url }
      url = target
    }
    throw .endlessRedirect(call, url.origin)
  }

  /// Returns the response unless it is a success, with enough of its body to explain the failure.
  private func refusal(
    _ call: Call, at url: WebURL, receiving take: (HTTPPiece) async -> Reading
  ) async throws(FediverseError) -> HTTPResponse? {
    guard !Task.isCancelled else { throw .canceledBefore(call, url.origin) }
    var refusal: HTTPResponse?
    do throws(TransportError) {
      try await transport.send(request(for: call, to: url)) { piece in
        switch piece {
        case .head(let head) where head.isSuccess: return await take(piece)
        case .head(let head):
          refusal = HTTPResponse(status: head.status, headers: head.headers)
          return (300..<400).contains(head.status) ? .enough : .more
        case .chunk(let bytes):
          guard let known = refusal else { return await take(piece) }
          let body = known.body + bytes.prefix(Self.refusalLimit - known.body.count)
          refusal = HTTPResponse(status: known.status, headers: known.headers, body: body)
          return body.count < Self.refusalLimit ? .more : .enough
        }
      }
    } catch {
      // The status code already tells what went wrong.
      guard let refusal, error.kind != .canceled else { throw FediverseError(error, to: call, of: url.origin) }
      return refusal
    }
    return refusal
  }

  private static let refusalLimit = 64 << 10
}
