public import JSONValue

/// A hashtag featured on a profile.
public struct FeaturedTag: Entity, Hashable, Identifiable {
  /// The identifier of the entry, if it has one.
  public let id: String?
  /// The name without `#`.
  public let name: String
  /// The URL of the account's statuses with it.
  public let url: String?
  /// The number of the account's statuses with it.
  public let statusesCount: Int
  /// When the account last used it.
  public let lastStatusAt: Timestamp?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a featured hashtag.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "featured tag")
    name = try fields.word("name", or: "a name")
    id = fields.word("id")
    url = fields.word("url")
    statusesCount = fields.count("statuses_count") ?? 0
    lastStatusAt = fields.time("last_status_at")
    raw = json
  }
}
