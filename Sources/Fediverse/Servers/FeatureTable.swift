/// What is known about every feature before a server is asked.
///
/// A row is a hint; the server's own responses take precedence. A version is the first one that supports the feature;
/// versions of Mastodon are taken from its documentation.
enum FeatureTable {
  static let rows: [Feature: FeatureRow] = [
    // Accounts.
    .accountLookup: .only(
      "find an account by name", .mastodon("3.4"), .gotosocial, .firefish, .catodon, .iceshrimp, .iceshrimpNET,
      .sharkey, .takahe, doubtful: [.pleroma, .akkoma, .friendica]),
    .accountBatch: .only("return several accounts at once", .mastodon("4.3")),
    .profile: .only("return your profile separately", .mastodon(api: 8)),
    .removeFollowers: .only("remove followers", .mastodon("3.5"), .pleroma, .akkoma),
    .endorsements: .only("feature accounts on your profile", .mastodon("2.5"), .pleroma),
    .accountNotes: .only(
      "keep notes about accounts", .mastodon("3.2"), .pleroma, .akkoma, .friendica, .gotosocial),
    .familiarFollowers: .only(
      "list familiar followers", .mastodon("3.5"), .pleroma("2.7"), .takahe),
    .followRequests: .allBut([], "let you approve followers"),
    .temporaryMutes: .allBut([.pixelfed, .friendica], "mute an account for a limited time", .mastodon("3.3")),
    .domainBlocks: .only("block whole servers", .mastodon, .pleroma, .akkoma, .pixelfed, .sharkey),
    .suggestions: .only("suggest accounts", .mastodon("2.4.3"), .firefish, .catodon, .iceshrimp, .sharkey),
    .directory: .only("list discoverable accounts", .mastodon("3.0"), .pleroma, .akkoma, .friendica),
    .preferences: .everywhere("store settings for all clients", .mastodon("2.8")),

    // Statuses.
    .statusBatch: .only("return several statuses at once", .mastodon("4.3"), .pleroma, .akkoma),
    .statusEditing: .everywhere("edit published statuses", .mastodon("3.5")),
    .statusSource: .allBut([.pixelfed], "return the source text of a status", .mastodon("3.5")),
    .statusHistory: .allBut([.friendica], "show the edit history of a status", .mastodon("3.5")),
    .statusPreview: .only("preview a status", .pleroma, .akkoma),
    .expiringStatuses: .only("publish statuses that expire", .pleroma, .akkoma),
    .scheduledStatuses: .only(
      "publish at a later time", .mastodon("2.7"), .pleroma, .akkoma, .friendica, .gotosocial("0.20"), .firefish,
      doubtful: [.catodon], lacking: [.iceshrimpNET, .mitra, .takahe, .snac]),
    .rescheduling: .only(
      "change the time of a scheduled status", .mastodon("2.7"), .pleroma, .akkoma, .gotosocial("0.20"),
      .firefish, doubtful: [.catodon], lacking: [.iceshrimpNET, .mitra, .takahe, .snac]),
    .quotes: .only(
      "quote statuses", .mastodon(api: 7), .akkoma, .friendica,
      doubtful: [.pleroma, .firefish, .catodon, .iceshrimp, .sharkey]),
    .quotePolicies: .only("restrict who may quote a status", .mastodon(api: 7)),
    .quoteControl: .only("list and revoke quotes", .mastodon(api: 7)),
    .directVisibility: .allBut([.pixelfed], "publish a status to mentioned accounts only"),
    .localVisibility: .only("publish a status on its own server only", .pleroma, .akkoma, .gotosocial),
    .localVisibilities: .only("publish a status to followers on its own server only", .gotosocial),
    .mutualsVisibility: .only("publish a status to mutual followers only", .gotosocial),
    .listVisibility: .only("publish a status to the members of a list only", .pleroma, .akkoma),
    .contentTypes: .only(
      "accept text with markup", .pleroma, .akkoma, .gotosocial,
      doubtful: [.pixelfed, .friendica, .firefish, .catodon, .iceshrimp, .sharkey]),
    .pinning: .allBut([.sharkey], "pin a status to your profile", .mastodon("1.6")),
    .threadMuting: .allBut([.sharkey], "mute a thread", .mastodon("1.4.2")),
    .bookmarks: .everywhere("bookmark statuses", .mastodon("3.1")),
    .emojiReactions: .only(
      "react to a status with an emoji", .pleroma, .akkoma, .firefish, .catodon, .iceshrimp, .iceshrimpNET, .sharkey),
    .interactionRequests: .only("let you approve replies, favorites and boosts", .gotosocial("0.17")),
    .translation: .only("translate statuses", .mastodon("4.0"), .akkoma),
    .polls: .everywhere("show polls", .mastodon("2.8"), lacking: [.snac]),
    .pollMaking: .allBut([.friendica], "create polls", .mastodon("2.8")),
    .pollVoting: .allBut([.pixelfed, .friendica], "vote in polls", .mastodon("2.8")),
    .mediaEditing: .everywhere("edit the description of an upload"),
    .mediaDeletion: .only("delete an upload", .mastodon(api: 4)),

    // Timelines and notifications.
    .linkTimeline: .only("list the statuses that link to a page", .mastodon("4.3")),
    .bubbleTimeline: .only(
      "show the timeline of related servers", .akkoma, doubtful: [.sharkey]),
    .directTimeline: .only(
      "show direct messages as a timeline", .pleroma, .akkoma, doubtful: [.friendica, .pixelfed]),
    .conversations: .everywhere("list conversations", .mastodon("2.6")),
    .notificationKinds: .allBut([.friendica, .sharkey], "filter notifications by type", .mastodon("3.5")),
    .notificationDismissal: .allBut([.gotosocial], "dismiss a single notification"),
    .unreadNotificationCount: .some("count unread notifications", .mastodon("4.3"), lacking: [.gotosocial]),
    .groupedNotifications: .only("group notifications", .mastodon(api: 2)),
    .notificationPolicy: .only("filter notifications from strangers", .mastodon("4.3")),
    .markers: .only(
      "save your reading position in a timeline", .mastodon("3.0"), .pleroma, .akkoma, .friendica, .gotosocial),
    .asyncRefresh: .only("report the progress of background jobs", .mastodon("4.4")),
    .streaming: .only(
      "stream live events", .mastodon, .pleroma, .akkoma, .gotosocial, .iceshrimp, .iceshrimpNET,
      doubtful: [.firefish, .catodon, .sharkey], lacking: [.mitra, .takahe, .snac]),
    .serverSentEvents: .only(
      "stream over plain HTTP", .mastodon, doubtful: [.firefish, .catodon, .sharkey, .iceshrimp],
      lacking: [.mitra, .takahe, .snac]),
    .pushSubscriptions: .only(
      "send push notifications", .mastodon("2.4"), .pleroma, .akkoma, .friendica, .gotosocial),

    // Lists, filters and tags.
    .lists: .allBut([.pixelfed], "keep lists of accounts", .mastodon("2.1")),
    .listMembership: .allBut([.pixelfed], "show which lists contain an account", .mastodon("2.1")),
    .filters: .only("filter statuses with an action", .mastodon("4.0"), .gotosocial),
    .legacyFilters: .some("filter statuses by phrase", .mastodon("2.4.3"), .pleroma, .akkoma, .gotosocial),
    .filterBlur: .only("blur filtered media", .mastodon(api: 5)),
    .followedTags: .only(
      "follow hashtags", .mastodon("4.0"), .friendica, .pixelfed, .gotosocial, .akkoma, .takahe),
    .featuredTags: .only("feature hashtags on your profile", .mastodon("3.0")),
    .tagFeaturing: .only("feature a hashtag by name", .mastodon("4.4")),
    .trendingTags: .only("list trending hashtags", .mastodon("3.5"), .firefish, .catodon, .iceshrimp),
    .trendingStatuses: .only("list trending statuses", .mastodon("3.5"), .sharkey),
    .trendingLinks: .only("list trending links", .mastodon("3.5")),

    // The server.
    .announcements: .allBut([.friendica, .gotosocial], "publish announcements", .mastodon("3.1")),
    .announcementReactions: .allBut([.friendica, .gotosocial], "accept reactions to announcements", .mastodon("3.1")),
    .instanceRules: .some("list its rules", .mastodon("3.4")),
    .instanceDescription: .some("show an extended description", .mastodon("4.0")),
    .privacyPolicy: .some("show a privacy policy", .mastodon("4.0")),
    .termsOfService: .some("show terms of service", .mastodon("4.4")),
    .instanceLanguages: .some("list its translation languages", .mastodon("4.2")),
    .instancePeers: .some("list the servers it knows", .mastodon("2.1.2")),
    .instanceBlocks: .some("list the servers it blocks", .mastodon("4.0")),
    .instanceActivity: .some("report its weekly activity", .mastodon("2.1.2")),
    .customEmojis: .everywhere("list its custom emojis", .mastodon("2.0")),
    .collections: .only("keep collections of accounts", .mastodon(api: 10)),
    .annualReports: .only("report a year of account activity", .mastodon("4.3")),
    .annualReportMaking: .only("generate an annual report on request", .mastodon(api: 8)),
    .embedding: .some("return statuses as HTML to embed", .mastodon),
    .exports: .only("export lists as CSV", .gotosocial),
    .imports: .only("import lists from CSV", .gotosocial),
    .tokens: .only("list the tokens of the account", .gotosocial),
    .userInfo: .some("return user info (OpenID Connect)", .mastodon("4.4")),
    .administration: .some("offer an admin API", .mastodon("2.9.1"), .gotosocial),
    .adminDomainBlocks: .some("block servers for everyone", .mastodon("4.0"), .gotosocial),
    .adminMeasures: .some("report measurements to administrators", .mastodon("3.5")),
    .idempotencyKeys: .some(
      "recognize a repeated request by its key", .mastodon, .pleroma, .akkoma, .iceshrimp, .iceshrimpNET,
      // Pixelfed recognizes the key, but does not return the result of the first request.
      lacking: [.pixelfed, .gotosocial, .friendica, .firefish, .sharkey, .mitra, .takahe, .snac]),
  ]
}

