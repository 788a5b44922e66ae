/// Every endpoint of the sandbox, by subject.
enum Routes {
  static var all: [Endpoint] {
    [
      instance, applications, authorization, accounts, relations, followRequests, statuses, reading, marks, timelines,
      notifications, media, polls, lists, search, filters, scheduled, profile, tags, conversations, grouped, streaming,
      moderation, sandbox, odds,
    ].flatMap { $0 }
  }
}
