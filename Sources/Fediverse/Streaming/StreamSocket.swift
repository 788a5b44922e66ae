/// A WebSocket that is kept open for as long as somebody listens, and the streams that go over it.
actor StreamSocket {
  private let query: [(name: String, value: String)]
  private var seats: [Int: Seat] = [:]
  private var lastSeat = 0
  private var socket: (any Socket)?
  private var work: Task<Void, Never>?
  private var pings = 0
  private var lastHeard = Timestamp(seconds: 0)

  /// After how long a silence the other side is asked whether it is still there.
  static let pulse = 30
  /// After how long a silence the connection is dead.
  static let longestSilence = 60

  /// - Parameter query: what the URL of the socket says of the one stream that it carries; nothing where it is told
  ///   over the socket which streams are wanted.
  init(query: [(name: String, value: String)] = []) {
    self.query = query
  }

  /// How many listen.
  var seatCount: Int { seats.count }

  /// One who listens.
  private struct Seat {
    let source: Client.Streaming.Source
    let inbox: StreamInbox
    /// Whether something has come of it, so that the server did not refuse it.
    var isConfirmed = false
    /// The ping whose answer says that the server has read the subscription too.
    var ping: Int?
    /// Whether events were left out because the inbox was full, so that there is a gap to fill.
    var isBehind = false

    /// Puts a note into the inbox, or takes note that it is full.
    mutating func put(_ note: StreamNote) {
      if isBehind {
        guard inbox.offer(.opened) else { return }
        isBehind = false
        if case .opened = note { return }
      }
      if !inbox.offer(note) { isBehind = true }
    }

    /// Says that nothing is missed from here on.
    mutating func open() {
      guard ping != nil else { return }
      ping = nil
      put(.opened)
    }
  }

  /// Begins to listen, and gives the number by which to leave.
  func join(_ source: Client.Streaming.Source, _ inbox: StreamInbox, of client: Client) async -> Int {
    lastSeat += 1
    let number = lastSeat
    let isNew = !seats.values.contains { $0.source == source }
    seats[number] = Seat(source: source, inbox: inbox)
    if work == nil {
      work = Task { await self.run(for: client) }
    } else if let socket {
      await subscribe([number], isNew ? [source] : [], over: socket)
    }
    return number
  }

  /// Listens no more; the last one closes the socket.
  func leave(_ number: Int) async {
    guard let seat = seats.removeValue(forKey: number) else { return }
    guard !seats.isEmpty else { return rest() }
    guard let socket, query.isEmpty, !seats.values.contains(where: { $0.source == seat.source }) else { return }
    try? await socket.send(.text(seat.source.message("unsubscribe")))
  }

  private func rest() {
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
        if await converse(over: socket, for: client) { backoff.reset() }
      } catch {
        failure = error
      }
      guard !Task.isCancelled else { return }
      if let failure, !hasWorked || !failure.isTransient { return end(with: failure, hasWorked: hasWorked) }
      let wait = max(backoff.step(chance: client.waiting.chance()), client.rest(after: failure))
      guard (try? await client.waiting.sleep(wait)) != nil else { break }
    }
    if !Task.isCancelled { end(with: nil, hasWorked: true) }
  }

  /// Lets everybody go, with the reason.
  ///
  /// What keeps a WebSocket from a client need not keep other ways from it, but where no connection came about at all,
  /// none will.
  private func end(with failure: FediverseError?, hasWorked: Bool) {
    let isMissing =
      !hasWorked && failure.map { $0.status != nil || $0.kind != .network && $0.kind != .insecure } ?? false
    let fault = failure.map { StreamFault(error: $0, isMissing: isMissing) }
    for seat in seats.values { seat.inbox.end(fault) }
    seats = [:]
    rest()
  }

  /// Takes what comes over one connection, and says whether it was of use.
  private func converse(over socket: any Socket, for client: Client) async -> Bool {
    guard !Task.isCancelled else {
      socket.close()
      return false
    }
    self.socket = socket
    let start = client.clock()
    lastHeard = start
    var wasUseful = false
    await subscribe(Array(seats.keys), Set(seats.values.map(\.source)), over: socket)
    let heart = Task { await self.beat(socket, client) }
    defer { heart.cancel() }
    while let message = try? await socket.receive() {
      lastHeard = client.clock()
      if await take(message, for: client) { wasUseful = true }
    }
    socket.close()
    if self.socket != nil, !Task.isCancelled { self.socket = nil }
    return wasUseful || client.clock().seconds - start.seconds >= Self.longestSilence
  }

  /// Asks for streams, and whether that was read.
  private func subscribe(
    _ numbers: [Int], _ sources: some Collection<Client.Streaming.Source> & Sendable, over socket: any Socket
  ) async {
    pings += 1
    let ping = pings
    for number in numbers {
      seats[number]?.ping = ping
      seats[number]?.isConfirmed = false
    }
    for source in sources where query.isEmpty {
      try? await socket.send(.text(source.message("subscribe")))
    }
    try? await socket.send(.ping(Array(String(ping).utf8)))
  }

  /// Asks now and then whether the other side is still there, and ends a connection that has been silent for too long.
  private func beat(_ socket: any Socket, _ client: Client) async {
    while !Task.isCancelled {
      let silence = max(client.clock().seconds - lastHeard.seconds, 0)
      guard silence < Self.longestSilence else { return socket.close() }
      let wait = Duration.seconds(min(Self.pulse, Self.longestSilence - silence))
      guard (try? await client.waiting.sleep(wait)) != nil, !Task.isCancelled else { return }
      for number in seats.keys where seats[number]?.isBehind == true { seats[number]?.put(.opened) }
      guard client.clock().seconds - lastHeard.seconds < Self.longestSilence else { continue }
      try? await socket.send(.ping([]))
    }
  }

  /// Hands a message to those whom it is for, and says whether it told something.
  private func take(_ message: SocketMessage, for client: Client) async -> Bool {
    switch message {
    case .pong(let bytes):
      guard let ping = Int(String(decoding: bytes, as: UTF8.self)) else { return false }
      for (number, seat) in seats where seat.ping.map({ $0 <= ping }) ?? false { seats[number]?.open() }
      return false
    case .ping, .binary: return false
    case .text(let text):
      switch StreamMessage(text) {
      case .event(let stream, let event)?:
        tell(StreamEvent(event), of: stream)
        return true
      case .refusal(let text, let status)?: await refuse(text, status, for: client)
      case .acceptance?, nil: break
      }
      return false
    }
  }

  private func tell(_ event: StreamEvent, of stream: String?) {
    let isAlone = Set(seats.values.map(\.source)).count == 1
    for (number, seat) in seats {
      let isMeant = isAlone || stream.map { seat.source.label == $0 } ?? seat.source.mayTell(event)
      guard isMeant else { continue }
      seats[number]?.isConfirmed = true
      seats[number]?.open()
      seats[number]?.put(.event(event))
    }
  }

  /// Ends a subscription that the server refuses. It does not say which: it must be one of which nothing has come, most
  /// likely the last, and lists are what can be missing.
  private func refuse(_ text: String, _ status: Int?, for client: Client) async {
    if status == 401 || status == 403, client.withStreams({ $0.proof == .authorization }), client.isSignedIn {
      // The server may not have looked at the token at all.
      client.withStreams { $0.proof = .subprotocol }
      socket?.close()
      return
    }
    let waiting = seats.filter { !$0.value.isConfirmed }.sorted { $0.key < $1.key }
    let refused = waiting.last { $0.value.source.isList } ?? waiting.last
    guard let source = refused?.value.source else { return }
    let error = client.refusal(of: source, text, status)
    let isMissing = error.kind != .unauthorized && error.kind != .forbidden
    for (number, seat) in seats where seat.source == source {
      seats[number] = nil
      seat.inbox.end(StreamFault(error: error, isMissing: isMissing))
    }
    if seats.isEmpty { rest() }
  }
}

extension Client.Streaming.Source {
  fileprivate var isList: Bool {
    if case .list = self { true } else { false }
  }
}
