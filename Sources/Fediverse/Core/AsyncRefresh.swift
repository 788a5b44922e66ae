public import JSONValue

/// Something that a server fetches in the background, after it has answered with what it had.
public struct AsyncRefresh: Entity, Hashable, Identifiable {
  /// The identifier, local to the server that answered.
  public let id: String
  /// Whether the server is still at it.
  public let isRunning: Bool
  /// How many things it has found so far.
  public let resultCount: Int?
  /// The seconds after which to ask again, where the server said so.
  public let retryAfter: Int?

  /// Reads how far it is, with or without the object around it.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json["async_refresh"] ?? json, as: "refresh")
    id = try fields.id()
    isRunning = fields.word("status") == "running"
    resultCount = fields.count("result_count")
    retryAfter = nil
  }

  /// Reads the header `Mastodon-Async-Refresh`.
  init?(header: String) {
    let fields = StructuredFields(header)
    guard let id = fields["id"], !id.isEmpty else { return nil }
    self.id = id
    isRunning = true
    resultCount = fields.count("result_count")
    retryAfter = fields.count("retry").flatMap { $0 >= 0 ? $0 : nil }
  }
}
