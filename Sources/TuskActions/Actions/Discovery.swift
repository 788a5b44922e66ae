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
