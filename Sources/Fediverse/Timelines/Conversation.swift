public import JSONValue

/// A talk among few, seen by the signed-in account.
public struct Conversation: Entity, Hashable, Identifiable {
  /// The identifier, local to the server that answered.
  public let id: String
  /// Whether something in it has not been read.
  public let isUnread: Bool
  /// Who takes part.
  public let accounts: [Account]
  /// What was said last.
  public let lastStatus: Status?
  /// The whole object as the server sent it.
  public let raw: JSON

  /// Reads a conversation.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "conversation")
    id = try fields.id()
    isUnread = fields.truth("unread") ?? false
    accounts = fields.entities("accounts")
    lastStatus = fields.entity("last_status")
    raw = json
  }
}
