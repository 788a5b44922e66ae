public import JSONValue

/// An account that the text of a status names.
public struct Mention: Entity, Hashable {
  /// The identifier, valid on this server only.
  public let id: String?
  /// The user name, without the domain.
  public let username: String
  /// The name with the domain, which local accounts lack.
  public let acct: String
  /// The page of the profile, as the link in the text has it.
  public let url: String?

  /// A mention made by hand.
  public init(acct: String, url: String?) {
    id = nil
    username = String(acct.prefix { $0 != "@" })
    self.acct = acct
    self.url = url
  }

  /// Reads a mention, which needs a name.
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

/// A picture that a shortcode stands for.
public struct CustomEmoji: Entity, Hashable {
  /// The name between the colons.
  public let shortcode: String
  /// The picture, which may move.
  public let url: String?
  /// The picture, which does not move.
  public let staticURL: String?
  /// The group that the server's picker shows it in.
  public let category: String?

  /// Reads an emoji, which needs a shortcode.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "emoji")
    guard let name = fields.word("shortcode") else { throw ShapeError(path: "emoji.shortcode", expected: "a name") }
    shortcode = name
    url = fields.word("url")
    staticURL = fields.word("static_url")
    category = fields.word("category")
  }
}

/// The program that a status was published with.
public struct Application: Entity, Hashable {
  /// Its name.
  public let name: String
  /// Its home page.
  public let website: String?

  /// Reads an application, which needs a name.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "application")
    guard let name = fields.word("name") else { throw ShapeError(path: "application.name", expected: "a name") }
    self.name = name
    website = fields.word("website")
  }
}
