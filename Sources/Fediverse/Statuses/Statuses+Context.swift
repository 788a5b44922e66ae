public import JSONValue

extension Client.Statuses {
  /// The statuses around one: what it answers and what answers it.
  public func context(_ id: String) async throws(FediverseError) -> Context {
    let answer = try await client.perform(.get("/api/v1/statuses/\(id)/context"))
    if let thread = try answer.json().array { return Context(thread: thread, around: id) }
    var context: Context = try answer.entity()
    context.refresh = answer.response.headers["Mastodon-Async-Refresh"].flatMap { AsyncRefresh(header: $0) }
    return context
  }

  /// The statuses around one, after the server has fetched what other servers know of them.
  ///
  /// Where the server does not say that it fetches anything, or takes longer, this is what it has.
  ///
  /// - Parameters:
  ///   - id: the identifier of the status.
  ///   - patience: for how many seconds the server may go on.
  public func wholeContext(_ id: String, patience: Int = 30) async throws(FediverseError) -> Context {
    let context = try await context(id)
    guard let refresh = context.refresh else { return context }
    var wait = refresh.retryAfter ?? Self.usualWait
    var waited = 0
    repeat {
      wait = min(max(wait, 1), max(patience - waited, 1))
      try await client.pause(wait, during: "GET /api/v1/statuses/\(id)/context")
      waited += wait
      // The whole context is asked for at the end, so that a lost refresh costs nothing.
      guard let state = try? await client.asyncRefresh(refresh.id), state.isRunning else { break }
    } while waited < patience
    return try await self.context(id)
  }

  private static let usualWait = 2
}

extension Client {
  /// How far something is that the server fetches in the background.
  public func asyncRefresh(_ id: String) async throws(FediverseError) -> AsyncRefresh {
    try await perform(.get("/api/v1_alpha/async_refreshes/\(id)").needing(.asyncRefresh)).entity()
  }

  fileprivate func pause(_ seconds: Int, during request: String) async throws(FediverseError) {
    do {
      try await waiting.sleep(.seconds(seconds))
    } catch {
      throw .canceledWhileWaiting(request, server)
    }
  }
}

extension FediverseError {
  fileprivate static func canceledWhileWaiting(_ request: String, _ server: ServerAddress) -> FediverseError {
    FediverseError(.canceled, server: server, request: request, detail: "it was still being fetched")
  }
}

/// The statuses around one status.
public struct Context: Entity {
  /// What it answers, the oldest first.
  public let ancestors: Rows<Status>
  /// What answers it.
  public let descendants: Rows<Status>
  /// What the server still fetches, so that there may be more later.
  public internal(set) var refresh: AsyncRefresh?

  /// Reads the statuses around one.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "context")
    ancestors = fields.rows("ancestors")
    descendants = fields.rows("descendants")
  }

  /// Reads a whole thread in one list, as old versions of Mitra send it.
  init(thread: [JSON], around id: String) {
    let place = thread.firstIndex { $0["id"]?.string == id }
    ancestors = Rows(rows: Array(thread[..<(place ?? 0)]))
    descendants = Rows(rows: Array(thread[(place.map { $0 + 1 } ?? 0)...]))
  }
}
