public import JSONValue

extension Client {
  /// The calls about polls.
  public var polls: Polls { Polls(client: self) }

  /// The calls about polls.
  public struct Polls: Sendable {
    let client: Client

    /// Fetches a poll by identifier.
    public func poll(_ id: String) async throws(FediverseError) -> Poll {
      try await client.perform(.get("/api/v1/polls/\(id)").needing(.polls)).entity()
    }

    /// Votes in a poll for options by their index, starting at 0. Nobody can vote twice.
    public func vote(_ choices: [Int], in id: String) async throws(FediverseError) -> Poll {
      let body: JSON = ["choices": .array(choices.map { .int($0) })]
      return try await client.perform(.post("/api/v1/polls/\(id)/votes", .json(body)).needing(.pollVoting)).entity()
    }
  }
}

/// A poll.
public struct Poll: Entity, Hashable {
  /// An option of a poll.
  public struct Option: Sendable, Hashable {
    /// The text.
    public let title: String
    /// The number of votes, if visible.
    public let votesCount: Int?
  }

  /// The identifier, valid on this server only.
  public let id: String
  /// When it closes.
  public let expiresAt: Timestamp?
  /// Whether it has closed.
  public let isExpired: Bool
  /// Whether several options may be chosen.
  public let isMultiple: Bool
  /// The number of votes.
  public let votesCount: Int
  /// The number of accounts that voted.
  public let votersCount: Int?
  /// The options, in order.
  public let options: [Option]
  /// Whether the signed-in account voted.
  public let hasVoted: Bool?
  /// The indices of the options that the signed-in account voted for.
  public let ownVotes: [Int]

  /// Decodes a poll.
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
  /// A poll to publish.
  public struct NewPoll: Sendable, Hashable {
    /// The options, in order.
    public var options: [String]
    /// The number of seconds until it closes.
    public var duration: Int
    /// Whether several options may be chosen.
    public var isMultiple: Bool
    /// Whether the counts are hidden until it closes.
    public var hidesTotals: Bool

    /// Creates a poll, by default for a single choice and with visible counts.
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
