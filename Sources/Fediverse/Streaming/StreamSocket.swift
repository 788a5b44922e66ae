import JSONValue

/// A WebSocket that carries the streams of its subscribers, and stays open as long as there are any.
actor StreamSocket {
  private let query: [(name: String, value: String)]
  private var subscribers: [Int: Subscriber] = [:]
  private var lastNumber = 0
  private var socket: (any WebSocket)?
  private var work: Task<Void, Never>?
  private var pingCount = 0
  private var lastHeard = Timestamp(seconds: 0)

  /// The silence in seconds after which a ping is sent.
  static let pingInterval = 30
  /// The silence in seconds after which the connection counts as dead.
  static let longestSilence = 60

  /// Creates a socket.
  ///
  /// - Parameter query: the query of the URL, which names the stream of a socket for one stream; empty for a shared
  ///   socket, over which streams are subscribed to.
  init(query: [(name: String, value: String)] = []) {
    self.query = query
  }

  /// The number of subscribers.
  var subscriberCount: Int { subscribers.count }

  /// A subscriber.
  private struct Subscriber {
    let source: Client.Streaming.Source
    let inbox: StreamInbox
    /// Whether an event has arrived, which shows that the server has accepted the subscription.
    var isConfirmed = false
    /// The ping whose pong shows that the server has processed the subscription.
    var ping: Int?
    /// Whether events were dropped because the inbox was full, so that there is a gap to fill.
    var isBehind = false

    /// Delivers a signal, or records that the inbox is full.
    mutating func deliver(_ signal: StreamSignal) {
      if isBehind {
        guard inbox.offer(.opened) else { return }
        isBehind = false
        if case .opened = signal { return }
      }
      if !inbox.offer(signal) { isBehind = true }
    }

    /// Signals that from here on no event is missed.
    mutating func open() {
      guard ping != nil else { return }
      ping = nil
      deliver(.opened)
    }
  }

  /// Adds a subscriber, and returns the number with which to remove it.
  func join(_ source: Client.Streaming.Source, _ inbox: StreamInbox, of client: Client) async -> Int {
    lastNumber += 1
    let number = lastNumber
    let isNew = !subscribers.values.contains { $0.source == source }
    subscribers[number] = Subscriber(source: source, inbox: inbox)
    if work == nil {
      work = Task { await self.run(for: client) }
    } else if let socket {
      await subscribe([number], isNew ? [source] : [], over: socket)
    }
    return number
  }

  /// Removes a subscriber; the last one closes the socket.
  func leave(_ number: Int) async {
    guard let subscriber = subscribers.removeValue(forKey: number) else { return }
    guard !subscribers.isEmpty else { return stop() }
    guard let socket, query.isEmpty, !subscribers.values.contains(where: { $0.source == subscriber.source }) else {
      return
    }
    try? await socket.send(.text(subscriber.source.message("unsubscribe")))
  }

  private func stop() {
    work?.cancel()
    work = nil
    socket?.close()
    socket = nil
  }

  private func run(for client: Client) async {
    var backoff = Backoff(from: .seconds(1), to: .seconds(60))
    var hasWorked = false
    while !Task.isCancelled {
      var failure: FediverseError?
      do throws(FediverseError) {
        let socket = try await client.openStream(query)
        hasWorked = true
        if await readMessages(over: socket, for: client) { backoff.reset() }
      } catch {
        failure = error
      }
      guard !Task.isCancelled else { return }
      if let failure, !hasWorked || !failure.isTransient { return end(with: failure, hasWorked: hasWorked) }
      let wait = max(backoff.step(chance: client.waiting.chance()), client.requestedDelay(after: failure))
      guard (try? await client.waiting.sleep(wait)) != nil else { break }
    }
    if !Task.isCancelled { end(with: nil, hasWorked: true) }
  }

  /// Ends all subscriptions with an error.
  ///
  /// If WebSockets fail, another method may still work, unless the host was not reached at all.
  private func end(with failure: FediverseError?, hasWorked: Bool) {
    let isMissing =
      !hasWorked && failure.map { $0.status != nil || $0.kind != .network && $0.kind != .insecure } ?? false
    let ending = failure.map { StreamFailure(error: $0, isMissing: isMissing) }
    for subscriber in subscribers.values { subscriber.inbox.finish(ending) }
    subscribers = [:]
    stop()
  }

  /// Reads the messages of one connection; returns whether it was useful, so that the backoff is reset.
  private func readMessages(over socket: any WebSocket, for client: Client) async -> Bool {
    guard !Task.isCancelled else {
      socket.close()
      return false
    }
    self.socket = socket
    let start = client.clock()
    lastHeard = start
    var wasUseful = false
    await subscribe(Array(subscribers.keys), Set(subscribers.values.map(\.source)), over: socket)
    let pings = Task { await self.sendPings(socket, client) }
    defer { pings.cancel() }
    while let message = try? await socket.receive() {
      lastHeard = client.clock()
      if await take(message, for: client) { wasUseful = true }
    }
    socket.close()
    if self.socket != nil, !Task.isCancelled { self.socket = nil }
    return wasUseful || client.clock().seconds - start.seconds >= Self.longestSilence
  }

  /// Subscribes to streams, and sends a ping whose pong shows that the server has processed the subscriptions.
  private func subscribe(
    _ numbers: [Int], _ sources: some Collection<Client.Streaming.Source> & Sendable, over socket: any WebSocket
  ) async {
    pingCount += 1
    let ping = pingCount
    for number in numbers {
      subscribers[number]?.ping = ping
      subscribers[number]?.isConfirmed = false
    }
    for source in sources where query.isEmpty {
      try? await socket.send(.text(source.message("subscribe")))
    }
    try? await socket.send(.ping(Array(String(ping).utf8)))
  }

  /// Sends pings, and closes a connection that has been silent for too long.
  private func sendPings(_ socket: any WebSocket, _ client: Client) async {
    while !Task.isCancelled {
      let silence = max(client.clock().seconds - lastHeard.seconds, 0)
      guard silence < Self.longestSilence else { return socket.close() }
      let wait = Duration.seconds(min(Self.pingInterval, Self.longestSilence - silence))
      guard (try? await client.waiting.sleep(wait)) != nil, !Task.isCancelled else { return }
      for number in subscribers.keys where subscribers[number]?.isBehind == true {
        subscribers[number]?.deliver(.opened)
      }
      guard client.clock().seconds - lastHeard.seconds < Self.longestSilence else { continue }
      try? await socket.send(.ping([]))
    }
  }

  /// Delivers a message to its subscribers; returns whether it was an event.
  private func take(_ message: WebSocketMessage, for client: Client) async -> Bool {
    switch message {
    case .pong(let bytes):
      guard let ping = Int(String(decoding: bytes, as: UTF8.self)) else { return false }
      for (number, subscriber) in subscribers where subscriber.ping.map({ $0 <= ping }) ?? false {
        subscribers[number]?.open()
      }
      return false
    case .ping, .binary: return false
    case .text(let text):
      switch StreamMessage(text) {
      case .event(let stream, let event)?:
        deliver(StreamEvent(event), of: stream)
        return true
      case .refusal(let text, let status)?: await refuse(text, status, for: client)
      case .acceptance?, nil: break
      }
      return false
    }
  }

  private func deliver(_ event: StreamEvent, of stream: String?) {
    let isAlone = Set(subscribers.values.map(\.source)).count == 1
    for (number, subscriber) in subscribers {
      let isMeant = isAlone || stream.map { subscriber.source.label == $0 } ?? subscriber.source.mayTell(event)
      guard isMeant else { continue }
      subscribers[number]?.isConfirmed = true
      subscribers[number]?.open()
      subscribers[number]?.deliver(.event(event))
    }
  }

  /// Ends a refused subscription. The server does not say which one: it must be one without events, most likely the
  /// last, and probably a list, because a list may not exist.
  private func refuse(_ text: String, _ status: Int?, for client: Client) async {
    if status == 401 || status == 403, client.withStreams({ $0.tokenPlacement == .authorization }), client.isSignedIn {
      // The server may not have read the `Authorization` header.
      client.withStreams { $0.tokenPlacement = .subprotocol }
      socket?.close()
      return
    }
    let waiting = subscribers.filter { !$0.value.isConfirmed }.sorted { $0.key < $1.key }
    let refused = waiting.last { $0.value.source.isList } ?? waiting.last
    guard let source = refused?.value.source else { return }
    let error = client.refusal(of: source, text, status)
    let isMissing = error.kind != .unauthorized && error.kind != .forbidden
    for (number, subscriber) in subscribers where subscriber.source == source {
      subscribers[number] = nil
      subscriber.inbox.finish(StreamFailure(error: error, isMissing: isMissing))
    }
    if subscribers.isEmpty { stop() }
  }
}

extension Client.Streaming.Source {
  fileprivate var isList: Bool {
    if case .list = self { true } else { false }
  }
}

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
