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

    /// What to search for among, besides the query.
    public struct Selection: Sendable, Hashable {
      /// The kind of results; all if `nil`.
      public var kind: Kind?
      /// Whether the server looks up the query on other servers; needs a token.
      public var isResolving = false
      /// Only accounts that you follow.
      public var isFollowing = false
      /// Only statuses of this account.
      public var accountID: String?
      /// Only results that are older than this one.
      public var beforeID: String?
      /// Only results that are newer than this one.
      public var afterID: String?
      /// How many results to skip; only with a ``kind``.
      public var offset: Int?

      /// Everything.
      public init() {}
    }

    /// Searches for accounts, statuses and hashtags.
    ///
    /// - Parameters:
    ///   - query: words, a name or a URL.
    ///   - selection: what to search for among.
    ///   - limit: the greatest number of results of each kind.
    public func search(
      _ query: String, _ selection: Selection, limit: Int? = nil
    ) async throws(FediverseError) -> SearchResults {
      var fields = QueryItems()
      fields.set("q", query)
      fields.set("type", selection.kind?.rawValue)
      if selection.isResolving { fields.set("resolve", true) }
      if selection.isFollowing { fields.set("following", true) }
      fields.set("account_id", selection.accountID)
      fields.set("max_id", selection.beforeID)
      fields.set("min_id", selection.afterID)
      fields.set("limit", limit)
      fields.set("offset", selection.offset)
      return try await client.perform(.get("/api/v2/search", fields.pairs)).entity()
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
      var selection = Selection()
      (selection.kind, selection.isResolving) = (kind, resolve)
      return try await search(query, selection, limit: limit)
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
