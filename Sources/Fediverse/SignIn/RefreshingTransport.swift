/// A transport that signs requests with the token of a ``TokenRefresher``, and repeats a request with a refreshed token
/// after 401.
public struct RefreshingTransport: Transport {
  private let next: any Transport
  private let refresher: TokenRefresher

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - next: the transport that sends the requests.
  ///   - refresher: supplies the token, which replaces the one in each request.
  public init(_ next: any Transport, refresher: TokenRefresher) {
    self.next = next
    self.refresher = refresher
  }

  private func current() async throws(TransportError) -> AccessToken {
    do throws(UnstoredToken) { return try await refresher.current() } catch { throw .unstored(error) }
  }

  private func renewed(after token: AccessToken) async throws(TransportError) -> AccessToken? {
    do throws(UnstoredToken) { return try await refresher.next(after: token) } catch { throw .unstored(error) }
  }

  /// Sends the request, and again with a refreshed token after 401, which means that nothing was done.
  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    guard request.isSigned else { return try await next.send(request) }
    let token = try await current()
    let response = try await next.send(request.signed(with: token))
    guard response.status == 401, request.file == nil, let renewed = try await renewed(after: token) else {
      return response.redacted(about: token)
    }
    return try await next.send(request.signed(with: renewed)).redacted(about: renewed)
  }

  /// Sends the request and delivers the response as it arrives; after 401, that of the second attempt.
  public func send(
    _ request: HTTPRequest, handing take: (HTTPPiece) async -> Reading
  ) async throws(TransportError) {
    guard request.isSigned else { return try await next.send(request, handing: take) }
    let token = try await current()
    var isRefused = false
    try await next.send(request.signed(with: token), hiding: [token.exposed]) { piece in
      guard case .head(let head) = piece, head.status == 401, request.file == nil else { return await take(piece) }
      isRefused = true
      return .enough
    }
    guard isRefused else { return }
    let renewed = try await renewed(after: token) ?? token
    try await next.send(request.signed(with: renewed), hiding: [renewed.exposed], handing: take)
  }
}

extension RefreshingTransport: WebSocketTransport {
  /// Whether the underlying transport opens WebSockets.
  public var opensSockets: Bool { (next as? any WebSocketTransport)?.opensSockets ?? false }

  /// Opens a WebSocket, with a second attempt after 401.
  public func open(_ request: HTTPRequest) async throws(TransportError) -> WebSocketResponse {
    guard let next = next as? any WebSocketTransport else { throw .noSockets }
    guard request.isSigned else { return try await next.open(request) }
    let token = try await current()
    let first = try await next.open(request.signed(with: token))
    guard case .refused(let response) = first, response.status == 401,
      let renewed = try await renewed(after: token)
    else { return first.redacted(about: token) }
    return try await next.open(request.signed(with: renewed)).redacted(about: renewed)
  }
}

extension HTTPRequest {
  fileprivate var isSigned: Bool { headers.fields.contains { $0.tokenPlacement != nil } }

  /// The request with its token replaced.
  fileprivate func signed(with token: AccessToken) -> HTTPRequest {
    let fields = headers.fields.map { field in field.tokenPlacement.map { token.field(at: $0) } ?? field }
    return HTTPRequest(method: method, url: url, headers: Headers(fields), body: body, file: file)
  }
}

extension Headers.Field {
  /// How the field carries the token, if it does; `Sec-WebSocket-Protocol` is used for nothing else.
  fileprivate var tokenPlacement: AccessToken.Placement? {
    if name.isSameName(as: "Authorization") { return .authorization }
    return name.isSameName(as: "Sec-WebSocket-Protocol") ? .subprotocol : nil
  }
}

extension HTTPResponse {
  /// The response without the token if it is an error, because errors are shown to people.
  fileprivate func redacted(about token: AccessToken) -> HTTPResponse {
    (200..<300).contains(status) ? self : hiding([token.exposed])
  }
}

extension WebSocketResponse {
  fileprivate func redacted(about token: AccessToken) -> WebSocketResponse {
    guard case .refused(let response) = self else { return self }
    return .refused(response.redacted(about: token))
  }
}

extension TransportError {
  fileprivate static func unstored(_ error: UnstoredToken) -> TransportError {
    TransportError(.unstored, error.reason, mayHaveArrived: false)
  }

  fileprivate static var noSockets: TransportError {
    TransportError(.network, "the underlying transport does not support WebSockets", mayHaveArrived: false)
  }
}
