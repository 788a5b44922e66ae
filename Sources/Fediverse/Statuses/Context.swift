public import JSONValue

extension Client.Statuses {
  /// Fetches the conversation around a status: ancestors and replies.
  public func context(_ id: String) async throws(FediverseError) -> Context {
    let response = try await client.perform(.get("/api/v1/statuses/\(id)/context"))
    if let thread = try response.json().array { return Context(thread: thread, around: id) }
    var context: Context = try response.entity()
    context.refresh = response.http.headers["Mastodon-Async-Refresh"].flatMap { AsyncRefresh(header: $0) }
    return context
  }

  /// Fetches the conversation around a status, after waiting for the server to fetch remote replies.
  ///
  /// Returns the replies known so far if the server takes longer than allowed, or does not report that it is fetching.
  ///
  /// - Parameters:
  ///   - id: the identifier of the status.
  ///   - patience: the greatest number of seconds to wait.
  public func wholeContext(_ id: String, patience: Int = 30) async throws(FediverseError) -> Context {
    let context = try await context(id)
    guard let refresh = context.refresh else { return context }
    var wait = refresh.retryAfter ?? Self.usualWait
    var waited = 0
    repeat {
      wait = min(max(wait, 1), max(patience - waited, 1))
      try await client.pause(wait, during: "GET /api/v1/statuses/\(id)/context")
      waited += wait
      // The complete context is fetched at the end, so a lost refresh job costs nothing.
      guard let state = try? await client.asyncRefresh(refresh.id), state.isRunning else { break }
    } while waited < patience
    return try await self.context(id)
  }

  private static let usualWait = 2
}

extension Client {
  /// Fetches the state of a background job of the server.
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

/// The conversation around a status.
public struct Context: Entity {
  /// The statuses it replies to, oldest first.
  public let ancestors: Rows<Status>
  /// The replies.
  public let descendants: Rows<Status>
  /// The job that fetches more replies in the background, if any.
  public internal(set) var refresh: AsyncRefresh?

  /// Decodes a context.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "context")
    ancestors = fields.rows("ancestors")
    descendants = fields.rows("descendants")
  }

  /// Splits a whole thread, which old versions of Mitra send as one list.
  init(thread: [JSON], around id: String) {
    let place = thread.firstIndex { $0["id"]?.string == id }
    ancestors = Rows(rows: Array(thread[..<(place ?? 0)]))
    descendants = Rows(rows: Array(thread[(place.map { $0 + 1 } ?? 0)...]))
  }
}

/// A background job of the server that is fetching more results.
public struct AsyncRefresh: Entity, Hashable, Identifiable {
  /// The identifier, local to the server that responded.
  public let id: String
  /// Whether the job is still running.
  public let isRunning: Bool
  /// The number of results found so far.
  public let resultCount: Int?
  /// The number of seconds to wait before asking again, if the server sent it.
  public let retryAfter: Int?

  /// Decodes the state of the job, with or without the enclosing `async_refresh` object.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json["async_refresh"] ?? json, as: "refresh")
    id = try fields.id()
    isRunning = fields.word("status") == "running"
    resultCount = fields.count("result_count")
    retryAfter = nil
  }

  /// Parses the `Mastodon-Async-Refresh` header.
  init?(header: String) {
    let fields = StructuredFields(header)
    guard let id = fields["id"], !id.isEmpty else { return nil }
    self.id = id
    isRunning = true
    resultCount = fields.count("result_count")
    retryAfter = fields.count("retry").flatMap { $0 >= 0 ? $0 : nil }
  }
}

extension FediverseError {
  fileprivate static func canceledWhileWaiting(_ request: String, _ server: ServerAddress) -> FediverseError {
    FediverseError(.canceled, server: server, request: request, detail: "the server was still fetching replies")
  }
}
