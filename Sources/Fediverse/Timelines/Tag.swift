public import JSONValue

/// A hashtag.
public struct Tag: Entity, Hashable {
  /// The name without the `#`.
  public let name: String
  /// The page of the tag on the server that answered.
  public let url: String?
  /// Whether the signed-in account follows it.
  public let isFollowing: Bool?
  /// Whether the signed-in account shows it in its profile.
  public let isFeatured: Bool?
  /// How much it was used day by day, the latest day first.
  public let history: [DailyUse]
  /// The whole object as the server sent it.
  public let raw: JSON

  /// Reads a hashtag, which may be a bare text.
  public init(json: JSON) throws(ShapeError) {
    raw = json
    if let name = json.string, !name.isEmpty {
      self.name = name
      url = nil
      isFollowing = nil
      isFeatured = nil
      history = []
      return
    }
    let fields = try FieldReader(json, as: "tag")
    guard let name = fields.word("name") else { throw ShapeError(path: "tag.name", expected: "a name") }
    self.name = name
    url = fields.word("url")
    isFollowing = fields.truth("following")
    isFeatured = fields.truth("featuring")
    history = fields.entities("history")
  }
}
