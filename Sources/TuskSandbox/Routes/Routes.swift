/// Every endpoint of the sandbox, by subject.
enum Routes {
  static var all: [Endpoint] {
    [
      instance, applications, authorization, accounts, relationships, followRequests, statuses, reading, statusActions,
      timelines,
      notifications, media, polls, lists, search, filters, filterParts, filtersV1, scheduled, profile, tags,
      conversations,
      groupedNotifications, notificationPolicy, streaming,
      moderation, moderatedAccounts, sandbox, discovery, announcements, collections, push, annualReports, accessLists,
      trendReviews, metrics,
    ].flatMap { $0 }
  }
}
