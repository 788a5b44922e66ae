/// The work behind one stream: connecting, handing events on, and connecting again.
struct StreamRun: Sendable {
  let client: Client
  let source: Client.Streaming.Source
  let line: EventLine<StreamEvent, FediverseError>

  /// What one connection leaves to the next.
  private struct Memory {
    var hasWorked = false
    var lastEventID = ""
    var retry: Duration?
    var isOver = false
    /// Whether the last connection was of some use, so that the next one need not wait long.
    var wasUseful = false
  }

  /// Goes on until the server refuses, or nobody takes the events any more.
  func run() async {
    var memory = Memory()
    var backoff = Backoff(from: .seconds(1), to: .seconds(60))
    while !Task.isCancelled, !memory.isOver {
      let failure = await connect(&memory)
      if let failure, !memory.hasWorked { return line.end(meaning(of: failure)) }
      if let failure, !failure.isPassing { return line.end(failure) }
      if memory.wasUseful { backoff.reset() }
      let wait = max(backoff.step(chance: client.waiting.chance()), memory.retry ?? .zero, rest(after: failure))
      guard !memory.isOver, (try? await client.waiting.sleep(min(wait, Self.longestWait))) != nil else { break }
    }
    line.end()
  }

  /// Hands on what one connection brings, and gives what ended it if it was not the server by itself.
  private func connect(_ memory: inout Memory) async -> FediverseError? {
    memory.wasUseful = false
    let start = client.clock()
    var parser = EventStreamParser(after: memory.lastEventID)
    defer {
      memory.lastEventID = parser.lastEventID
      memory.retry = parser.retry ?? memory.retry
      if client.clock().seconds - start.seconds >= Self.usefulTime { memory.wasUseful = true }
    }
    do throws(FediverseError) {
      let (call, url) = try await call(after: memory.lastEventID)
      var head: HTTPHead?
      _ = try await client.perform(call, at: url, checking: { _ in }) { piece in
        switch piece {
        case .head(let first):
          head = first
          memory.hasWorked = memory.hasWorked || first.isEventStream
          return first.isEventStream ? .more : .enough
        case .chunk(let bytes):
          let events = parser.feed(bytes[...])
          memory.wasUseful = memory.wasUseful || !events.isEmpty
          return await give(events)
        }
      }
      // The standard lets a server say so that there is no more to come.
      memory.isOver = head?.status == 204
      return head?.isEventStream == true || memory.isOver ? nil : .noStream(client.server, call.summary, head?.status)
    } catch {
      return error
    }
  }

  private func call(after id: String) async throws(FediverseError) -> (Call, WebURL) {
    let address = try await client.streamingAddress()
    var call = source.call(under: address)
    call.lastEventID = id.isEmpty ? nil : id
    return (call, WebURL(origin: address.origin, target: call.target))
  }

  private func give(_ events: [ServerSentEvent]) async -> Reading {
    for event in events {
      guard await line.give(StreamEvent(event)) == .more else { return .enough }
    }
    return .more
  }

  /// Many servers have streams by WebSocket alone, and nothing where those over HTTP are.
  private func meaning(of failure: FediverseError) -> FediverseError {
    if case .list = source { return failure }
    let isMissing = failure.kind == .notFound || failure.kind == .unsupported
    return isMissing ? .noStream(client.server, failure.request, failure.status) : failure
  }

  private func rest(after failure: FediverseError?) -> Duration {
    guard let moment = failure?.retryAt else { return .zero }
    return .seconds(max(moment.seconds - client.clock().seconds, 0))
  }

  private static let usefulTime = 60
  private static let longestWait = Duration.seconds(300)
}

extension HTTPHead {
  fileprivate var isEventStream: Bool {
    let type = headers["Content-Type"]?.prefix { $0 != ";" } ?? ""
    return status == 200 && String(type).trimmedOfBlanks.lowercased() == "text/event-stream"
  }
}

extension FediverseError {
  /// Whether a stream that worked before may work again.
  fileprivate var isPassing: Bool {
    switch kind {
    case .network, .timedOut, .rateLimited, .server: true
    case .cancelled, .unauthorized, .forbidden, .notFound, .rejected, .malformed, .insecure, .tooLarge, .unsupported:
      false
    }
  }

  fileprivate static func noStream(_ server: ServerAddress, _ request: String?, _ status: Int?) -> FediverseError {
    let detail = "it does not send events over HTTP"
    return FediverseError(.unsupported, server: server, status: status, request: request, detail: detail)
  }
}
