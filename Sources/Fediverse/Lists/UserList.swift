public import JSONValue

/// Whose replies a list shows.
public struct RepliesPolicy: OpenSpelling {
  /// The spelling.
  public let rawValue: String
  /// The value of any spelling.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Those to anybody whom one follows.
  public static let followed = RepliesPolicy(rawValue: "followed")
  /// Those to members of the list.
  public static let members = RepliesPolicy(rawValue: "list")
  /// Those to nobody.
  public static let nobody = RepliesPolicy(rawValue: "none")
}

/// A list of accounts that somebody keeps for their statuses.
public struct UserList: Entity, Hashable, Identifiable {
  /// The identifier, local to the server that answered.
  public let id: String
  /// What it is called.
  public let title: String
  /// Whose replies it shows.
  public let repliesPolicy: RepliesPolicy?
  /// Whether the home timeline leaves out what it shows.
  public let isExclusive: Bool?
  /// The whole object as the server sent it.
  public let raw: JSON

  /// Reads a list.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "list")
    id = try fields.id()
    title = fields.text("title") ?? ""
    repliesPolicy = fields.spelling("replies_policy")
    isExclusive = fields.truth("exclusive")
    raw = json
  }
}
