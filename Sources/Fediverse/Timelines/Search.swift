public import JSONValue

extension Client {
  /// The calls that search.
  public var search: Search { Search(client: self) }

  /// The calls that search.
  public struct Search: Sendable {
    let client: Client

    /// What a search is for.
    public enum Kind: String, Sendable, Hashable {
      /// People, groups and programs.
      case accounts
      /// Statuses.
      case statuses
      /// Tags.
      case hashtags
    }

    /// What the server finds.
    ///
    /// - Parameters:
    ///   - query: what is looked for: words, a name or a URL.
    ///   - kind: what to look for; everything where not given.
    ///   - resolve: whether the server asks other servers too, for which a token is needed.
    ///   - limit: how many of each kind are wanted.
    public func search(
      _ query: String, kind: Kind? = nil, resolve: Bool = false, limit: Int? = nil
    ) async throws(FediverseError) -> SearchResults {
      var fields: [(name: String, value: String)] = [("q", query)]
      if let kind { fields.append(("type", kind.rawValue)) }
      if resolve { fields.append(("resolve", "true")) }
      if let limit { fields.append(("limit", String(limit))) }
      return try await client.perform(.get("/api/v2/search", fields)).entity()
    }
  }
}

/// What a server found for a query.
public struct SearchResults: Entity {
  /// The accounts that fit.
  public let accounts: Rows<Account>
  /// The statuses that fit.
  public let statuses: Rows<Status>
  /// The hashtags that fit.
  public let tags: Rows<Tag>

  /// Reads the results of a search.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "results")
    guard fields["accounts"] != nil || fields["statuses"] != nil || fields["hashtags"] != nil else {
      throw ShapeError(path: "results", expected: "the results of a search")
    }
    accounts = fields.rows("accounts")
    statuses = fields.rows("statuses")
    tags = fields.rows("hashtags")
  }
}
