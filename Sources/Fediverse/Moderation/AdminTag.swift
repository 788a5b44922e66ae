public import JSONValue

/// A tag as those who look after the server see it.
public struct AdminTag: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The name without the `#`.
  public let name: String
  /// The page of the tag on the server.
  public let url: String?
  /// How much it was used, day by day, the last one first.
  public let history: [DailyUse]
  /// Whether it can come into fashion.
  public let isTrendable: Bool?
  /// Whether statuses can have it.
  public let isUsable: Bool?
  /// Whether it can be found.
  public let isListable: Bool?
  /// Whether it waits for those who look after the server.
  public let requiresReview: Bool?

  /// Reads a tag.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "tag")
    id = try fields.id()
    name = fields.text("name") ?? ""
    url = fields.word("url")
    history = fields.entities("history")
    isTrendable = fields.truth("trendable")
    isUsable = fields.truth("usable")
    isListable = fields.truth("listable")
    requiresReview = fields.truth("requires_review")
  }

  /// What a tag shall become; what is not given stays as it is.
  public struct Change: Sendable, Hashable {
    /// The name with other capital letters.
    public var displayName: String?
    /// Whether it can come into fashion.
    public var isTrendable: Bool?
    /// Whether statuses can have it.
    public var isUsable: Bool?
    /// Whether it can be found.
    public var isListable: Bool?

    /// A change of nothing.
    public init() {}

    var json: JSON {
      .members([
        "display_name": displayName.map(JSON.string),
        "trendable": isTrendable.map(JSON.bool),
        "usable": isUsable.map(JSON.bool),
        "listable": isListable.map(JSON.bool),
      ])
    }
  }
}
