public import JSONValue

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
