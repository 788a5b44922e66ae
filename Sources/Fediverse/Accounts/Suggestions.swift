public import JSONValue

extension Client {
  /// The calls that find accounts to follow.
  public var suggestions: Suggestions { Suggestions(client: self) }

  /// The calls that find accounts to follow.
  public struct Suggestions: Sendable {
    let client: Client

    /// The order of the directory.
    public enum Order: String, Sendable, Hashable, CaseIterable {
      /// Accounts that posted most recently first.
      case active
      /// Accounts that joined most recently first.
      case new
    }

    /// Fetches accounts that the server suggests to follow.
    ///
    /// - Parameter limit: the greatest number of results; servers cap it at 80.
    public func all(limit: Int? = nil) async throws(FediverseError) -> Rows<Suggestion> {
      var query = QueryItems()
      query.set("limit", limit)
      return try await client.perform(
        .get("/api/v2/suggestions", query.pairs),
        orElse: .get("/api/v1/suggestions", query.pairs).needing(.suggestions)
      ).rows()
    }

    /// Removes an account from the suggestions for good.
    public func remove(_ accountID: String) async throws(FediverseError) {
      try await client.remove(.delete("/api/v1/suggestions/\(accountID)").needing(.suggestions))
    }

    /// Lists the accounts that agreed to be found in the directory.
    ///
    /// - Parameters:
    ///   - order: the order; by recent activity if `nil`.
    ///   - isLocal: whether to list only accounts of this server.
    ///   - limit: the greatest number of results; servers cap it at 80.
    ///   - offset: the number of results to skip.
    public func directory(
      order: Order? = nil, local isLocal: Bool = false, limit: Int? = nil, offset: Int? = nil
    ) async throws(FediverseError) -> Rows<Account> {
      var query = QueryItems()
      query.set("order", order?.rawValue)
      query.set("local", isLocal ? true : nil)
      query.set("limit", limit)
      query.set("offset", offset)
      return try await client.perform(.get("/api/v1/directory", query.pairs).needing(.directory)).rows()
    }
  }
}

/// An account that the server suggests to follow.
public struct Suggestion: Entity, Hashable {
  /// The suggested account.
  public let account: Account
  /// The reasons: `featured`, `most_followed`, `most_interactions`, `similar_to_recently_followed`,
  /// `friends_of_friends`, `staff`, `past_interactions` or `global`.
  public let sources: [String]
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a suggestion, which is a bare account in version 1 of the API.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "suggestion")
    account = try Account(json: fields["account"] ?? json)
    let several = fields.texts("sources")
    sources = several.isEmpty ? fields.word("source").map { [$0] } ?? [] : several
    raw = json
  }
}
