public import JSONValue

/// A mention of an account in a status.
public struct Mention: Entity, Hashable {
  /// The identifier, valid on this server only.
  public let id: String?
  /// The user name, without the domain.
  public let username: String
  /// The address without the domain for local accounts, `user@domain` for others.
  public let acct: String
  /// The URL of the profile page, as linked in the text.
  public let url: String?

  /// Creates a mention.
  public init(acct: String, url: String?) {
    id = nil
    username = String(acct.prefix { $0 != "@" })
    self.acct = acct
    self.url = url
  }

  /// Decodes a mention.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "mention")
    guard let name = fields.word("acct") ?? fields.word("username") else {
      throw ShapeError(path: "mention.acct", expected: "a user name")
    }
    id = fields.word("id")
    acct = name
    username = fields.word("username") ?? String(name.prefix { $0 != "@" })
    url = fields.word("url")
  }
}

/// A custom emoji.
public struct CustomEmoji: Entity, Hashable {
  /// The shortcode, without colons.
  public let shortcode: String
  /// The URL of the image, possibly animated.
  public let url: String?
  /// The URL of a still version of the image.
  public let staticURL: String?
  /// The category in the emoji picker.
  public let category: String?

  /// Decodes a custom emoji.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "emoji")
    shortcode = try fields.word("shortcode", or: "a name")
    url = fields.word("url")
    staticURL = fields.word("static_url")
    category = fields.word("category")
  }
}

/// The client application a status was published with.
public struct Application: Entity, Hashable {
  /// The name.
  public let name: String
  /// The URL of its website.
  public let website: String?

  /// Decodes an application.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "application")
    name = try fields.word("name", or: "a name")
    website = fields.word("website")
  }
}
