public import JSONValue

/// A hashtag that an account shows in its profile.
public struct FeaturedTag: Entity, Hashable, Identifiable {
  /// The identifier, local to the server that answered, where there is one.
  public let id: String?
  /// The name without the `#`.
  public let name: String
  /// The page of what the account published under it.
  public let url: String?
  /// How many statuses the account published under it.
  public let statusesCount: Int
  /// When it last did.
  public let lastStatusAt: Timestamp?
  /// The whole object as the server sent it.
  public let raw: JSON

  /// Reads a featured tag, which needs a name.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "featured tag")
    guard let name = fields.word("name") else { throw ShapeError(path: "featured tag.name", expected: "a name") }
    self.name = name
    id = fields.word("id")
    url = fields.word("url")
    statusesCount = fields.count("statuses_count") ?? 0
    lastStatusAt = fields.time("last_status_at")
    raw = json
  }
}
