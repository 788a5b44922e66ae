public import JSONValue

extension Client {
  /// The calls about searching.
  public var search: Search { Search(client: self) }

  /// The calls about searching.
  public struct Search: Sendable {
    let client: Client

    /// The kind of results to search for.
    public enum Kind: String, Sendable, Hashable {
      /// Accounts.
      case accounts
      /// Statuses.
      case statuses
      /// Hashtags.
      case hashtags
    }

    /// Searches for accounts, statuses and hashtags.
    ///
    /// - Parameters:
    ///   - query: words, a name or a URL.
    ///   - kind: the kind of results; all if `nil`.
    ///   - resolve: whether the server looks up the query on other servers; needs a token.
    ///   - limit: the greatest number of results of each kind.
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

/// The results of a search.
public struct SearchResults: Entity {
  /// The matching accounts.
  public let accounts: Rows<Account>
  /// The matching statuses.
  public let statuses: Rows<Status>
  /// The matching hashtags.
  public let tags: Rows<Tag>

  /// Decodes search results.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "results")
    guard fields["accounts"] != nil || fields["statuses"] != nil || fields["hashtags"] != nil else {
      throw ShapeError(path: "results", expected: "search results")
    }
    accounts = fields.rows("accounts")
    statuses = fields.rows("statuses")
    tags = fields.rows("hashtags")
  }
}
