import JSONValue

extension Client {
  /// The calls about collections of accounts.
  public var collections: Collections { Collections(client: self) }

  /// The calls about collections of accounts.
  public struct Collections: Sendable {
    let client: Client

    /// The collection of this identifier with its accounts.
    public func collection(_ id: String) async throws(FediverseError) -> FullCollection {
      try await client.perform(.get("/api/v1/collections/\(id)").needing(.collections)).entity()
    }

    /// The collections that an account made, newest first.
    ///
    /// - Parameters:
    ///   - accountID: the identifier of the account.
    ///   - limit: how many are wanted; servers give no more than 80.
    ///   - offset: how many of the first are left out.
    public func collections(
      of accountID: String, limit: Int? = nil, offset: Int? = nil
    ) async throws(FediverseError) -> CollectionList {
      try await list("/api/v1/accounts/\(accountID)/collections", limit, offset)
    }

    /// The collections that an account is in.
    ///
    /// - Parameters:
    ///   - accountID: the identifier of the account.
    ///   - limit: how many are wanted; servers give no more than 80.
    ///   - offset: how many of the first are left out.
    public func collections(
      with accountID: String, limit: Int? = nil, offset: Int? = nil
    ) async throws(FediverseError) -> CollectionList {
      try await list("/api/v1/accounts/\(accountID)/in_collections", limit, offset)
    }

    /// Makes a collection, which needs a name, and puts accounts into it.
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

    /// Removes a collection.
    public func delete(_ id: String) async throws(FediverseError) {
      _ = try await client.perform(.delete("/api/v1/collections/\(id)").needing(.collections))
    }

    /// Puts an account into a collection, where it waits for the account's consent.
    public func add(_ accountID: String, to id: String) async throws(FediverseError) -> AccountCollection.Item {
      let call = Call.post("/api/v1/collections/\(id)/items", .json(["account_id": .string(accountID)]))
      return try await client.perform(call.needing(.collections)).entity()
    }

    /// Takes an account out of a collection of the signed-in account.
    ///
    /// - Parameters:
    ///   - itemID: the identifier of the account's place, which is not that of the account.
    ///   - id: the identifier of the collection.
    public func remove(_ itemID: String, from id: String) async throws(FediverseError) {
      _ = try await client.perform(.delete("/api/v1/collections/\(id)/items/\(itemID)").needing(.collections))
    }

    /// Takes the signed-in account out of somebody's collection.
    ///
    /// - Parameters:
    ///   - itemID: the identifier of the account's place, which is not that of the account.
    ///   - id: the identifier of the collection.
    public func leave(_ itemID: String, of id: String) async throws(FediverseError) {
      let call = Call.ensure("/api/v1/collections/\(id)/items/\(itemID)/revoke")
      _ = try await client.perform(call.needing(.collections))
    }

    private func list(_ path: Path, _ limit: Int?, _ offset: Int?) async throws(FediverseError) -> CollectionList {
      var query = Fields()
      query.set("limit", limit)
      query.set("offset", offset)
      return try await client.perform(.get(path, query.pairs).needing(.collections)).entity()
    }
  }
}

/// A collection of accounts that is yet to be made, or what is to become different in one; what is not set stays.
public struct NewCollection: Sendable, Hashable {
  /// What it is called.
  public var name: String?
  /// What it is about.
  public var description: String?
  /// The language of both by its ISO 639 code.
  public var language: String?
  /// The tag that says what it is about, with or without its `#`.
  public var tag: String?
  /// Whether it is hidden until asked for.
  public var isSensitive: Bool?
  /// Whether the account agrees to be suggested and found in directories.
  public var isDiscoverable: Bool?

  /// A collection of this name, or changes that leave the name.
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
