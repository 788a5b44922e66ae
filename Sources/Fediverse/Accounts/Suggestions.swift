public import JSONValue

extension Client {
  /// The calls that find people to follow.
  public var suggestions: Suggestions { Suggestions(client: self) }

  /// The calls that find people to follow.
  public struct Suggestions: Sendable {
    let client: Client

    /// How the directory is ordered.
    public enum Order: String, Sendable, Hashable, CaseIterable {
      /// Those who published last come first.
      case active
      /// Those who joined last come first.
      case new
    }

    /// Whom the server thinks worth following.
    ///
    /// - Parameter limit: how many are wanted; servers give no more than 80.
    public func all(limit: Int? = nil) async throws(FediverseError) -> Rows<Suggestion> {
      var query = Fields()
      query.set("limit", limit)
      return try await client.perform(
        .get("/api/v2/suggestions", query.pairs),
        orElse: .get("/api/v1/suggestions", query.pairs).needing(.suggestions)
      ).rows()
    }

    /// Never suggests an account again.
    public func remove(_ accountID: String) async throws(FediverseError) {
      _ = try await client.perform(.delete("/api/v1/suggestions/\(accountID)").needing(.suggestions))
    }

    /// The accounts that want to be found.
    ///
    /// - Parameters:
    ///   - order: who comes first; those who published last where not given.
    ///   - isLocal: whether only accounts of the server itself count.
    ///   - limit: how many are wanted; servers give no more than 80.
    ///   - offset: how many of the first are left out.
    public func directory(
      order: Order? = nil, local isLocal: Bool = false, limit: Int? = nil, offset: Int? = nil
    ) async throws(FediverseError) -> Rows<Account> {
      var query = Fields()
      query.set("order", order?.rawValue)
      query.set("local", isLocal ? true : nil)
      query.set("limit", limit)
      query.set("offset", offset)
      return try await client.perform(.get("/api/v1/directory", query.pairs).needing(.directory)).rows()
    }
  }
}

/// An account that the server thinks worth following.
public struct Suggestion: Entity, Hashable {
  /// Whom to follow.
  public let account: Account
  /// Why, as the server spells it: `featured`, `most_followed`, `most_interactions`, `similar_to_recently_followed`,
  /// `friends_of_friends`, `staff`, `past_interactions`, `global`.
  public let sources: [String]
  /// The whole object as the server sent it.
  public let raw: JSON

  /// Reads a suggestion, which is a bare account in the first edition.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "suggestion")
    account = try Account(json: fields["account"] ?? json)
    let several = fields.texts("sources")
    sources = several.isEmpty ? fields.word("source").map { [$0] } ?? [] : several
    raw = json
  }
}
