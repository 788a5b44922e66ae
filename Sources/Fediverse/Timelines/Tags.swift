import JSONValue

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
