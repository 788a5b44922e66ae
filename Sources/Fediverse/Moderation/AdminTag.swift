public import JSONValue

/// A hashtag with the details visible to moderators.
public struct AdminTag: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The name without `#`.
  public let name: String
  /// The URL of the hashtag's page on the server.
  public let url: String?
  /// The use per day, latest day first.
  public let history: [DailyUse]
  /// Whether it may trend.
  public let isTrendable: Bool?
  /// Whether statuses may use it.
  public let isUsable: Bool?
  /// Whether it may be found in searches and suggestions.
  public let isListable: Bool?
  /// Whether it awaits review by a moderator.
  public let requiresReview: Bool?

  /// Decodes a hashtag.
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

  /// Changes to a hashtag. Properties that are `nil` stay unchanged.
  public struct Change: Sendable, Hashable {
    /// The name in another capitalization.
    public var displayName: String?
    /// Whether it may trend.
    public var isTrendable: Bool?
    /// Whether statuses may use it.
    public var isUsable: Bool?
    /// Whether it may be found in searches and suggestions.
    public var isListable: Bool?

    /// Creates changes without any change.
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
