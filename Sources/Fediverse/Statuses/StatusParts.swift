public import JSONValue

/// A picture, film or sound of a status.
public struct MediaAttachment: Entity, Hashable {
  /// The identifier, which media from other servers may lack.
  public let id: String?
  /// What it is.
  public let kind: MediaKind
  /// The file.
  public let url: String?
  /// A smaller picture of it.
  public let previewURL: String?
  /// The file on the server it came from.
  public let remoteURL: String?
  /// The text for those who cannot see or hear it.
  public let description: String?
  /// A blurred picture as a short text.
  public let blurhash: String?
  /// Sizes and durations as the server sent them.
  public let details: JSON

  /// Reads a piece of media, which needs an identifier or a URL.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "media")
    id = fields.word("id")
    kind = fields.spelling("type") ?? .unknown
    url = fields.word("url")
    previewURL = fields.word("preview_url")
    remoteURL = fields.word("remote_url")
    description = fields.word("description")
    blurhash = fields.word("blurhash")
    details = fields["meta"] ?? .null
    guard id != nil || url != nil || remoteURL != nil else {
      throw ShapeError(path: "media.url", expected: "a URL")
    }
  }
}

/// A question with answers to choose from.
public struct Poll: Entity, Hashable {
  /// One answer.
  public struct Option: Sendable, Hashable {
    /// The answer.
    public let title: String
    /// How many chose it, where that is shown.
    public let votesCount: Int?
  }

  /// The identifier, local to the server that answered.
  public let id: String
  /// When it ends.
  public let expiresAt: Timestamp?
  /// Whether it has ended.
  public let isExpired: Bool
  /// Whether several answers may be chosen.
  public let isMultiple: Bool
  /// How many choices were made.
  public let votesCount: Int
  /// How many accounts chose.
  public let votersCount: Int?
  /// The answers in their order.
  public let options: [Option]
  /// Whether the signed-in account chose.
  public let hasVoted: Bool?
  /// The places of the answers that the signed-in account chose.
  public let ownVotes: [Int]

  /// Reads a poll.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "poll")
    id = try fields.id()
    expiresAt = fields.time("expires_at")
    isExpired = fields.truth("expired") ?? false
    isMultiple = fields.truth("multiple") ?? false
    votesCount = fields.count("votes_count") ?? 0
    votersCount = fields.count("voters_count")
    options = fields.array("options").compactMap { json in
      guard let option = try? FieldReader(json, as: "option") else { return nil }
      return Option(title: option.text("title") ?? "", votesCount: option.count("votes_count"))
    }
    hasVoted = fields.truth("voted")
    ownVotes = fields.array("own_votes").compactMap(\.int)
  }
}

/// An account that the text of a status names.
public struct Mention: Entity, Hashable {
  /// The identifier, local to the server that answered.
  public let id: String?
  /// The name before the `@`.
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
