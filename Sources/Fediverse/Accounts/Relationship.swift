public import JSONValue

/// How the signed-in account stands to another one.
public struct Relationship: Entity, Hashable {
  /// The identifier of the other account, which Sharkey was seen to leave out.
  public let id: String?
  /// Whether it is followed.
  public let isFollowing: Bool
  /// Whether it follows.
  public let isFollowedBy: Bool
  /// Whether it was asked to be followed and has not answered.
  public let isRequested: Bool
  /// Whether it has asked to follow and waits for an answer.
  public let isRequestedBy: Bool
  /// Whether it is blocked.
  public let isBlocking: Bool
  /// Whether it blocks.
  public let isBlockedBy: Bool
  /// Whether it is muted.
  public let isMuting: Bool
  /// Whether its notifications are muted too.
  public let isMutingNotifications: Bool
  /// Whether what it reblogs is shown.
  public let isShowingReblogs: Bool
  /// Whether each of its statuses makes a notification.
  public let isNotifying: Bool
  /// Whether it is shown in the profile.
  public let isEndorsed: Bool
  /// Whether its whole domain is blocked.
  public let isBlockingDomain: Bool
  /// The private note about it.
  public let note: String
  /// The languages of it that are shown; empty where all are.
  public let languages: [String]
  /// The whole object as the server sent it.
  public let raw: JSON

  /// Reads a relationship, which needs to say anything at all.
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

/// Those whom the signed-in account follows and who follow another account too.
public struct FamiliarFollowers: Entity, Hashable, Identifiable {
  /// The identifier of the other account.
  public let id: String
  /// Who follows it.
  public let accounts: [Account]
  /// The whole object as the server sent it.
  public let raw: JSON

  /// Reads the followers of one account.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "familiar followers")
    id = try fields.id()
    accounts = fields.entities("accounts")
    raw = json
  }
}
