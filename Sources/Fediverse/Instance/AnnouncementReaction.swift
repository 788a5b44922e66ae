public import JSONValue

/// How often an announcement is answered with an emoji by now.
public struct AnnouncementReaction: Entity, Hashable {
  /// The announcement.
  public let announcementID: String
  /// The emoji, or the shortcode of one of the server's own.
  public let name: String
  /// How many accounts have answered with it.
  public let count: Int

  /// Reads a reaction.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "reaction")
    guard let id = fields.word("announcement_id"), let name = fields.word("name") else {
      throw ShapeError(path: "reaction.announcement_id", expected: "an identifier")
    }
    announcementID = id
    self.name = name
    count = fields.count("count") ?? 0
  }
}
