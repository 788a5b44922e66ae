/// A server-sent event stream that reconnects when the connection ends.
struct EventStreamConnection: Sendable {
  let client: Client
  let source: Client.Streaming.Source
  let inbox: StreamInbox

  /// What is kept from one connection to the next.
  private struct Memory {
    var hasWorked = false
    var lastEventID = ""
    var retry: Duration?
    var isOver = false
    /// Whether the last connection delivered events or lasted, so that the backoff is reset.
    var wasUseful = false
  }

  /// Reconnects until the server refuses or the receiver closes the inbox.
  func run() async {
    var memory = Memory()
    var backoff = Backoff(from: .seconds(1), to: .seconds(60))
    while !Task.isCancelled, !memory.isOver {
      let failure = await connect(&memory)
      if let failure, !memory.hasWorked {
        let isMissing = failure.kind == .notFound || failure.kind == .unsupported
        return inbox.finish(StreamFailure(error: failure, isMissing: isMissing))
      }
      if let failure, !failure.isTransient { return inbox.finish(StreamFailure(error: failure, isMissing: false)) }
      if memory.wasUseful { backoff.reset() }
      let step = backoff.step(chance: client.waiting.chance())
      let wait = max(step, memory.retry ?? .zero, client.requestedDelay(after: failure))
      guard !memory.isOver, (try? await client.waiting.sleep(min(wait, Self.longestWait))) != nil else { break }
    }
    inbox.finish()
  }

  /// Delivers the events of one connection; returns the error that ended it, or `nil` if the server closed it.
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
          guard first.isEventStream else { return .enough }
          memory.hasWorked = true
          return await inbox.send(.opened)
        case .chunk(let bytes):
          let events = parser.feed(bytes[...])
          memory.wasUseful = memory.wasUseful || !events.isEmpty
          return await deliver(events)
        }
      }
      // HTML standard, section 9.2: with 204, a server tells clients to stop reconnecting.
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

  private func deliver(_ events: [ServerSentEvent]) async -> Reading {
    for event in events {
      guard await inbox.send(.event(StreamEvent(event))) == .more else { return .enough }
    }
    return .more
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
