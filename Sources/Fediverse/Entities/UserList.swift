public import JSONValue

/// A list of accounts that somebody keeps for their statuses.
public struct UserList: Entity, Hashable, Identifiable {
  /// The identifier, local to the server that answered.
  public let id: String
  /// What it is called.
  public let title: String
  /// Whose replies it shows, as the server spells it: to nobody, to its members, to whom one follows.
  public let repliesPolicy: String?
  /// Whether the home timeline leaves out what it shows.
  public let isExclusive: Bool?
  /// The whole object as the server sent it.
  public let raw: JSON

  /// Reads a list.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "list")
    id = try fields.id()
    title = fields.text("title") ?? ""
    repliesPolicy = fields.word("replies_policy")
    isExclusive = fields.truth("exclusive")
    raw = json
  }
}
