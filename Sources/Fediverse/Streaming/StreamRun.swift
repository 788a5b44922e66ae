/// The background work of one stream: choosing a method, filling gaps and delivering new events.
struct StreamRun: Sendable {
  let client: Client
  let source: Client.Streaming.Source
  let output: BoundedChannel<StreamEvent, FediverseError>

  /// The number of events that can queue up between the connection and the deduplication.
  private static let capacity = 500

  /// Runs until the server refuses or the receiver closes the channel.
  func run() async {
    let first = max(client.withStreams(\.method) ?? .sharedSocket, source.firstMethod(on: client.knownFlavor))
    for method in StreamMethod.allCases where method >= first && !Task.isCancelled {
      guard let failure = await listen(by: method) else { return output.finish() }
      guard failure.isMissing else { return output.finish(failure.error) }
      if method == .polling { return output.finish(meaning(of: failure.error)) }
    }
    output.finish()
  }

  /// Delivers the events of one method; returns the error that ended it, or `nil` if the stream ended normally.
  private func listen(by method: StreamMethod) async -> StreamFailure? {
    switch method {
    case .sharedSocket, .ownSocket:
      let socket = client.streamSocket(for: source, shared: method == .sharedSocket)
      let inbox = StreamInbox(capacity: Self.capacity)
      let subscriber = await socket.join(source, inbox, of: client)
      defer { Task { await socket.leave(subscriber) } }
      return await deliver(inbox, from: method)
    case .serverSentEvents:
      let inbox = StreamInbox(capacity: Self.capacity)
      let connection = EventStreamConnection(client: client, source: source, inbox: inbox)
      let task = Task { await connection.run() }
      defer { task.cancel() }
      return await deliver(inbox, from: method)
    case .polling:
      return await poll()
    }
  }

  private func deliver(_ inbox: StreamInbox, from method: StreamMethod) async -> StreamFailure? {
    var backfill = StreamBackfill(client: client, source: source)
    defer { inbox.close() }
    return await withTaskCancellationHandler {
      do throws(StreamFailure) {
        while let signal = try await inbox.receive() {
          guard await deliver(signal, from: method, with: &backfill) == .more else { return nil }
        }
        return nil
      } catch {
        return error
      }
    } onCancel: {
      inbox.close()
    }
  }

  private func deliver(_ signal: StreamSignal, from method: StreamMethod, with backfill: inout StreamBackfill) async
    -> Reading
  {
    switch signal {
    case .opened:
      note(method)
      return await backfill.open { await output.send($0) }
    case .event(let event):
      return backfill.admits(event) ? await output.send(event) : .more
    }
  }

  /// Records the method that worked, unless only this source is without the preferred ones.
  private func note(_ method: StreamMethod) {
    guard source.firstMethod(on: client.knownFlavor) != .polling else { return }
    client.withStreams { $0.method = $0.method ?? method }
  }

  /// Polls the lists, for servers without streams.
  private func poll() async -> StreamFailure? {
    var backfill = StreamBackfill(client: client, source: source)
    if let error = await backfill.begin() { return StreamFailure(error: error, isMissing: true) }
    note(.polling)
    client.withStreams { _ = $0.polled.insert(source) }
    while !Task.isCancelled {
      let wait = Self.interval * (1 + client.waiting.chance() / 2)
      guard (try? await client.waiting.sleep(wait)) != nil else { return nil }
      var isListening = true
      let failure = await backfill.poll { event in
        guard isListening else { return .enough }
        isListening = await output.send(event) == .more
        return isListening ? .more : .enough
      }
      guard isListening else { return nil }
      if let failure, !failure.isTransient { return StreamFailure(error: failure, isMissing: false) }
      let rest = client.requestedDelay(after: failure)
      if rest > .zero, (try? await client.waiting.sleep(rest)) == nil { return nil }
    }
    return nil
  }

  /// The shortest interval between two polls; the longest is half as much again.
  private static let interval = Duration.seconds(30)

  /// A server that has neither the stream nor the list does not support the source at all.
  private func meaning(of failure: FediverseError) -> FediverseError {
    if case .list = source { return failure }
    let isMissing = failure.kind == .notFound || failure.kind == .unsupported
    return isMissing ? .noStream(client.server, failure.request, failure.status) : failure
  }
}

extension FediverseError {
  static func noStream(_ server: ServerAddress, _ request: String?, _ status: Int?) -> FediverseError {
    let detail = "it does not offer this stream"
    return FediverseError(.unsupported, server: server, status: status, request: request, detail: detail)
  }
}
