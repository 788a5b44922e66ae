import GRDB
import HTTPTypes
import Hummingbird

/// The way from an HTTP request to an endpoint and back: host, caller, limits, transaction, errors.
struct Gateway: Sendable {
  let database: DatabasePool
  let limits: RateLimits
  let idleness: Idleness
  let bell = Bell()

  /// A router that knows every endpoint.
  func router(of endpoints: [Endpoint]) -> Router<BasicRequestContext> {
    let router = Router(options: .autoGenerateHeadEndpoints)
    router.addMiddleware { Doorkeeper(idleness: idleness) }
    for endpoint in endpoints {
      let method = HTTPRequest.Method(rawValue: endpoint.method.rawValue) ?? .get
      router.on(RouterPath(endpoint.path), method: method) { request, context in
        await answer(request, context, by: endpoint)
      }
    }
    return router
  }

  private func answer(_ request: Request, _ context: BasicRequestContext, by endpoint: Endpoint) async -> Response {
    do {
      let input = try await Call.Input(request, context, taking: endpoint.limit)
      let now = Moment.now
      let isCounted = input.path.hasPrefix("/api/")
      guard isCounted else { return Response(await reply(to: input, by: endpoint, at: now)) }
      let standing = limits.count(input, at: now)
      let reply = standing.isExceeded ? Refusal.tooMany.reply : await reply(to: input, by: endpoint, at: now)
      return reply.feed.map(stream) ?? Response(reply, standing: standing)
    } catch let refusal as Refusal {
      return Response(refusal.reply)
    } catch {
      return Response(Refusal.tooLarge.reply)
    }
  }

  private func reply(to input: Call.Input, by endpoint: Endpoint, at now: Moment) async -> Reply {
    do {
      let perform: @Sendable (Database) throws -> Reply = { db in
        let bearer = try input.token.flatMap { try Token.find($0, in: db) }
        return try endpoint.answer(Call(input, in: db, bearer: bearer, now: now))
      }
      try await publishWhatIsDue(at: now)
      guard endpoint.method.writes else { return try await database.read(perform) }
      let reply = try await database.write(perform)
      bell.ring()
      return reply
    } catch let refusal as Refusal {
      return refusal.reply
    } catch {
      return Refusal.broken(error).reply
    }
  }

  /// Scheduled statuses appear with the first request after their hour: nobody can tell the difference.
  private func publishWhatIsDue(at now: Moment) async throws {
    guard try await database.read({ try Scheduled.isAnyDue(in: $0, at: now) }) else { return }
    try await database.write { try Scheduled.publishDue(in: $0, at: now) }
    bell.ring()
  }
}

extension Refusal {
  fileprivate static let tooMany = Refusal(429, "Too many requests")
  fileprivate static let tooLarge = Refusal(413, "The request body is too large")
  fileprivate static func broken(_ error: any Error) -> Refusal { Refusal(500, "Sandbox fault: \(error)") }
}