extension Feature {
  /// What a server with the feature can do, as a verb phrase: `group notifications`.
  public var summary: String {
    FeatureTable.rows[self]?.summary ?? "do '\(rawValue)'"
  }

  /// Whether most software supports it.
  package var isCommon: Bool {
    switch FeatureTable.rows[self]?.others {
    case .have, .haveIfKnown: true
    case .lackIfKnown, .may, nil: false
    }
  }

  /// The software that is known to support it without being asked.
  package var implementers: [Flavor] {
    let row = FeatureTable.rows[self]
    return Flavor.allCases.filter { row?.implementer($0) != nil }
  }
}

/// What is known about a feature before a server is asked: its summary, and the software that supports it.
struct FeatureRow: Sendable {
  /// A verb phrase that completes `Mastodon cannot …`.
  let summary: String
  /// The software that supports the feature, and since which version.
  let implementers: [Implementer]
  /// The software known not to support it.
  let absentees: [Flavor]
  /// The well-documented software of which it is unknown.
  let doubtful: [Flavor]
  /// What is assumed of all other software.
  let others: Others

  /// What is assumed of software that the row does not name.
  enum Others: Sendable {
    /// Every server supports the feature.
    case have
    /// All well-documented software supports it; other software may.
    case haveIfKnown
    /// No other well-documented software supports it; other software may.
    case lackIfKnown
    /// Unknown: the server has to be asked.
    case may
  }

