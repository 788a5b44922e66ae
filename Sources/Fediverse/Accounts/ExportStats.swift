public import JSONValue

/// How much there is to export of the signed-in account.
public struct ExportStats: Entity, Hashable {
  /// How much room its media take, as the server writes it.
  public let mediaStorage: String?
  /// How many follow it.
  public let followersCount: Int?
  /// How many it follows.
  public let followingCount: Int?
  /// How many statuses it has published.
  public let statusesCount: Int?
  /// How many lists it has.
  public let listsCount: Int?
  /// How many it blocks.
  public let blocksCount: Int?
  /// How many it mutes.
  public let mutesCount: Int?

  /// Reads the figures.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "figures")
    mediaStorage = fields.word("media_storage")
    followersCount = fields.count("followers_count")
    followingCount = fields.count("following_count")
    statusesCount = fields.count("statuses_count")
    listsCount = fields.count("lists_count")
    blocksCount = fields.count("blocks_count")
    mutesCount = fields.count("mutes_count")
  }
}
