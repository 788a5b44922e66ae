public import JSONValue

extension Client {
  /// The calls about hashtags, whose names are accepted with or without `#`.
  public var tags: Tags { Tags(client: self) }

  /// The calls about hashtags, whose names are accepted with or without `#`.
  public struct Tags: Sendable {
    let client: Client

    /// Fetches a hashtag with its recent use.
    public func tag(_ name: String) async throws(FediverseError) -> Tag {
      try await client.perform(.get("/api/v1/tags/\(name.bareTag)").needing(.followedTags)).entity()
    }

    /// The hashtags that the signed-in account follows.
    public var followed: PagedList<Tag> { PagedList(client, .get("/api/v1/followed_tags").needing(.followedTags)) }

    /// Follows a hashtag, so that statuses with it appear in the home timeline.
    public func follow(_ name: String) async throws(FediverseError) -> Tag {
      do throws(FediverseError) {
        return try await post("follow", about: name, needing: .followedTags)
      } catch  where error.status == 422 {
        // Mastodon 4.0 refuses to follow a hashtag that is already followed.
        guard let tag = try? await tag(name), tag.isFollowing == true else { throw error }
        return tag
      }
    }

    /// Unfollows a hashtag.
    public func unfollow(_ name: String) async throws(FediverseError) -> Tag {
      try await post("unfollow", about: name, needing: .followedTags)
    }

    /// Features a hashtag on your profile, by name; with an entry before Mastodon 4.4.
    public func feature(_ name: String) async throws(FediverseError) -> Tag {
      if hasOnlyEntries {
        if try await entry(of: name) == nil { _ = try await addFeatured(name) }
        return try await tag(name)
      }
      return try await post("feature", about: name, needing: .tagFeaturing)
    }

    /// Stops featuring a hashtag on your profile, by name; with its entry before Mastodon 4.4.
    public func unfeature(_ name: String) async throws(FediverseError) -> Tag {
      if hasOnlyEntries {
        if let id = try await entry(of: name)?.id { try await removeFeatured(id) }
        return try await tag(name)
      }
      return try await post("unfeature", about: name, needing: .tagFeaturing)
    }

    /// Lists the hashtags featured on your profile.
    public func featured() async throws(FediverseError) -> Rows<FeaturedTag> {
      try await client.perform(.get("/api/v1/featured_tags").needing(.featuredTags)).rows()
    }

    /// Features a hashtag on your profile and returns the entry; servers refuse one that is already featured.
    public func addFeatured(_ name: String) async throws(FediverseError) -> FeaturedTag {
      let body = Call.Body.json(["name": .string(name.bareTag)])
      return try await client.perform(.post("/api/v1/featured_tags", body).needing(.featuredTags)).entity()
    }

    /// Stops featuring a hashtag on your profile.
    ///
    /// - Parameter id: the identifier of the entry.
    public func removeFeatured(_ id: String) async throws(FediverseError) {
      try await client.remove(.delete("/api/v1/featured_tags/\(id)").needing(.featuredTags))
    }

    /// Lists your most used hashtags, as suggestions to feature.
    public func featuredSuggestions() async throws(FediverseError) -> Rows<Tag> {
      try await client.perform(.get("/api/v1/featured_tags/suggestions").needing(.featuredTags)).rows()
    }

    private func entry(of name: String) async throws(FediverseError) -> FeaturedTag? {
      try await featured().elements.first { $0.name.lowercased() == name.bareTag.lowercased() }
    }

    /// Whether the server is known to feature hashtags only as entries of their own.
    private var hasOnlyEntries: Bool {
      guard case .no? = client.knownProfile?.supports(.tagFeaturing, at: client.clock()) else { return false }
      return true
    }

    private func post(
      _ action: String, about name: String, needing feature: Feature
    ) async throws(FediverseError) -> Tag {
      try await client.perform(.ensure("/api/v1/tags/\(name.bareTag)/\(action)").needing(feature)).entity()
    }
  }
}

extension String {
  /// The name of a hashtag without `#`.
  var bareTag: String { hasPrefix("#") ? String(dropFirst()) : self }
}

/// A hashtag.
public struct Tag: Entity, Hashable {
  /// The name without `#`.
  public let name: String
  /// The URL of the hashtag's page on this server.
  public let url: String?
  /// Whether the signed-in account follows it.
  public let isFollowing: Bool?
  /// Whether it is featured on your profile.
  public let isFeatured: Bool?
  /// The use per day, latest day first.
  public let history: [DailyUse]
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a hashtag, sent as an object or a bare string.
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
    name = try fields.word("name", or: "a name")
    url = fields.word("url")
    isFollowing = fields.truth("following")
    isFeatured = fields.truth("featuring")
    history = fields.entities("history")
  }
}

/// A hashtag featured on a profile.
public struct FeaturedTag: Entity, Hashable, Identifiable {
  /// The identifier of the entry, if it has one.
  public let id: String?
  /// The name without `#`.
  public let name: String
  /// The URL of the account's statuses with it.
  public let url: String?
  /// The number of the account's statuses with it.
  public let statusesCount: Int
  /// When the account last used it.
  public let lastStatusAt: Timestamp?
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a featured hashtag.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "featured tag")
    name = try fields.word("name", or: "a name")
    id = fields.word("id")
    url = fields.word("url")
    statusesCount = fields.count("statuses_count") ?? 0
    lastStatusAt = fields.time("last_status_at")
    raw = json
  }
}
