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
