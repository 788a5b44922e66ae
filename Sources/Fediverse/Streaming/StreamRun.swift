/// The work behind one stream: choosing a way, filling gaps, and handing on what is new.
struct StreamRun: Sendable {
  let client: Client
  let source: Client.Streaming.Source
  let line: EventLine<StreamEvent, FediverseError>

  /// How many events wait between a connection and those who hand them on.
  private static let capacity = 500

  /// Goes on until the server refuses, or nobody takes the events any more.
  func run() async {
    let first = client.withStreams { $0.way } ?? .sharedSocket
    for way in StreamWay.allCases where way >= first && !Task.isCancelled {
      guard let fault = await listen(by: way) else { return line.end() }
      guard fault.isMissing else { return line.end(fault.error) }
      if way == .polling { return line.end(meaning(of: fault.error)) }
    }
    line.end()
  }

  /// Hands on what one way brings, and gives what ended it if it was not the server by itself.
  private func listen(by way: StreamWay) async -> StreamFault? {
    switch way {
    case .sharedSocket, .ownSocket:
      let socket = client.streamSocket(for: source, shared: way == .sharedSocket)
      let inbox = StreamInbox(capacity: Self.capacity)
      let seat = await socket.join(source, inbox, of: client)
      defer { Task { await socket.leave(seat) } }
      return await handOn(inbox, from: way)
    case .serverSentEvents:
      let inbox = StreamInbox(capacity: Self.capacity)
      let link = EventStreamLink(client: client, source: source, inbox: inbox)
      let task = Task { await link.run() }
      defer { task.cancel() }
      return await handOn(inbox, from: way)
    case .polling:
      return await poll()
    }
  }

  private func handOn(_ inbox: StreamInbox, from way: StreamWay) async -> StreamFault? {
    var catchUp = CatchUp(client: client, source: source)
    defer { inbox.close() }
    return await withTaskCancellationHandler {
      do throws(StreamFault) {
        while let note = try await inbox.take() {
          guard await handOn(note, from: way, with: &catchUp) == .more else { return nil }
        }
        return nil
      } catch {
        return error
      }
    } onCancel: {
      inbox.close()
    }
  }

  private func handOn(_ note: StreamNote, from way: StreamWay, with catchUp: inout CatchUp) async -> Reading {
    switch note {
    case .opened:
      client.withStreams { $0.way = $0.way ?? way }
      return await catchUp.open { await line.give($0) }
    case .event(let event):
      return catchUp.admits(event) ? await line.give(event) : .more
    }
  }

  /// Asks again and again, for servers that have no streams.
  private func poll() async -> StreamFault? {
    var catchUp = CatchUp(client: client, source: source)
    if let error = await catchUp.begin() { return StreamFault(error: error, isMissing: true) }
    client.withStreams { $0.way = $0.way ?? .polling }
    while !Task.isCancelled {
      let wait = Self.interval * (1 + client.waiting.chance() / 2)
      guard (try? await client.waiting.sleep(wait)) != nil else { return nil }
      var isListening = true
      let failure = await catchUp.look { event in
        guard isListening else { return .enough }
        isListening = await line.give(event) == .more
        return isListening ? .more : .enough
      }
      guard isListening else { return nil }
      if let failure, !failure.isTransient { return StreamFault(error: failure, isMissing: false) }
      let rest = client.rest(after: failure)
      if rest > .zero, (try? await client.waiting.sleep(rest)) == nil { return nil }
    }
    return nil
  }

  /// The shortest time between two questions; the longest is half as much again.
  private static let interval = Duration.seconds(30)

  /// A server without streams and without the list that would do instead cannot tell what happens.
  private func meaning(of failure: FediverseError) -> FediverseError {
    if case .list = source { return failure }
    let isMissing = failure.kind == .notFound || failure.kind == .unsupported
    return isMissing ? .noStream(client.server, failure.request, failure.status) : failure
  }
}

extension FediverseError {
  static func noStream(_ server: ServerAddress, _ request: String?, _ status: Int?) -> FediverseError {
    let detail = "it has no stream of these events"
    return FediverseError(.unsupported, server: server, status: status, request: request, detail: detail)
  }
}
