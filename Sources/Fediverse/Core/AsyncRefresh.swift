public import JSONValue

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
