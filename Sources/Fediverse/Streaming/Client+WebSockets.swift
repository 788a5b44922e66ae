import JSONValue

extension Client {
  /// The WebSocket that carries a source: the shared one, or one for this source alone.
  func streamSocket(for source: Streaming.Source, shared isShared: Bool) -> StreamSocket {
    let query = isShared ? [] : source.query
    let key = query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    return withStreams { streams in
      if let socket = streams.sockets[key] { return socket }
      let socket = StreamSocket(query: query)
      streams.sockets[key] = socket
      return socket
    }
  }

  /// Opens a WebSocket to the streaming API.
  ///
  /// The token is sent in a header and never in the URL: first as `Authorization`, and if the server ignores that, in
  /// `Sec-WebSocket-Protocol`.
  func openStream(_ query: [(name: String, value: String)]) async throws(FediverseError) -> any WebSocket {
    guard let transport = transport as? any WebSocketTransport, transport.opensSockets else { throw .noSockets(server) }
    let address = try await streamingAddress()
    var call = Call.get(Path(verbatim: address.path), query)
    call.trustedOrigin = address.origin
    call.accepts = "*/*"
    call.tokenPlacement = withStreams(\.tokenPlacement)
    // Firefish and related software have their own streaming endpoint, which ignores `Authorization`.
    if !address.path.hasSuffix("/api/v1/streaming") { call.tokenPlacement = .subprotocol }
    do throws(FediverseError) {
      return try await open(call, at: address, over: transport)
    } catch {
      guard isSignedIn, call.tokenPlacement == .authorization, error.status == 400 || error.status == 401 else {
        throw error
      }
      call.tokenPlacement = .subprotocol
      guard let socket = try? await open(call, at: address, over: transport) else { throw error }
      withStreams { $0.tokenPlacement = .subprotocol }
      return socket
    }
  }

  /// Opens a WebSocket, also at another path of the same origin to which the server redirects.
  private func open(
    _ call: Call, at address: WebURL, over transport: any WebSocketTransport
  ) async throws(FediverseError) -> any WebSocket {
    var url = WebURL(origin: address.origin, target: call.target)
    for _ in 0...Redirect.limit {
      let response: WebSocketResponse
      do throws(TransportError) { response = try await transport.open(request(for: call, to: url)) } catch {
        throw FediverseError(error, to: call, of: address.origin)
      }
      switch response {
      case .open(let socket): return socket
      case .refused(let response):
        if case .allowed(let target) = Redirect(response, to: call, at: url), target.origin == url.origin {
          url = target
        } else if (200..<400).contains(response.status) || response.status == 101 {
          throw .noSocket(server, call.summary, response.status)
        } else {
          throw FediverseError(response, to: call, of: server, by: token, now: clock())
        }
      }
    }
    throw .endlessRedirect(call, server)
  }
}

extension Client {
  /// The error for a stream that the server refuses over a WebSocket.
  func refusal(of source: Streaming.Source, _ text: String, _ status: Int?) -> FediverseError {
    let body = JSON.object(["error": .string(text)]).text
    let response = HTTPResponse(status: status ?? 400, body: Array(body.utf8))
    let call = Call.get("/api/v1/streaming", source.query)
    return FediverseError(response, to: call, of: server, by: token, now: clock())
  }
}

extension FediverseError {
  fileprivate static func noSockets(_ server: ServerAddress) -> FediverseError {
    FediverseError(
      .unsupported, server: server, request: "the stream", detail: "the transport does not support WebSockets")
  }

  fileprivate static func noSocket(_ server: ServerAddress, _ request: String, _ status: Int) -> FediverseError {
    FediverseError(
      .unsupported, server: server, status: status, request: request, detail: "it did not open a WebSocket")
  }
}
