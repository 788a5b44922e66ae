import GRDB
import HTTPTypes
import Hummingbird

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

extension Refusal {
  fileprivate static let unwell = Refusal(503, "Service Unavailable")
  fileprivate static let tooMany = Refusal(429, "Too many requests")
  private static let fullDisk = Refusal(507, "The sandbox cannot write its data: no space left on device")

  fileprivate static func broken(_ error: any Error) -> Refusal {
    (error as? DatabaseError)?.resultCode == .SQLITE_FULL ? fullDisk : Refusal(500, "Sandbox fault: \(error)")
  }
}
