/// Something that not every server can do.
///
/// The raw value is the name by which people ask for it.
public enum Feature: String, Sendable, Hashable, CaseIterable {
  /// Finding an account by its name.
  case accountLookup = "account-lookup"
  /// Asking for several accounts at once.
  case accountBatch = "account-batch"
  /// Reading and changing the own profile as a thing of its own.
  case profile
  /// Making an account stop following.
  case removeFollowers = "remove-followers"
  /// Showing accounts in the own profile.
  case endorsements
  /// Private notes about accounts.
  case accountNotes = "account-notes"
  /// Which of those one follows follow an account too.
  case familiarFollowers = "familiar-followers"
  /// Letting followers in by hand.
  case followRequests = "follow-requests"
  /// Muting an account for a while.
  case temporaryMutes = "temporary-mutes"
  /// Blocking whole servers.
  case domainBlocks = "domain-blocks"
  /// Accounts that the server thinks worth following.
  case suggestions
  /// The directory of accounts that want to be found.
  case directory
  /// The settings of the account that clients share.
  case preferences
  /// Asking for several statuses at once.
  case statusBatch = "status-batch"
  /// Changing a status after it was published.
  case statusEditing = "status-editing"
  /// The text of a status as it was typed.
  case statusSource = "status-source"
  /// The earlier editions of a status.
  case statusHistory = "status-history"
  /// Seeing what a status would become.
  case statusPreview = "status-preview"
  /// Statuses that remove themselves.
  case expiringStatuses = "expiring-statuses"
  /// Publishing at a later time.
  case scheduledStatuses = "scheduled-statuses"
  /// Moving a scheduled status to another time.
  case rescheduling
  /// Quoting a status inside another one.
  case quotes
  /// Saying who may quote a status.
  case quotePolicies = "quote-policies"
  /// Seeing who quoted a status, and taking a quote back.
  case quoteControl = "quote-control"
  /// Statuses for nobody but those they name.
  case directVisibility = "direct-visibility"
  /// Statuses that stay on the server.
  case localVisibility = "local-visibility"
  /// Text with markup.
  case contentTypes = "content-types"
  /// Showing a status first in the profile.
  case pinning
  /// No more notifications of a thread.
  case threadMuting = "thread-muting"
  /// Keeping statuses for oneself.
  case bookmarks
  /// Answering a status with an emoji.
  case emojiReactions = "emoji-reactions"
  /// Deciding on replies, favorites and reblogs one by one.
  case interactionRequests = "interaction-requests"
  /// Statuses in another language.
  case translation
  /// Polls.
  case polls
  /// Publishing polls.
  case pollMaking = "poll-making"
  /// Choosing in a poll.
  case pollVoting = "poll-voting"
  /// Changing the description of an upload.
  case mediaEditing = "media-editing"
  /// Removing an upload that no status shows.
  case mediaDeletion = "media-deletion"
  /// Statuses that link to a page.
  case linkTimeline = "link-timeline"
  /// Statuses of the servers that this one feels close to.
  case bubbleTimeline = "bubble-timeline"
  /// Statuses for few as a timeline.
  case directTimeline = "direct-timeline"
  /// Talks among few.
  case conversations
  /// Notifications of some kinds only, as the newest servers are asked for them.
  case notificationKinds = "notification-kinds"
  /// Removing one notification.
  case notificationDismissal = "notification-dismissal"
  /// How many notifications are unread.
  case unreadNotificationCount = "unread-notification-count"
  /// Notifications of one kind about one status as one.
  case groupedNotifications = "grouped-notifications"
  /// Keeping notifications of strangers apart.
  case notificationPolicy = "notification-policy"
  /// Lists of accounts.
  case lists
  /// Which lists an account is in.
  case listMembership = "list-membership"
  /// Filters with an action, in their second edition.
  case filters
  /// Filters of one phrase, in their first edition.
  case legacyFilters = "legacy-filters"
  /// Filters that blur media.
  case filterBlur = "filter-blur"
  /// How far a timeline was read.
  case markers
  /// Following tags.
  case followedTags = "followed-tags"
  /// Showing tags in the own profile.
  case featuredTags = "featured-tags"
  /// Showing a tag in the own profile by its name.
  case tagFeaturing = "tag-featuring"
  /// Tags that are in fashion.
  case trendingTags = "trending-tags"
  /// Statuses that are in fashion.
  case trendingStatuses = "trending-statuses"
  /// Links that are in fashion.
  case trendingLinks = "trending-links"
  /// What those who look after the server tell.
  case announcements
  /// Answering an announcement with an emoji.
  case announcementReactions = "announcement-reactions"
  /// The rules of the server.
  case instanceRules = "instance-rules"
  /// The long description of the server.
  case instanceDescription = "instance-description"
  /// The privacy policy.
  case privacyPolicy = "privacy-policy"
  /// The terms of service.
  case termsOfService = "terms-of-service"
  /// The languages that text is translated from and to.
  case instanceLanguages = "instance-languages"
  /// Which servers this one knows.
  case instancePeers = "instance-peers"
  /// Which servers this one has blocked.
  case instanceBlocks = "instance-blocks"
  /// How busy the server was week by week.
  case instanceActivity = "instance-activity"
  /// The emojis of the server.
  case customEmojis = "custom-emojis"
  /// Waiting for what the server fetches in the background.
  case asyncRefresh = "async-refresh"
  /// Being told of what happens as it happens.
  case streaming
  /// Streams over plain HTTP.
  case serverSentEvents = "server-sent-events"
  /// Push messages.
  case pushSubscriptions = "push-subscriptions"
  /// Collections of accounts.
  case collections
  /// What the account did in a year.
  case annualReports = "annual-reports"
  /// Asking for the report of a year.
  case annualReportMaking = "annual-report-making"
  /// Statuses as HTML for other pages.
  case embedding
  /// The lists of the account as CSV.
  case exports
  /// Lists from CSV.
  case imports
  /// The sign-ins of the account.
  case tokens
  /// Who is signed in, as OpenID Connect has it.
  case userInfo = "user-info"
  /// Looking after accounts and reports.
  case administration
  /// Blocking servers for everybody.
  case adminDomainBlocks = "admin-domain-blocks"
  /// The figures of the server.
  case adminMeasures = "admin-measures"
  /// Keys by which a repeated request is known.
  case idempotencyKeys = "idempotency-keys"
}
