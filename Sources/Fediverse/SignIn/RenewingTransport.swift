/// A transport whose requests carry the token of a ``TokenKeeper``, once more with the next token where the server does
/// not accept the first.
public struct RenewingTransport: Transport {
  private let next: any Transport
  private let keeper: TokenKeeper

  /// A transport that sends by another one.
  ///
  /// - Parameters:
  ///   - next: what requests are sent by.
  ///   - keeper: whose token takes the place of the one that a request comes with.
  public init(_ next: any Transport, keeper: TokenKeeper) {
    self.next = next
    self.keeper = keeper
  }

  /// Sends the request, and once more after 401, which means that nothing was done.
  public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    guard request.isSigned else { return try await next.send(request) }
    let token = await keeper.current()
    let response = try await next.send(request.signed(with: token))
    guard response.status == 401, request.file == nil, let renewed = await keeper.next(after: token) else {
      return response.discreet(about: token)
    }
    return try await next.send(request.signed(with: renewed)).discreet(about: renewed)
  }

  /// Sends the request and hands over the answer as it comes, that to a second try where the first is 401.
  public func send(
    _ request: HTTPRequest, handing take: (HTTPPiece) async -> Reading
  ) async throws(TransportError) {
    guard request.isSigned else { return try await next.send(request, handing: take) }
    let token = await keeper.current()
    var isRefused = false
    try await next.send(request.signed(with: token), hiding: [token.exposed]) { piece in
      guard case .head(let head) = piece, head.status == 401, request.file == nil else { return await take(piece) }
      isRefused = true
      return .enough
    }
    guard isRefused else { return }
    let renewed = await keeper.next(after: token) ?? token
    try await next.send(request.signed(with: renewed), hiding: [renewed.exposed], handing: take)
  }
}

extension RenewingTransport: SocketTransport {
  /// Whether the transport below opens WebSockets.
  public var opensSockets: Bool { (next as? any SocketTransport)?.opensSockets ?? false }

  /// Asks for a WebSocket, and once more after 401.
  public func open(_ request: HTTPRequest) async throws(TransportError) -> SocketAnswer {
    guard let next = next as? any SocketTransport else { throw .noSockets }
    guard request.isSigned else { return try await next.open(request) }
    let token = await keeper.current()
    let answer = try await next.open(request.signed(with: token))
    guard case .refused(let response) = answer, response.status == 401,
      let renewed = await keeper.next(after: token)
    else { return answer.discreet(about: token) }
    return try await next.open(request.signed(with: renewed)).discreet(about: renewed)
  }
}

extension HTTPRequest {
  fileprivate var isSigned: Bool { headers.fields.contains { $0.proof != nil } }

  /// The request with another token where the one that it came with stands.
  fileprivate func signed(with token: AccessToken) -> HTTPRequest {
    let fields = headers.fields.map { field in field.proof.map { token.field(at: $0) } ?? field }
    return HTTPRequest(method: method, url: url, headers: Headers(fields), body: body, file: file)
  }
}

extension Headers.Field {
  /// What kind of proof the field is, if any; nothing but tokens is sent in place of a subprotocol.
  fileprivate var proof: AccessToken.Placement? {
    if name.isSameName(as: "Authorization") { return .authorization }
    return name.isSameName(as: "Sec-WebSocket-Protocol") ? .subprotocol : nil
  }
}

extension HTTPResponse {
  /// The answer without the token, where it is an error: its words are shown to people.
  fileprivate func discreet(about token: AccessToken) -> HTTPResponse {
    (200..<300).contains(status) ? self : hiding([token.exposed])
  }
}

extension SocketAnswer {
  fileprivate func discreet(about token: AccessToken) -> SocketAnswer {
    guard case .refused(let response) = self else { return self }
    return .refused(response.discreet(about: token))
  }
}

extension TransportError {
  fileprivate static var noSockets: TransportError {
    TransportError(.network, "the transport below opens no WebSockets", mayHaveArrived: false)
  }
}
