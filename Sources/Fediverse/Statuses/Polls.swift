import JSONValue

extension Client {
  /// The calls about polls.
  public var polls: Polls { Polls(client: self) }

  /// The calls about polls.
  public struct Polls: Sendable {
    let client: Client

    /// The poll of this identifier.
    public func poll(_ id: String) async throws(FediverseError) -> Poll {
      try await client.perform(.get("/api/v1/polls/\(id)").needing(.polls)).entity()
    }

    /// Chooses answers by their places, which count from 0; nobody can choose twice.
    public func vote(_ choices: [Int], in id: String) async throws(FediverseError) -> Poll {
      let body: JSON = ["choices": .array(choices.map { .int($0) })]
      return try await client.perform(.post("/api/v1/polls/\(id)/votes", .json(body)).needing(.pollVoting)).entity()
    }
  }
}
