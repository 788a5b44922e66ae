public import JSONValue

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

/// A question with answers to choose from.
public struct Poll: Entity, Hashable {
  /// One answer.
  public struct Option: Sendable, Hashable {
    /// The answer.
    public let title: String
    /// How many chose it, where that is shown.
    public let votesCount: Int?
  }

  /// The identifier, valid on this server only.
  public let id: String
  /// When it ends.
  public let expiresAt: Timestamp?
  /// Whether it has ended.
  public let isExpired: Bool
  /// Whether several answers may be chosen.
  public let isMultiple: Bool
  /// How many choices were made.
  public let votesCount: Int
  /// How many accounts chose.
  public let votersCount: Int?
  /// The answers in their order.
  public let options: [Option]
  /// Whether the signed-in account chose.
  public let hasVoted: Bool?
  /// The places of the answers that the signed-in account chose.
  public let ownVotes: [Int]

  /// Reads a poll.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "poll")
    id = try fields.id()
    expiresAt = fields.time("expires_at")
    isExpired = fields.truth("expired") ?? false
    isMultiple = fields.truth("multiple") ?? false
    votesCount = fields.count("votes_count") ?? 0
    votersCount = fields.count("voters_count")
    options = fields.array("options").compactMap { json in
      guard let option = try? FieldReader(json, as: "option") else { return nil }
      return Option(title: option.text("title") ?? "", votesCount: option.count("votes_count"))
    }
    hasVoted = fields.truth("voted")
    ownVotes = fields.array("own_votes").compactMap(\.int)
  }
}

extension NewStatus {
  /// A poll that is yet to be published.
  public struct NewPoll: Sendable, Hashable {
    /// The answers in their order.
    public var options: [String]
    /// The seconds that it is open for.
    public var duration: Int
    /// Whether several answers may be chosen.
    public var isMultiple: Bool
    /// Whether the figures are hidden until it ends.
    public var hidesTotals: Bool

    /// A poll of one choice that shows its figures.
    public init(options: [String], duration: Int, isMultiple: Bool = false, hidesTotals: Bool = false) {
      self.options = options
      self.duration = duration
      self.isMultiple = isMultiple
      self.hidesTotals = hidesTotals
    }
  }
}

extension NewStatus.NewPoll {
  var json: JSON {
    [
      "options": .array(options.map(JSON.string)), "expires_in": .int(duration), "multiple": .bool(isMultiple),
      "hide_totals": .bool(hidesTotals),
    ]
  }
}
