import JSONValue

extension Client {
  /// The calls about collections of accounts.
  public var collections: Collections { Collections(client: self) }

  /// The calls about collections of accounts.
  public struct Collections: Sendable {
    let client: Client

    /// Fetches a collection with its accounts.
    public func collection(_ id: String) async throws(FediverseError) -> FullCollection {
      try await client.perform(.get("/api/v1/collections/\(id)").needing(.collections)).entity()
    }

    /// Lists the collections created by an account, newest first.
    ///
    /// - Parameters:
    ///   - accountID: the identifier of the account.
    ///   - limit: the greatest number of results; servers cap it at 80.
    ///   - offset: the number of results to skip.
    public func collections(
      of accountID: String, limit: Int? = nil, offset: Int? = nil
    ) async throws(FediverseError) -> CollectionList {
      try await list("/api/v1/accounts/\(accountID)/collections", limit, offset)
    }

    /// Lists the collections that include an account.
    ///
    /// - Parameters:
    ///   - accountID: the identifier of the account.
    ///   - limit: the greatest number of results; servers cap it at 80.
    ///   - offset: the number of results to skip.
    public func collections(
      with accountID: String, limit: Int? = nil, offset: Int? = nil
    ) async throws(FediverseError) -> CollectionList {
      try await list("/api/v1/accounts/\(accountID)/in_collections", limit, offset)
    }

    /// Creates a collection, which must have a name, and adds accounts to it.
    public func create(
      _ collection: NewCollection, with accountIDs: [String] = []
    ) async throws(FediverseError) -> AccountCollection {
      var body = collection.object
      body["account_ids"] = accountIDs.isEmpty ? nil : .array(accountIDs.map(JSON.string))
      return try await client.perform(.post("/api/v1/collections", .json(.object(body))).needing(.collections)).entity()
    }

    /// Changes a collection.
    public func update(_ id: String, _ changes: NewCollection) async throws(FediverseError) -> AccountCollection {
      let call = Call.patch("/api/v1/collections/\(id)", .json(.object(changes.object)))
      return try await client.perform(call.needing(.collections)).entity()
    }

    /// Deletes a collection.
    public func delete(_ id: String) async throws(FediverseError) {
      try await client.remove(.delete("/api/v1/collections/\(id)").needing(.collections))
    }

    /// Adds an account to a collection; the membership is pending until the account agrees.
    public func add(_ accountID: String, to id: String) async throws(FediverseError) -> AccountCollection.Item {
      let call = Call.post("/api/v1/collections/\(id)/items", .json(["account_id": .string(accountID)]))
      return try await client.perform(call.needing(.collections)).entity()
    }

    /// Removes an account from your collection.
    ///
    /// - Parameters:
    ///   - itemID: the identifier of the membership, not of the account.
    ///   - id: the identifier of the collection.
    public func remove(_ itemID: String, from id: String) async throws(FediverseError) {
      try await client.remove(.delete("/api/v1/collections/\(id)/items/\(itemID)").needing(.collections))
    }

    /// Removes yourself from someone's collection.
    ///
    /// - Parameters:
    ///   - itemID: the identifier of the membership, not of the account.
    ///   - id: the identifier of the collection.
    public func leave(_ itemID: String, of id: String) async throws(FediverseError) {
      let call = Call.ensure("/api/v1/collections/\(id)/items/\(itemID)/revoke")
      _ = try await client.perform(call.needing(.collections))
    }

    private func list(_ path: Path, _ limit: Int?, _ offset: Int?) async throws(FediverseError) -> CollectionList {
      var query = QueryItems()
      query.set("limit", limit)
      query.set("offset", offset)
      return try await client.perform(.get(path, query.pairs).needing(.collections)).entity()
    }
  }
}

/// A collection to create, or changes to one. Properties that are `nil` stay unchanged.
public struct NewCollection: Sendable, Hashable {
  /// The name.
  public var name: String?
  /// The description.
  public var description: String?
  /// The language of name and description, as an ISO 639 code.
  public var language: String?
  /// The hashtag of its topic, with or without `#`.
  public var tag: String?
  /// Whether clients should hide it behind a warning.
  public var isSensitive: Bool?
  /// Whether it may be suggested and found in directories.
  public var isDiscoverable: Bool?

  /// Creates a collection, or changes.
  public init(name: String? = nil) {
    self.name = name
  }

  var object: JSON.Object {
    var object = JSON.Object()
    object["name"] = name.map(JSON.string)
    object["description"] = description.map(JSON.string)
    object["language"] = language.map(JSON.string)
    object["tag_name"] = tag.map(JSON.string)
    object["sensitive"] = isSensitive.map(JSON.bool)
    object["discoverable"] = isDiscoverable.map(JSON.bool)
    return object
  }
}
