import GRDB
import HTTPTypes
import Hummingbird
import ServiceLifecycle

extension Gateway {
  /// A response that lasts until the client leaves or the server stops, or a fault cuts it off.
  func stream(_ feed: Feed, under fault: Fault.Kind?) -> Response {
    let rings = bell.rings()
    let body = ResponseBody { writer in
      idleness.begin()
      defer { idleness.end() }
      var feed = feed
      try await writer.write(ByteBuffer(string: ":)\n"))
      for try await ring in Gateway.withHeartbeats(rings) {
        let news = ring ? try await read(&feed).map(\.serverSentEvent).joined() : try await heartbeat()
        guard !news.isEmpty else { continue }
        try await writer.write(ByteBuffer(string: news))
        if ring, fault == .cut { throw BrokenOff() }
      }
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
  }

  /// A comment that keeps the connection open; also runs what has become due without any request.
  private func heartbeat() async throws -> String {
    try await doWhatIsDue(at: controls.clock.now)
    return ":thump\n"
  }

  /// The events since the feed was last read.
  func read(_ feed: inout Feed) async throws -> [Feed.News] {
    let (after, news) = try await database.read { [feed] in try feed.advanced(in: $0, at: controls.clock.now) }
    feed = after
    return news
  }

  /// Yields true for a change and false for a heartbeat; ends when the server stops.
  static func withHeartbeats(
    _ rings: AsyncStream<Void>
  ) -> AsyncCancelOnGracefulShutdownSequence<AsyncStream<Bool>> {
    let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
    let ringing = Task {
      for await _ in rings { continuation.yield(true) }
    }
    let beating = Task {
      while (try? await Task.sleep(for: .seconds(15))) != nil { continuation.yield(false) }
    }
    continuation.onTermination = { _ in
      ringing.cancel()
      beating.cancel()
    }
    return stream.cancelOnGracefulShutdown()
  }
}
