/// What is known of every feature before a server was asked.
///
/// A row is a hint: what the server answers counts more. Where an entry names a version, it is the first that has the
/// feature; versions of Mastodon are those of its documentation.
enum FeatureTable {
  static let rows: [Feature: FeatureRow] = [
    // Accounts.
    .accountLookup: .only(
      "find an account by its name", .mastodon("3.4"), .gotosocial, .firefish, .catodon, .iceshrimp, .iceshrimpNET,
      .sharkey, .takahe, doubtful: [.pleroma, .akkoma, .friendica]),
    .accountBatch: .only("tell of several accounts at once", .mastodon("4.3")),
    .profile: .only("show the own profile as a thing of its own", .mastodon(api: 8)),
    .removeFollowers: .only("make an account stop following", .mastodon("3.5"), .pleroma, .akkoma),
    .endorsements: .only("show accounts in the own profile", .mastodon("2.5"), .pleroma),
    .accountNotes: .only(
      "keep notes about accounts", .mastodon("3.2"), .pleroma, .akkoma, .friendica, .gotosocial),
    .familiarFollowers: .only(
      "tell who else follows an account", .mastodon("3.5"), .pleroma("2.7"), .takahe),
    .followRequests: .allBut([], "let followers in by hand"),
    .temporaryMutes: .allBut([.pixelfed, .friendica], "mute an account for a while", .mastodon("3.3")),
    .domainBlocks: .only("block whole servers", .mastodon, .pleroma, .akkoma, .pixelfed, .sharkey),
    .suggestions: .only("suggest accounts", .mastodon("2.4.3"), .firefish, .catodon, .iceshrimp, .sharkey),
    .directory: .only("list the accounts that want to be found", .mastodon("3.0"), .pleroma, .akkoma, .friendica),
    .preferences: .everywhere("keep settings that clients share", .mastodon("2.8")),

    // Statuses.
    .statusBatch: .only("tell of several statuses at once", .mastodon("4.3"), .pleroma, .akkoma),
    .statusEditing: .everywhere("change a status after it was published", .mastodon("3.5")),
    .statusSource: .allBut([.pixelfed], "give the text of a status as it was typed", .mastodon("3.5")),
    .statusHistory: .allBut([.friendica], "show the earlier editions of a status", .mastodon("3.5")),
    .statusPreview: .only("show what a status would become", .pleroma, .akkoma),
    .expiringStatuses: .only("publish statuses that remove themselves", .pleroma, .akkoma),
    .scheduledStatuses: .only(
      "publish at a later time", .mastodon("2.7"), .pleroma, .akkoma, .friendica, .gotosocial("0.20"), .firefish,
      doubtful: [.catodon], lacking: [.iceshrimpNET, .mitra, .takahe, .snac]),
    .rescheduling: .only(
      "move a scheduled status to another time", .mastodon("2.7"), .pleroma, .akkoma, .gotosocial("0.20"),
      .firefish, doubtful: [.catodon], lacking: [.iceshrimpNET, .mitra, .takahe, .snac]),
    .quotes: .only(
      "quote a status inside another one", .mastodon(api: 7), .akkoma, .friendica,
      doubtful: [.pleroma, .firefish, .catodon, .iceshrimp, .sharkey]),
    .quotePolicies: .only("set who may quote a status", .mastodon(api: 7)),
    .quoteControl: .only("list quotes and take them back", .mastodon(api: 7)),
    .directVisibility: .allBut([.pixelfed], "publish a status for nobody but those it names"),
    .localVisibility: .only("keep a status on the server", .pleroma, .akkoma, .gotosocial),
    .contentTypes: .only(
      "take text with markup", .pleroma, .akkoma, .gotosocial,
      doubtful: [.pixelfed, .friendica, .firefish, .catodon, .iceshrimp, .sharkey]),
    .pinning: .allBut([.sharkey], "show a status first in the profile", .mastodon("1.6")),
    .threadMuting: .allBut([.sharkey], "mute a thread", .mastodon("1.4.2")),
    .bookmarks: .everywhere("bookmark statuses", .mastodon("3.1")),
    .emojiReactions: .only(
      "answer a status with an emoji", .pleroma, .akkoma, .firefish, .catodon, .iceshrimp, .iceshrimpNET, .sharkey),
    .interactionRequests: .only("let one decide on replies, favorites and reblogs", .gotosocial("0.17")),
    .translation: .only("translate statuses", .mastodon("4.0"), .akkoma),
    .polls: .everywhere("show polls", .mastodon("2.8")),
    .pollMaking: .allBut([.friendica], "publish polls", .mastodon("2.8")),
    .pollVoting: .allBut([.pixelfed, .friendica], "let one choose in a poll", .mastodon("2.8")),
    .mediaEditing: .everywhere("change the description of an upload"),
    .mediaDeletion: .only("remove an upload", .mastodon(api: 4)),

    // Timelines and notifications.
    .linkTimeline: .only("list the statuses that link to a page", .mastodon("4.3")),
    .bubbleTimeline: .only(
      "show the timeline of the servers close to it", .akkoma, doubtful: [.sharkey]),
    .directTimeline: .only(
      "show statuses for few as a timeline", .pleroma, .akkoma, doubtful: [.friendica, .pixelfed]),
    .conversations: .everywhere("list talks among few", .mastodon("2.6")),
    .notificationKinds: .allBut([.friendica, .sharkey], "list notifications of some kinds only", .mastodon("3.5")),
    .notificationDismissal: .allBut([.gotosocial], "remove one notification"),
    .unreadNotificationCount: .some("count unread notifications", .mastodon("4.3"), lacking: [.gotosocial]),
    .groupedNotifications: .only("group notifications", .mastodon(api: 2)),
    .notificationPolicy: .only("keep notifications of strangers apart", .mastodon("4.3")),
    .markers: .only(
      "keep how far a timeline was read", .mastodon("3.0"), .pleroma, .akkoma, .friendica, .gotosocial),
    .asyncRefresh: .only("tell of what it fetches in the background", .mastodon("4.4")),
    .streaming: .only(
      "tell of what happens as it happens", .mastodon, .pleroma, .akkoma, .gotosocial, .iceshrimp, .iceshrimpNET,
      doubtful: [.firefish, .catodon, .sharkey], lacking: [.mitra, .takahe, .snac]),
    .serverSentEvents: .only(
      "stream over plain HTTP", .mastodon, doubtful: [.firefish, .catodon, .sharkey, .iceshrimp],
      lacking: [.mitra, .takahe, .snac]),
    .pushSubscriptions: .only(
      "send push messages", .mastodon("2.4"), .pleroma, .akkoma, .friendica, .gotosocial),

    // Lists, filters and tags.
    .lists: .allBut([.pixelfed], "keep lists of accounts", .mastodon("2.1")),
    .listMembership: .allBut([.pixelfed], "tell which lists an account is in", .mastodon("2.1")),
    .filters: .only("filter with an action", .mastodon("4.0"), .gotosocial),
    .legacyFilters: .some("filter by one phrase", .mastodon("2.4.3"), .pleroma, .akkoma, .gotosocial),
    .filterBlur: .only("blur filtered media", .mastodon(api: 5)),
    .followedTags: .only(
      "follow tags", .mastodon("4.0"), .friendica, .pixelfed, .gotosocial, .akkoma, .takahe),
    .featuredTags: .only("show tags in the own profile", .mastodon("3.0")),
    .tagFeaturing: .only("show a tag in the own profile by its name", .mastodon("4.4")),
    .trendingTags: .only("tell which tags are in fashion", .mastodon("3.5"), .firefish, .catodon, .iceshrimp),
    .trendingStatuses: .only("tell which statuses are in fashion", .mastodon("3.5"), .sharkey),
    .trendingLinks: .only("tell which links are in fashion", .mastodon("3.5")),

    // The server.
    .announcements: .allBut([.friendica, .gotosocial], "make announcements", .mastodon("3.1")),
    .announcementReactions: .allBut([.friendica, .gotosocial], "take answers to announcements", .mastodon("3.1")),
    .instanceRules: .some("list its rules", .mastodon("3.4")),
    .instanceDescription: .some("show a long description", .mastodon("4.0")),
    .privacyPolicy: .some("show a privacy policy", .mastodon("4.0")),
    .termsOfService: .some("show terms of service", .mastodon("4.4")),
    .instanceLanguages: .some("list the languages that it translates", .mastodon("4.2")),
    .instancePeers: .some("list the servers that it knows", .mastodon("2.1.2")),
    .instanceBlocks: .some("list the servers that it has blocked", .mastodon("4.0")),
    .instanceActivity: .some("tell how busy it was", .mastodon("2.1.2")),
    .customEmojis: .everywhere("list its emojis", .mastodon("2.0")),
    .collections: .only("keep collections of accounts", .mastodon(api: 10)),
    .annualReports: .only("tell what the account did in a year", .mastodon("4.3")),
    .annualReportMaking: .only("make a report of a year when asked", .mastodon(api: 8)),
    .embedding: .some("give statuses as HTML for other pages", .mastodon),
    .exports: .only("export lists as CSV", .gotosocial),
    .imports: .only("import lists from CSV", .gotosocial),
    .tokens: .only("list the sign-ins of the account", .gotosocial),
    .userInfo: .some("tell who is signed in as OpenID Connect has it", .mastodon("4.4")),
    .administration: .some("be looked after from afar", .mastodon("2.9.1"), .gotosocial),
    .adminDomainBlocks: .some("block servers for everybody", .mastodon("4.0"), .gotosocial),
    .adminMeasures: .some("give figures of itself", .mastodon("3.5")),
    .idempotencyKeys: .some(
      "know a repeated request by its key", .mastodon, .pleroma, .akkoma, .iceshrimp, .iceshrimpNET,
      // Pixelfed knows the key, but neither whether the first request worked nor what came of it.
      lacking: [.pixelfed, .gotosocial, .friendica, .firefish, .sharkey, .mitra, .takahe, .snac]),
  ]
}

extension Feature {
  /// What a server with the feature can do, as it stands behind `can` or `cannot`: `group notifications`.
  public var summary: String {
    FeatureTable.rows[self]?.summary ?? "do '\(rawValue)'"
  }
}
