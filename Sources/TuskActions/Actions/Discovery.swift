import Fediverse
import XCallbackURL

extension Action {
  /// The actions on what is popular or announced.
  package static let discovery: [Action] = [
    Action(
      "getTrendingTags", verbs: ["trends", "trends tags"], "Lists hashtags that many use now.", example: "trends",
      effect: .read, needs: .trendingTags, takes: Argument.query(),
      returns: .list("tags", .tag, "the names, separated by commas", id: \.name), isPublic: true
    ) { server, query throws(Failure) in
      try await server.rows(of: server.client.trends.tags, query) { tag, _ in tag }
    },
    .statuses(
      "getTrendingStatuses", verbs: ["trends statuses"], "Lists statuses that many favorite and boost now.",
      example: "trends statuses", needs: .trendingStatuses
    ) { $0.trends.statuses },
    Action(
      "getTrendingLinks", verbs: ["trends links"], "Lists web pages that many link to now.", example: "trends links",
      effect: .read, needs: .trendingLinks, takes: Argument.query(),
      returns: .list("links", .card, "the URLs, separated by commas", id: \.url), isPublic: true
    ) { server, query throws(Failure) in
      try await server.rows(of: server.client.trends.links, query) { link, _ in link }
    },
    Action(
      "getAnnouncements", verbs: ["announcements"], "Lists the announcements of the server's administrators.",
      example: "announcements --all", effect: .read, needs: .announcements,
      takes: Argument.flag("all", "also those that you dismissed"),
      returns: .list("announcements", .announcement, "the identifiers, separated by commas", id: \.id)
    ) { server, isAll throws(Failure) in
      try await server.page(await server.client.announcements.list(withDismissed: isAll)) { $0 }
    },
    Action(
      "dismissAnnouncement", verbs: ["dismiss"], "Dismisses an announcement: the server no longer shows it to you.",
      example: "dismiss announcement:1", effect: .reversible(by: nil), done: "dismissed {subject}",
      needs: .announcements,
      takes: Argument.announcement, returns: .nothing
    ) { server, id throws(Failure) in
      try await server.attempt(await server.client.announcements.dismiss(id), about: "announcement:\(id)")
    },
    Action(
      "reactToAnnouncement", verbs: ["react"], "Adds an emoji reaction to an announcement.",
      example: "react announcement:1 \"🎉\"", effect: .reversible(by: "unreactToAnnouncement"),
      done: "{emoji} reacted to {subject}",
      needs: .announcementReactions, takes: Argument.announcement, Argument.title("emoji", "the emoji"),
      returns: .nothing
    ) { server, id, emoji throws(Failure) in
      try await server.attempt(await server.client.announcements.react(emoji, to: id), about: "announcement:\(id)")
    },
    Action(
      "unreactToAnnouncement", verbs: ["unreact"], "Removes your emoji reaction from an announcement.",
      example: "unreact announcement:1 \"👋\"", effect: .reversible(by: "reactToAnnouncement"),
      done: "removed your reaction to {subject}",
      needs: .announcementReactions, takes: Argument.announcement, Argument.title("emoji", "the emoji"),
      returns: .nothing
    ) { server, id, emoji throws(Failure) in
      try await server.attempt(await server.client.announcements.unreact(emoji, to: id), about: "announcement:\(id)")
    },
    Action(
      "getFeaturedTags", verbs: ["featured tags"], "Lists the hashtags that an account features on its profile.",
      example: "featured tags", effect: .read, needs: .featuredTags,
      takes: Argument.account("of", "the account (default: your own)"),
      returns: .list("tags", .featuredTag, "the names, separated by commas", id: \.name)
    ) { server, account throws(Failure) in
      guard account != .me else { return try await server.page(await server.client.tags.featured()) { $0 } }
      let id = try await server.id(of: account)
      return try await server.page(await server.client.accounts.featuredTags(of: id), about: account.name) { $0 }
    },
    Action(
      "getTagSuggestions", verbs: ["suggested tags"], "Lists hashtags that you often use and could feature.",
      example: "suggested tags", effect: .read, needs: .featuredTags,
      returns: .list("tags", .tag, "the names, separated by commas", id: \.name)
    ) { server throws(Failure) in
      try await server.page(await server.client.tags.featuredSuggestions()) { $0 }
    },
  ]
}

extension Argument where Value == String {
  fileprivate static var announcement: Argument {
    .subject("announcementID", synonym: "announcement", of: .announcement, "the identifier of the announcement")
  }
}

extension RecordOf where Value == FeaturedTag {
  /// A hashtag that an account features on its profile.
  static let featuredTag = RecordOf(
    "featuredTag", kind: .tag, id: "name", spelling: "name",
    Shape(
      .reference("name", to: .tag, "the hashtag without its '#'", value: \.name),
      .number("statuses", "how many of the account's statuses have it", value: \.statusesCount),
      .time("last", "when the account last used it", value: \.lastStatusAt),
      .url("url", "its page on the profile", isColumn: false, value: \.url)))
}

extension RecordOf where Value == Announcement {
  /// An announcement of the administrators.
  static let announcement = RecordOf(
    "announcement", kind: .announcement, spelling: "text",
    Shape(
      .id(.announcement, value: \.id),
      .time("published", "when it was published", value: \.publishedAt),
      .prose("text", "the content as plain text") { HTMLText($0.content).plain },
      .flag("read", "whether you dismissed it", isOptional: true, value: \.isRead),
      .time("starts", "when the event begins", isColumn: false, value: \.startsAt),
      .time("ends", "when the event ends", isColumn: false, value: \.endsAt),
      .flag("allDay", "whether only the days of the event matter", isColumn: false, value: \.isAllDay),
      .records("reactions", "the emoji reactions", as: { .reaction }, value: \.reactions)))
}

extension RecordOf where Value == PreviewCard {
  /// The preview of a web page.
  static let card = RecordOf(
    "card", id: "url", spelling: "title",
    Shape(
      .text("title", "its title", value: \.title),
      .url("url", "the page", isOptional: false, value: \.url),
      .text("provider", "the name of its website", isOptional: true, value: \.providerName),
      .prose("description", "its description", isColumn: false, value: \.description),
      .texts("authors", "its authors", isColumn: false) { $0.authors.map(\.name) },
      .text("kind", "the kind of page: link, photo, video or rich", isColumn: false, value: \.kind),
      .url("imageURL", "a preview image", isColumn: false, value: \.imageURL),
      .text("language", "its language, as an ISO 639 code", isOptional: true, isColumn: false, value: \.language),
      .time("published", "when it was published", isColumn: false, value: \.publishedAt),
      .number("uses", "how often it was linked to in the days that the server counts", isColumn: false) {
        $0.history.map(\.uses).reduce(0, +)
      },
      .days("how often it was linked to on each of these days, the oldest first", value: \.history)))
}
