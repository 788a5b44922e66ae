import GRDB
import HTTPTypes
import Hummingbird
import ServiceLifecycle

/// Passes HTTP requests to endpoints and their replies back: host check, caller, limits, transaction, errors.
struct Gateway: Sendable {
  let database: DatabasePool
  let controls: Call.Controls
  let limits: RateLimits
  let idleTimer: IdleTimer
  let changes = ChangeSignal()

  /// A router for the endpoints.
  func router(of endpoints: [Endpoint]) -> Router<ConnectionContext> {
    let router = Router(context: ConnectionContext.self, options: .autoGenerateHeadEndpoints)
    router.addMiddleware { LoopbackMiddleware(idleTimer: idleTimer) }
    for endpoint in endpoints {
      let method = HTTPRequest.Method(rawValue: endpoint.method.rawValue) ?? .get
      router.on(RouterPath(endpoint.path), method: method) { request, context in
        await answer(request, context, by: endpoint)
      }
    }
    return router
  }

  private func answer(_ request: Request, _ context: ConnectionContext, by endpoint: Endpoint) async -> Response {
    do {
      let input = try await Call.Input(request, context, taking: endpoint.limit)
      let fault = controls.faults.take(for: input.method, input.path)
      guard fault != .refuse else { return Response(Refusal.unwell.reply) }
      if case .delay(let milliseconds) = fault { try? await Task.sleep(for: .milliseconds(milliseconds)) }
      let response = await answer(input, by: endpoint, under: fault)
      if fault == .dropAnswer { await context.closeConnection() }
      return response
    } catch let refusal as Refusal {
      return Response(refusal.reply)
    } catch {
      return Response(Refusal.broken(error).reply)
    }
  }

  private func answer(_ input: Call.Input, by endpoint: Endpoint, under fault: Fault.Kind?) async -> Response {
    let now = controls.clock.now
    let usage = input.path.hasPrefix("/api/") ? limits.count(input, at: now) : nil
    let isExceeded = usage?.isExceeded ?? false
    let reply = isExceeded ? Refusal.tooMany.reply : await reply(to: input, by: endpoint, at: now)
    if let feed = reply.feed { return stream(feed, under: fault) }
    return fault == .cut ? Response(cutting: reply, usage: usage) : Response(reply, usage: usage)
  }

  func reply(to input: Call.Input, by endpoint: Endpoint, at now: Moment) async -> Reply {
    do {
      let perform: @Sendable (Database) throws -> Reply = { db in
        let bearer = try input.token.flatMap { try Token.find($0, in: db) }
        return try endpoint.answer(Call(input, in: db, bearer: bearer, now: now, controls: controls))
      }
      try await runDueJobs(at: now)
      guard endpoint.method.writes else { return try await database.read(perform) }
      let reply = try await database.write(perform)
      changes.send()
      try await runDueJobs(at: controls.clock.now)
      return reply
    } catch let refusal as Refusal {
      return refusal.reply
    } catch {
      return Refusal.broken(error).reply
    }
  }

  /// Runs what has become due. Doing so with the next request or heartbeat is indistinguishable from doing it on time.
  func runDueJobs(at now: Moment) async throws {
    guard try await database.read({ try DueJobs.isAny(in: $0, at: now) }) else { return }
    try await database.write { try DueJobs.perform(in: $0, at: now) }
    changes.send()
  }
}

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

extension Refusal {
  fileprivate static let unwell = Refusal(503, "Service Unavailable")
  fileprivate static let tooMany = Refusal(429, "Too many requests")
  private static let fullDisk = Refusal(507, "The sandbox cannot write its data: no space left on device")

  fileprivate static func broken(_ error: any Error) -> Refusal {
    (error as? DatabaseError)?.resultCode == .SQLITE_FULL ? fullDisk : Refusal(500, "Sandbox fault: \(error)")
  }
}
