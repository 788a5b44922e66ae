public import JSONValue

extension Client.Accounts {
  /// Follows an account, or requests to follow it if it approves its followers manually. For an account already
  /// followed, changes the given options.
  ///
  /// - Parameters:
  ///   - id: the identifier of the account.
  ///   - showingReblogs: whether to show its reblogs.
  ///   - notifying: whether to notify of each of its statuses.
  ///   - languages: the languages to show, as ISO 639 codes; empty for all.
  public func follow(
    _ id: String, showingReblogs: Bool? = nil, notifying: Bool? = nil, languages: [String]? = nil
  ) async throws(FediverseError) -> Relationship {
    var body = JSON.Object()
    body["reblogs"] = showingReblogs.map(JSON.bool)
    body["notify"] = notifying.map(JSON.bool)
    body["languages"] = languages.map { .array($0.map(JSON.string)) }
    return try await post("follow", about: id, body)
  }

  /// Unfollows an account.
  public func unfollow(_ id: String) async throws(FediverseError) -> Relationship {
    try await post("unfollow", about: id)
  }

  /// Removes a follower.
  public func removeFollower(_ id: String) async throws(FediverseError) -> Relationship {
    try await post("remove_from_followers", about: id, needing: .removeFollowers)
  }

  /// Blocks an account: neither sees the other.
  public func block(_ id: String) async throws(FediverseError) -> Relationship {
    try await post("block", about: id)
  }

  /// Unblocks an account.
  public func unblock(_ id: String) async throws(FediverseError) -> Relationship {
    try await post("unblock", about: id)
  }

  /// Mutes an account: its statuses are hidden.
  ///
  /// - Parameters:
  ///   - id: the identifier of the account.
  ///   - notifications: whether to hide its notifications too; `true` if `nil`.
  ///   - duration: the number of seconds until the mute expires; `nil` for no expiry.
  public func mute(
    _ id: String, notifications: Bool? = nil, duration: Int? = nil
  ) async throws(FediverseError) -> Relationship {
    var body = JSON.Object()
    body["notifications"] = notifications.map(JSON.bool)
    body["duration"] = duration.map(JSON.int)
    // Akkoma and older versions of Pleroma use another key.
    body["expires_in"] = duration.map(JSON.int)
    return try await post("mute", about: id, body, needing: duration == nil ? nil : .temporaryMutes)
  }

  /// Unmutes an account.
  public func unmute(_ id: String) async throws(FediverseError) -> Relationship {
    try await post("unmute", about: id)
  }

  /// Sets the private note about an account, visible only to the signed-in account. An empty text removes it.
  public func setNote(_ text: String, about id: String) async throws(FediverseError) -> Relationship {
    try await post("note", about: id, ["comment": .string(text)], needing: .accountNotes)
  }

  /// Features an account you follow on your profile.
  public func endorse(_ id: String) async throws(FediverseError) -> Relationship {
    // Mastodon 4.4 renamed the call; the old path still works.
    try await post("pin", orElse: "endorse", about: id)
  }

  /// Stops featuring an account on your profile.
  public func unendorse(_ id: String) async throws(FediverseError) -> Relationship {
    try await post("unpin", orElse: "unendorse", about: id)
  }

  /// The accounts you block, in the order of the blocks.
  public var blocks: PagedList<Account> { PagedList(client, .get("/api/v1/blocks")) }

  /// The accounts you mute, in the order of the mutes.
  public var mutes: PagedList<Account> { PagedList(client, .get("/api/v1/mutes")) }

  /// The accounts featured on your profile.
  public var endorsements: PagedList<Account> {
    PagedList(client, .get("/api/v1/endorsements").needing(.endorsements))
  }

  /// The accounts featured on a profile.
  public func endorsements(of id: String) -> PagedList<Account> {
    PagedList(client, .get("/api/v1/accounts/\(id)/endorsements").needing(.endorsements))
  }

  /// The hashtags featured on a profile.
  public func featuredTags(of id: String) async throws(FediverseError) -> Rows<FeaturedTag> {
    try await client.perform(.get("/api/v1/accounts/\(id)/featured_tags").needing(.featuredTags)).rows()
  }

  private func post(
    _ action: String, about id: String, _ body: JSON.Object = [:], needing feature: Feature? = nil
  ) async throws(FediverseError) -> Relationship {
    var call = Call.ensure("/api/v1/accounts/\(id)/\(action)", body.members.isEmpty ? .none : .json(.object(body)))
    call.feature = feature
    return try await client.perform(call).entity()
  }

  private func post(
    _ action: String, orElse other: String, about id: String
  ) async throws(FediverseError) -> Relationship {
    let (first, second) = (
      Call.ensure("/api/v1/accounts/\(id)/\(action)"),
      Call.ensure("/api/v1/accounts/\(id)/\(other)").needing(.endorsements)
    )
    return try await client.perform(first, orElse: second).entity()
  }
}

/// The relationship of the signed-in account to another account.
public struct Relationship: Entity, Hashable {
  /// The identifier of the other account; Sharkey sometimes omits it.
  public let id: String?
  /// Whether you follow it.
  public let isFollowing: Bool
  /// Whether it follows you.
  public let isFollowedBy: Bool
  /// Whether your request to follow it is pending.
  public let isRequested: Bool
  /// Whether its request to follow you is pending.
  public let isRequestedBy: Bool
  /// Whether you block it.
  public let isBlocking: Bool
  /// Whether it blocks you.
  public let isBlockedBy: Bool
  /// Whether you mute it.
  public let isMuting: Bool
  /// Whether you also mute its notifications.
  public let isMutingNotifications: Bool
  /// Whether its reblogs are shown.
  public let isShowingReblogs: Bool
  /// Whether you are notified of each of its statuses.
  public let isNotifying: Bool
  /// Whether it is featured on your profile.
  public let isEndorsed: Bool
  /// Whether you block its domain.
  public let isBlockingDomain: Bool
  /// Your private note about it.
  public let note: String
  /// The languages that are shown, as ISO 639 codes; empty for all.
  public let languages: [String]
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes a relationship.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "relationship")
    id = fields.word("id")
    guard id != nil || fields["following"] != nil || fields["showing_reblogs"] != nil else {
      throw ShapeError(path: "relationship", expected: "a relationship")
    }
    isFollowing = fields.truth("following") ?? false
    isFollowedBy = fields.truth("followed_by") ?? false
    isRequested = fields.truth("requested") ?? false
    isRequestedBy = fields.truth("requested_by") ?? false
    isBlocking = fields.truth("blocking") ?? false
    isBlockedBy = fields.truth("blocked_by") ?? false
    isMuting = fields.truth("muting") ?? false
    isMutingNotifications = fields.truth("muting_notifications") ?? false
    isShowingReblogs = fields.truth("showing_reblogs") ?? false
    isNotifying = fields.truth("notifying") ?? false
    isEndorsed = fields.truth("endorsed") ?? false
    isBlockingDomain = fields.truth("domain_blocking") ?? false
    note = fields.text("note") ?? ""
    languages = fields.texts("languages")
    raw = json
  }
}

/// The followers of an account that you also follow.
public struct FamiliarFollowers: Entity, Hashable, Identifiable {
  /// The identifier of the account.
  public let id: String
  /// Its followers that you also follow.
  public let accounts: [Account]
  /// The whole object as sent by the server.
  public let raw: JSON

  /// Decodes the followers of one account.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "familiar followers")
    id = try fields.id()
    accounts = fields.entities("accounts")
    raw = json
  }
}
