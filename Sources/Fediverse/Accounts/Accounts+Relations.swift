import JSONValue

extension Client.Accounts {
  /// Follows an account, or asks to where it approves its followers by hand; where it is followed already, what is
  /// given changes.
  ///
  /// - Parameters:
  ///   - id: the identifier of the account.
  ///   - showingReblogs: whether what it reblogs is shown.
  ///   - notifying: whether each of its statuses makes a notification.
  ///   - languages: the languages of it that are shown by their ISO 639 codes; all where empty.
  public func follow(
    _ id: String, showingReblogs: Bool? = nil, notifying: Bool? = nil, languages: [String]? = nil
  ) async throws(FediverseError) -> Relationship {
    var body = JSON.Object()
    body["reblogs"] = showingReblogs.map(JSON.bool)
    body["notify"] = notifying.map(JSON.bool)
    body["languages"] = languages.map { .array($0.map(JSON.string)) }
    return try await bring("follow", about: id, body)
  }

  /// Stops following an account.
  public func unfollow(_ id: String) async throws(FediverseError) -> Relationship {
    try await bring("unfollow", about: id)
  }

  /// Makes an account stop following.
  public func removeFollower(_ id: String) async throws(FediverseError) -> Relationship {
    try await bring("remove_from_followers", about: id, needing: .removeFollowers)
  }

  /// Blocks an account, so that neither sees the other.
  public func block(_ id: String) async throws(FediverseError) -> Relationship {
    try await bring("block", about: id)
  }

  /// Takes a block back.
  public func unblock(_ id: String) async throws(FediverseError) -> Relationship {
    try await bring("unblock", about: id)
  }

  /// Mutes an account, so that what it does is not shown.
  ///
  /// - Parameters:
  ///   - id: the identifier of the account.
  ///   - notifications: whether its notifications are not shown either; so where not given.
  ///   - duration: the seconds after which the mute ends; it stays where not given.
  public func mute(
    _ id: String, notifications: Bool? = nil, duration: Int? = nil
  ) async throws(FediverseError) -> Relationship {
    var body = JSON.Object()
    body["notifications"] = notifications.map(JSON.bool)
    body["duration"] = duration.map(JSON.int)
    // Akkoma and older Pleroma have another word for it.
    body["expires_in"] = duration.map(JSON.int)
    return try await bring("mute", about: id, body, needing: duration == nil ? nil : .temporaryMutes)
  }

  /// Takes a mute back.
  public func unmute(_ id: String) async throws(FediverseError) -> Relationship {
    try await bring("unmute", about: id)
  }

  /// Writes the private note about an account, which nobody else sees; an empty text removes it.
  public func setNote(_ text: String, about id: String) async throws(FediverseError) -> Relationship {
    try await bring("note", about: id, ["comment": .string(text)], needing: .accountNotes)
  }

  /// Shows a followed account in the own profile.
  public func endorse(_ id: String) async throws(FediverseError) -> Relationship {
    // Since Mastodon 4.4 the call has a better name, and the old one still works.
    try await bring("pin", orElse: "endorse", about: id)
  }

  /// Shows an account in the own profile no more.
  public func unendorse(_ id: String) async throws(FediverseError) -> Relationship {
    try await bring("unpin", orElse: "unendorse", about: id)
  }

  /// Whom the signed-in account blocks, in the order in which it did.
  public var blocks: PagedList<Account> { PagedList(client, .get("/api/v1/blocks")) }

  /// Whom the signed-in account mutes, in the order in which it did.
  public var mutes: PagedList<Account> { PagedList(client, .get("/api/v1/mutes")) }

  /// Whom the signed-in account shows in its profile.
  public var endorsements: PagedList<Account> {
    PagedList(client, .get("/api/v1/endorsements").needing(.endorsements))
  }

  /// Whom an account shows in its profile.
  public func endorsements(of id: String) -> PagedList<Account> {
    PagedList(client, .get("/api/v1/accounts/\(id)/endorsements").needing(.endorsements))
  }

  /// The tags that an account shows in its profile.
  public func featuredTags(of id: String) async throws(FediverseError) -> Rows<FeaturedTag> {
    try await client.perform(.get("/api/v1/accounts/\(id)/featured_tags").needing(.featuredTags)).rows()
  }

  private func bring(
    _ act: String, about id: String, _ body: JSON.Object = [:], needing feature: Feature? = nil
  ) async throws(FediverseError) -> Relationship {
    var call = Call.ensure("/api/v1/accounts/\(id)/\(act)", body.members.isEmpty ? .none : .json(.object(body)))
    call.feature = feature
    return try await client.perform(call).entity()
  }

  private func bring(
    _ act: String, orElse other: String, about id: String
  ) async throws(FediverseError) -> Relationship {
    let (first, second) = (
      Call.ensure("/api/v1/accounts/\(id)/\(act)"),
      Call.ensure("/api/v1/accounts/\(id)/\(other)").needing(.endorsements)
    )
    return try await client.perform(first, orElse: second).entity()
  }
}
