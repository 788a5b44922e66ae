public import JSONValue

extension Client {
  /// The calls about talks among few.
  public var conversations: Conversations { Conversations(client: self) }

  /// The calls about talks among few.
  public struct Conversations: Sendable {
    let client: Client

    /// The talks of the signed-in account, the one that was last spoken in first.
    public var all: PagedList<Conversation> {
      PagedList(client, .get("/api/v1/conversations").needing(.conversations))
    }

    /// Notes that a talk was read.
    public func markRead(_ id: String) async throws(FediverseError) -> Conversation {
      try await client.perform(.ensure("/api/v1/conversations/\(id)/read").needing(.conversations)).entity()
    }

    /// Takes a talk out of the list; its statuses stay.
    public func delete(_ id: String) async throws(FediverseError) {
      _ = try await client.perform(.delete("/api/v1/conversations/\(id)").needing(.conversations))
    }
  }
}

/// A talk among few, seen by the signed-in account.
public struct Conversation: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// Whether something in it has not been read.
  public let isUnread: Bool
  /// Who takes part.
  public let accounts: [Account]
  /// What was said last.
  public let lastStatus: Status?
  /// The whole object as sent by the server.
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
