public import JSONValue

extension Client {
  /// The calls about tags; a tag is written with or without its `#`.
  public var tags: Tags { Tags(client: self) }

  /// The calls about tags; a tag is written with or without its `#`.
  public struct Tags: Sendable {
    let client: Client

    /// The tag of this name, with how much it was used of late.
    public func tag(_ name: String) async throws(FediverseError) -> Tag {
      try await client.perform(.get("/api/v1/tags/\(name.bareTag)").needing(.followedTags)).entity()
    }

    /// The tags that the signed-in account follows.
    public var followed: PagedList<Tag> { PagedList(client, .get("/api/v1/followed_tags").needing(.followedTags)) }

    /// Follows a tag, so that what is published under it stands in the home timeline.
    public func follow(_ name: String) async throws(FediverseError) -> Tag {
      do throws(FediverseError) {
        return try await bring("follow", about: name, needing: .followedTags)
      } catch  where error.status == 422 {
        // Mastodon 4.0 refuses what is followed already.
        guard let tag = try? await tag(name), tag.isFollowing == true else { throw error }
        return tag
      }
    }

    /// Stops following a tag.
    public func unfollow(_ name: String) async throws(FediverseError) -> Tag {
      try await bring("unfollow", about: name, needing: .followedTags)
    }

    /// Shows a tag in the own profile, by its name.
    public func feature(_ name: String) async throws(FediverseError) -> Tag {
      try await bring("feature", about: name, needing: .tagFeaturing)
    }

    /// Shows a tag in the own profile no more, by its name.
    public func unfeature(_ name: String) async throws(FediverseError) -> Tag {
      try await bring("unfeature", about: name, needing: .tagFeaturing)
    }

    /// The tags that the own profile shows.
    public func featured() async throws(FediverseError) -> Rows<FeaturedTag> {
      try await client.perform(.get("/api/v1/featured_tags").needing(.featuredTags)).rows()
    }

    /// Shows a tag in the own profile, and gives the place that it has there; a tag that is there already is refused.
    public func addFeatured(_ name: String) async throws(FediverseError) -> FeaturedTag {
      let body = Call.Body.json(["name": .string(name.bareTag)])
      return try await client.perform(.post("/api/v1/featured_tags", body).needing(.featuredTags)).entity()
    }

    /// Removes a tag from the own profile.
    ///
    /// - Parameter id: the identifier of its place there.
    public func removeFeatured(_ id: String) async throws(FediverseError) {
      _ = try await client.perform(.delete("/api/v1/featured_tags/\(id)").needing(.featuredTags))
    }

    /// The tags that the signed-in account used most, as suggestions for its profile.
    public func featuredSuggestions() async throws(FediverseError) -> Rows<Tag> {
      try await client.perform(.get("/api/v1/featured_tags/suggestions").needing(.featuredTags)).rows()
    }

    private func bring(
      _ act: String, about name: String, needing feature: Feature
    ) async throws(FediverseError) -> Tag {
      try await client.perform(.ensure("/api/v1/tags/\(name.bareTag)/\(act)").needing(feature)).entity()
    }
  }
}

extension String {
  /// The name of a tag without the sign before it.
  var bareTag: String { hasPrefix("#") ? String(dropFirst()) : self }
}

/// A hashtag.
public struct Tag: Entity, Hashable {
  /// The name without the `#`.
  public let name: String
  /// The page of the tag on the server that answered.
  public let url: String?
  /// Whether the signed-in account follows it.
  public let isFollowing: Bool?
  /// Whether the signed-in account shows it in its profile.
  public let isFeatured: Bool?
  /// How much it was used day by day, the latest day first.
  public let history: [DailyUse]
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Reads a hashtag, which may be a bare text.
  public init(json: JSON) throws(ShapeError) {
    raw = json
    if let name = json.string, !name.isEmpty {
      self.name = name
      url = nil
      isFollowing = nil
      isFeatured = nil
      history = []
      return
    }
    let fields = try FieldReader(json, as: "tag")
    guard let name = fields.word("name") else { throw ShapeError(path: "tag.name", expected: "a name") }
    self.name = name
    url = fields.word("url")
    isFollowing = fields.truth("following")
    isFeatured = fields.truth("featuring")
    history = fields.entities("history")
  }
}

/// A hashtag that an account shows in its profile.
public struct FeaturedTag: Entity, Hashable, Identifiable {
  /// The identifier, local to the server that answered, where there is one.
  public let id: String?
  /// The name without the `#`.
  public let name: String
  /// The page of what the account published under it.
  public let url: String?
  /// How many statuses the account published under it.
  public let statusesCount: Int
  /// When it last did.
  public let lastStatusAt: Timestamp?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Reads a featured tag, which needs a name.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "featured tag")
    guard let name = fields.word("name") else { throw ShapeError(path: "featured tag.name", expected: "a name") }
    self.name = name
    id = fields.word("id")
    url = fields.word("url")
    statusesCount = fields.count("statuses_count") ?? 0
    lastStatusAt = fields.time("last_status_at")
    raw = json
  }
}

/// How much a tag or a link was used on one day.
public struct DailyUse: Entity, Hashable {
  /// The beginning of the day.
  public let day: Timestamp?
  /// How often it was used.
  public let uses: Int
  /// How many accounts used it.
  public let accounts: Int

  /// Reads a day.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "day")
    day = fields.time("day")
    uses = fields.count("uses") ?? 0
    accounts = fields.count("accounts") ?? 0
  }
}
