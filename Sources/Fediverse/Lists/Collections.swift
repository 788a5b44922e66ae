public import JSONValue

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

/// The state of an account's membership in a collection.
public struct CollectionItemState: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The account has not decided yet.
  public static let pending = CollectionItemState(rawValue: "pending")
  /// The account agreed.
  public static let accepted = CollectionItemState(rawValue: "accepted")
  /// The account declined.
  public static let rejected = CollectionItemState(rawValue: "rejected")
  /// The account withdrew its consent.
  public static let revoked = CollectionItemState(rawValue: "revoked")
}

/// A public collection of recommended accounts.
public struct AccountCollection: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// The identifier of its owner.
  public let accountID: String?
  /// The ActivityPub identifier.
  public let uri: String?
  /// The URL of the collection's page.
  public let url: String?
  /// The name.
  public let name: String
  /// The description; HTML if it comes from another server.
  public let description: String
  /// The language of name and description, as an ISO 639 code.
  public let language: String?
  /// Whether it belongs to this server.
  public let isLocal: Bool?
  /// Whether clients should hide it behind a warning.
  public let isSensitive: Bool
  /// Whether it may be suggested and found in directories.
  public let isDiscoverable: Bool?
  /// The hashtag of its topic.
  public let tag: Tag?
  /// The number of accounts in it.
  public let itemsCount: Int?
  /// The members that are visible.
  public let items: [Item]
  /// When it was created.
  public let createdAt: Timestamp?
  /// When it was last changed.
  public let updatedAt: Timestamp?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a collection, bare or wrapped in a `collection` object.
  public init(json: JSON) throws(ShapeError) {
    let json = json["collection"] ?? json
    let fields = try FieldReader(json, as: "collection")
    id = try fields.id()
    accountID = fields.word("account_id")
    uri = fields.word("uri")
    url = fields.word("url")
    name = fields.text("name") ?? ""
    description = fields.text("description") ?? ""
    language = fields.word("language")
    isLocal = fields.truth("local")
    isSensitive = fields.truth("sensitive") ?? false
    isDiscoverable = fields.truth("discoverable")
    tag = fields.entity("tag")
    itemsCount = fields.count("item_count")
    items = fields.entities("items")
    createdAt = fields.time("created_at")
    updatedAt = fields.time("updated_at")
    raw = json
  }

  /// The membership of one account in a collection.
  public struct Item: Entity, Hashable, Identifiable {
    /// The identifier of the membership, valid on this server only.
    public let id: String
    /// The identifier of the account, if visible.
    public let accountID: String?
    /// The state of the membership.
    public let state: CollectionItemState?
    /// When the account was added.
    public let createdAt: Timestamp?

    /// Decodes a membership, bare or wrapped in a `collection_item` object.
    public init(json: JSON) throws(ShapeError) {
      let fields = try FieldReader(json["collection_item"] ?? json, as: "collection item")
      id = try fields.id()
      accountID = fields.word("account_id")
      state = fields.spelling("state")
      createdAt = fields.time("created_at")
    }
  }
}

/// A collection with its owner and its member accounts.
public struct FullCollection: Entity, Hashable {
  /// The collection.
  public let collection: AccountCollection
  /// The owner and the members.
  public let accounts: [Account]

  /// Decodes a collection with its accounts.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "collection")
    collection = try AccountCollection(json: json)
    accounts = fields.entities("accounts")
  }
}

/// Collections with some of their accounts.
public struct CollectionList: Entity {
  /// The collections.
  public let collections: Rows<AccountCollection>
  /// Their owners and some of their members, with only name and avatar each.
  public let accounts: [Account]

  /// Decodes collections, as an object or a bare list.
  public init(json: JSON) throws(ShapeError) {
    guard let rows = json.array ?? json["collections"]?.array else {
      throw ShapeError(path: "collections", expected: "a list")
    }
    collections = Rows(rows: rows)
    accounts = (json["partial_accounts"]?.array ?? []).compactMap { try? Account(json: $0) }
  }
}