  /// The answer of the table for one server.
  enum Verdict: Sendable {
    case yes
    case no
    case unknown
  }

  /// The well-documented software: a row says something about it even without naming it.
  static let known: [Flavor] = [
    .mastodon, .pleroma, .akkoma, .pixelfed, .friendica, .gotosocial, .firefish, .catodon, .iceshrimp, .sharkey,
  ]

  /// A feature of all software but the named, with the versions since when, if known.
  static func everywhere(
    _ summary: String, _ implementers: Implementer..., lacking absentees: [Flavor] = []
  ) -> FeatureRow {
    FeatureRow(summary: summary, implementers: implementers, absentees: absentees, doubtful: [], others: .have)
  }

  /// A feature of all well-documented software with these exceptions.
  static func allBut(_ absentees: [Flavor], _ summary: String, _ implementers: Implementer...) -> FeatureRow {
    FeatureRow(summary: summary, implementers: implementers, absentees: absentees, doubtful: [], others: .haveIfKnown)
  }

  /// A feature of no other well-documented software.
  static func only(
    _ summary: String, _ implementers: Implementer..., doubtful: [Flavor] = [], lacking absentees: [Flavor] = []
  ) -> FeatureRow {
    FeatureRow(
      summary: summary, implementers: implementers, absentees: absentees, doubtful: doubtful, others: .lackIfKnown)
  }

  /// A feature about which nothing is known except for the named software.
  static func some(_ summary: String, _ implementers: Implementer..., lacking absentees: [Flavor] = []) -> FeatureRow {
    FeatureRow(summary: summary, implementers: implementers, absentees: absentees, doubtful: [], others: .may)
  }

  func verdict(on profile: ServerProfile) -> Verdict {
    let flavor = profile.flavor
    // Misskey has no Mastodon-compatible API at all.
    if flavor == .misskey { return .no }
    if let implementer = implementer(flavor) { return implementer.verdict(on: profile) }
    if doubtful.contains(flavor) { return .unknown }
    let isKnown = Self.known.contains(flavor)
    switch others {
    case _ where absentees.contains(flavor): return profile.variant == nil ? .no : .unknown
    case .have: return .yes
    case .haveIfKnown: return isKnown ? .yes : .unknown
    // A fork may support what its origin does not.
    case .lackIfKnown: return isKnown && profile.variant == nil ? .no : .unknown
    case .may: return .unknown
    }
  }

  func implementer(_ flavor: Flavor) -> Implementer? {
    implementers.first { $0.flavor == flavor }
  }
}
