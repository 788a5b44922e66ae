/// A feature that not every server supports.
///
/// The raw value is the name that people type.
public enum Feature: String, Sendable, Hashable, CaseIterable {
  /// Finding an account by name.
  case accountLookup = "account-lookup"
  /// Fetching several accounts with one request.
  case accountBatch = "account-batch"
  /// Reading and editing your profile through an endpoint of its own.
  case profile
  /// Removing a follower.
  case removeFollowers = "remove-followers"
  /// Featuring accounts on your profile.
  case endorsements
  /// Private notes about accounts.
  case accountNotes = "account-notes"
  /// The accounts you follow that also follow an account.
  case familiarFollowers = "familiar-followers"
  /// Approving followers manually.
  case followRequests = "follow-requests"
  /// Muting an account for a limited time.
  case temporaryMutes = "temporary-mutes"
  /// Blocking whole servers.
  case domainBlocks = "domain-blocks"
  /// Suggestions of accounts to follow.
  case suggestions
  /// The directory of discoverable accounts.
  case directory
  /// Account settings shared by all clients.
  case preferences
  /// Fetching several statuses with one request.
  case statusBatch = "status-batch"
  /// Editing published statuses.
  case statusEditing = "status-editing"
  /// The source text of a status.
  case statusSource = "status-source"
  /// The edit history of a status.
  case statusHistory = "status-history"
  /// Previewing a status before it is published.
  case statusPreview = "status-preview"
  /// Statuses that are deleted at a given time.
  case expiringStatuses = "expiring-statuses"
  /// Publishing at a later time.
  case scheduledStatuses = "scheduled-statuses"
  /// Changing the time of a scheduled status.
  case rescheduling
  /// Quoting a status in another one.
  case quotes
  /// Restricting who may quote a status.
  case quotePolicies = "quote-policies"
  /// Listing the quotes of a status, and revoking them.
  case quoteControl = "quote-control"
  /// Statuses visible only to the mentioned accounts.
  case directVisibility = "direct-visibility"
  /// Statuses visible only on their own server.
  case localVisibility = "local-visibility"
  /// Statuses of any visibility that stay on their own server.
  case localVisibilities = "local-visibilities"
  /// Statuses visible only to mutual followers.
  case mutualsVisibility = "mutuals-visibility"
  /// Statuses visible only to the members of a list.
  case listVisibility = "list-visibility"
  /// Markup in the text of a status.
  case contentTypes = "content-types"
  /// Pinning statuses to the profile.
  case pinning
  /// Muting the notifications of a thread.
  case threadMuting = "thread-muting"
  /// Private bookmarks of statuses.
  case bookmarks
  /// Emoji reactions to statuses.
  case emojiReactions = "emoji-reactions"
  /// Approving replies, favorites and boosts individually.
  case interactionRequests = "interaction-requests"
  /// Machine translation of statuses.
  case translation
  /// Polls.
  case polls
  /// Creating polls.
  case pollMaking = "poll-making"
  /// Voting in polls.
  case pollVoting = "poll-voting"
  /// Editing the description of an uploaded file.
  case mediaEditing = "media-editing"
  /// Deleting an uploaded file that no status uses.
  case mediaDeletion = "media-deletion"
  /// The timeline of statuses that link to a page.
  case linkTimeline = "link-timeline"
  /// The timeline of closely related servers (the bubble).
  case bubbleTimeline = "bubble-timeline"
  /// The timeline of direct messages.
  case directTimeline = "direct-timeline"
  /// Conversations of direct messages.
  case conversations
  /// Filtering notifications by type, with the parameter names of current servers.
  case notificationKinds = "notification-kinds"
  /// Dismissing a single notification.
  case notificationDismissal = "notification-dismissal"
  /// The number of unread notifications.
  case unreadNotificationCount = "unread-notification-count"
  /// Grouped notifications: one per type and status.
  case groupedNotifications = "grouped-notifications"
  /// Filtering notifications from strangers.
  case notificationPolicy = "notification-policy"
  /// Lists of accounts.
  case lists
  /// The lists that contain an account.
  case listMembership = "list-membership"
  /// Filters with actions (version 2 of the API).
  case filters
  /// Filters of single phrases (version 1 of the API).
  case legacyFilters = "legacy-filters"
  /// Filters that blur media.
  case filterBlur = "filter-blur"
  /// Saved reading positions in timelines.
  case markers
  /// Following hashtags.
  case followedTags = "followed-tags"
  /// Featuring hashtags on your profile.
  case featuredTags = "featured-tags"
  /// Featuring a hashtag by name.
  case tagFeaturing = "tag-featuring"
  /// Trending hashtags.
  case trendingTags = "trending-tags"
  /// Trending statuses.
  case trendingStatuses = "trending-statuses"
  /// Trending links.
  case trendingLinks = "trending-links"
  /// Announcements by the administrators.
  case announcements
  /// Emoji reactions to announcements.
  case announcementReactions = "announcement-reactions"
  /// The rules of the server.
  case instanceRules = "instance-rules"
  /// The extended description of the server.
  case instanceDescription = "instance-description"
  /// The privacy policy.
  case privacyPolicy = "privacy-policy"
  /// The terms of service.
  case termsOfService = "terms-of-service"
  /// The language pairs available for translation.
  case instanceLanguages = "instance-languages"
  /// The servers known to this one.
  case instancePeers = "instance-peers"
  /// The servers blocked by this one.
  case instanceBlocks = "instance-blocks"
  /// The activity of the server per week.
  case instanceActivity = "instance-activity"
  /// The custom emojis of the server.
  case customEmojis = "custom-emojis"
  /// Waiting for background jobs of the server.
  case asyncRefresh = "async-refresh"
  /// Live events over a stream.
  case streaming
  /// Streams as server-sent events over plain HTTP.
  case serverSentEvents = "server-sent-events"
  /// Push notifications.
  case pushSubscriptions = "push-subscriptions"
  /// Collections of accounts.
  case collections
  /// Annual reports of the account's activity.
  case annualReports = "annual-reports"
  /// Requesting the generation of an annual report.
  case annualReportMaking = "annual-report-making"
  /// Statuses as HTML to embed in other pages.
  case embedding
  /// Exporting the account's lists as CSV.
  case exports
  /// Importing lists from CSV.
  case imports
  /// The tokens of the account.
  case tokens
  /// The user info endpoint of OpenID Connect.
  case userInfo = "user-info"
  /// The admin API for accounts and reports.
  case administration
  /// Blocking servers for everyone, as an administrator.
  case adminDomainBlocks = "admin-domain-blocks"
  /// Measurements of the server, for administrators.
  case adminMeasures = "admin-measures"
  /// Idempotency keys, by which a server recognizes a repeated request.
  case idempotencyKeys = "idempotency-keys"
}
