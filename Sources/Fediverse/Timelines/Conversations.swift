public import JSONValue

extension Client {
  /// The calls about conversations by direct messages.
  public var conversations: Conversations { Conversations(client: self) }

  /// The calls about conversations by direct messages.
  public struct Conversations: Sendable {
    let client: Client

    /// The conversations of the signed-in account, most recently active first.
    public var all: PagedList<Conversation> {
      PagedList(client, .get("/api/v1/conversations").needing(.conversations))
    }

    /// Marks a conversation as read.
    public func markRead(_ id: String) async throws(FediverseError) -> Conversation {
      try await client.perform(.ensure("/api/v1/conversations/\(id)/read").needing(.conversations)).entity()
    }

    /// Removes a conversation from the list; its statuses stay.
    public func delete(_ id: String) async throws(FediverseError) {
      try await client.remove(.delete("/api/v1/conversations/\(id)").needing(.conversations))
    }
  }
}

/// A conversation by direct messages.
public struct Conversation: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// Whether it has unread statuses.
  public let isUnread: Bool
  /// The participants.
  public let accounts: [Account]
  /// The latest status.
  public let lastStatus: Status?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a conversation.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "conversation")
    id = try fields.id()
    isUnread = fields.truth("unread") ?? false
    accounts = fields.entities("accounts")
    lastStatus = fields.entity("last_status")
    raw = json
  }
}
