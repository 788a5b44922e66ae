public import JSONValue

/// How far the place of an account in a collection has come.
public struct CollectionItemState: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The account has not been heard yet.
  public static let pending = CollectionItemState(rawValue: "pending")
  /// The account agrees.
  public static let accepted = CollectionItemState(rawValue: "accepted")
  /// The account does not want it.
  public static let rejected = CollectionItemState(rawValue: "rejected")
  /// The account wants it no more.
  public static let revoked = CollectionItemState(rawValue: "revoked")
}

/// A collection of accounts that somebody recommends to everybody.
public struct AccountCollection: Entity, Hashable, Identifiable {
  /// The identifier, valid on this server only.
  public let id: String
  /// Whose it is.
  public let accountID: String?
  /// The ActivityPub identifier.
  public let uri: String?
  /// The page of the collection.
  public let url: String?
  /// What it is called.
  public let name: String
  /// What it is about, in HTML where it comes from elsewhere.
  public let description: String
  /// The language of both by its ISO 639 code.
  public let language: String?
  /// Whether it is one of the server that answered.
  public let isLocal: Bool?
  /// Whether it is hidden until asked for.
  public let isSensitive: Bool
  /// Whether the account agrees to be suggested and found in directories.
  public let isDiscoverable: Bool?
  /// The tag that says what it is about.
  public let tag: Tag?
  /// How many accounts it holds.
  public let itemsCount: Int?
  /// The accounts that it holds, as far as they may be seen.
  public let items: [Item]
  /// When it was made.
  public let createdAt: Timestamp?
  /// When it was last changed.
  public let updatedAt: Timestamp?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Reads a collection, which may stand inside an object that holds nothing else.
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

  /// The place of one account in a collection.
  public struct Item: Entity, Hashable, Identifiable {
    /// The identifier of the place, local to the server that answered.
    public let id: String
    /// The account, where it may be known.
    public let accountID: String?
    /// How far it has come.
    public let state: CollectionItemState?
    /// When it was put in.
    public let createdAt: Timestamp?

    /// Reads a place, which may stand inside an object that holds nothing else.
    public init(json: JSON) throws(ShapeError) {
      let fields = try FieldReader(json["collection_item"] ?? json, as: "collection item")
      id = try fields.id()
      accountID = fields.word("account_id")
      state = fields.spelling("state")
      createdAt = fields.time("created_at")
    }
  }
}

/// A collection with the accounts that it holds and the one whose it is.
public struct FullCollection: Entity, Hashable {
  /// The collection.
  public let collection: AccountCollection
  /// The accounts.
  public let accounts: [Account]

  /// Reads a collection and its accounts.
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
  /// Whose they are, and some of the accounts that they hold, each with its name and avatar alone.
  public let accounts: [Account]

  /// Reads collections, which may stand in a bare list.
  public init(json: JSON) throws(ShapeError) {
    guard let rows = json.array ?? json["collections"]?.array else {
      throw ShapeError(path: "collections", expected: "a list")
    }
    collections = Rows(rows: rows)
    accounts = (json["partial_accounts"]?.array ?? []).compactMap { try? Account(json: $0) }
  }
}
