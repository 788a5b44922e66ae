import GRDB
import HTTPTypes
import Hummingbird
import ServiceLifecycle

extension Gateway {
  /// A response that lasts until the client leaves or the server stops, or a fault cuts it off.
  func stream(_ feed: Feed, under fault: Fault.Kind?) -> Response {
    let signals = changes.stream()
    let body = ResponseBody { writer in
      idleTimer.begin()
      defer { idleTimer.end() }
      var feed = feed
      try await writer.write(ByteBuffer(string: ":)\n"))
      for try await isChange in Gateway.withHeartbeats(signals) {
        let events = isChange ? try await read(&feed).map(\.serverSentEvent).joined() : try await heartbeat()
        guard !events.isEmpty else { continue }
        try await writer.write(ByteBuffer(string: events))
        if isChange, fault == .cut { throw TruncatedReply() }
      }
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
  }

  /// A comment that keeps the connection open; also runs what has become due without any request.
  private func heartbeat() async throws -> String {
    try await runDueJobs(at: controls.clock.now)
    return ":thump\n"
  }

  /// The events since the feed was last read.
  func read(_ feed: inout Feed) async throws -> [Feed.Event] {
    let (after, events) = try await database.read { [feed] in try feed.advanced(in: $0, at: controls.clock.now) }
    feed = after
    return events
  }

  /// Yields true for a change and false for a heartbeat; ends when the server stops.
  static func withHeartbeats(
    _ changes: AsyncStream<Void>
  ) -> AsyncCancelOnGracefulShutdownSequence<AsyncStream<Bool>> {
    let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
    let forwarding = Task {
      for await _ in changes { continuation.yield(true) }
    }
    let beating = Task {
      while (try? await Task.sleep(for: .seconds(15))) != nil { continuation.yield(false) }
    }
    continuation.onTermination = { _ in
      forwarding.cancel()
      beating.cancel()
    }
    return stream.cancelOnGracefulShutdown()
  }
}
