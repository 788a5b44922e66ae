@testable import TuskSandbox

/// Every route of the sandbox and who may use it, as Mastodon documents it; written down apart from the routes.
enum RouteTable {
  /// Who may call: anybody, anybody but with a good token or none, a program, or a person with one of the scopes.
  enum Right: Equatable {
    case open
    case anyone(String)
    case program
    case person(String)
    /// The owner of the sandbox.
    case owner
  }

  /// A line of the table; where there are several scopes each is enough.
  typealias Line = (method: String, path: String, right: Right)

  static let all: [Line] =
    sources + people + relations + statuses + inbox + collections + streams + moderation + settings
    + administration + sandbox

  private static let sources: [Line] =
    lines("GET", .open, "/.well-known/nodeinfo /nodeinfo/2.0 /.well-known/webfinger /health /oauth/authorize")
    + lines("GET", .open, "/.well-known/oauth-authorization-server /oauth/authorize/native /api/v1/custom_emojis")
    + lines("GET", .open, "/api/v1/instance /api/v2/instance /system/media_attachments/:id/:name")
    + ["rules", "peers", "activity", "domain_blocks", "languages", "translation_languages", "extended_description"]
    .flatMap { lines("GET", .open, "/api/v1/instance/\($0)") }
    + lines("GET", .open, "/api/v1/instance/privacy_policy /api/v1/streaming/health")
    + lines("POST", .open, "/api/v1/apps /oauth/authorize /oauth/token /oauth/revoke")
    + lines("GET", .program, "/api/v1/apps/verify_credentials") + lines("GET", .person("profile"), "/oauth/userinfo")
    + lines("GET", .person("read"), "/api/v1/announcements")
    + lines("POST", .person("write:accounts"), "/api/v1/announcements/:id/dismiss")
    + ["PUT", "DELETE"]
    .flatMap { lines($0, .person("write:favourites"), "/api/v1/announcements/:id/reactions/:name") }
    + lines("GET", .person("read:accounts"), "/api/v1/suggestions /api/v2/suggestions")
    + lines("DELETE", .person("write:accounts"), "/api/v1/suggestions/:id")
    + lines("GET", .open, "/api/oembed") + lines("POST", .program, "/api/v1/accounts")
    + lines("GET", .anyone("read"), "/api/v1/directory")
    + lines("GET", .anyone("read:search"), "/api/v2/search")
    + lines("POST", .person("write:reports"), "/api/v1/reports")

  private static let people: [Line] =
    lines("GET", .person("read:accounts profile"), "/api/v1/accounts/verify_credentials")
    + lines("GET", .anyone("read:accounts"), "/api/v1/accounts/lookup /api/v1/accounts /api/v1/accounts/:id")
    + ["followers", "following", "featured_tags", "endorsements"]
    .flatMap { lines("GET", .anyone("read:accounts"), "/api/v1/accounts/:id/\($0)") }
    + lines("GET", .anyone("read:statuses"), "/api/v1/accounts/:id/statuses")
    + lines("GET", .person("read:accounts"), "/api/v1/accounts/search /api/v1/preferences /api/v1/endorsements")
    + lines("GET", .person("read:follows follow"), "/api/v1/accounts/relationships /api/v1/accounts/familiar_followers")
    + lines("GET", .person("read:lists"), "/api/v1/accounts/:id/lists")
    + lines("PATCH", .person("write:accounts"), "/api/v1/accounts/update_credentials")
    + lines("DELETE", .person("write:accounts"), "/api/v1/profile/avatar /api/v1/profile/header")

  private static let relations: [Line] =
    lines("POST", .person("write:follows follow"), "/api/v1/accounts/:id/follow /api/v1/accounts/:id/unfollow")
    + lines("POST", .person("write:follows follow"), "/api/v1/accounts/:id/remove_from_followers")
    + lines("POST", .person("write:blocks follow"), "/api/v1/accounts/:id/block /api/v1/accounts/:id/unblock")
    + lines("POST", .person("write:mutes follow"), "/api/v1/accounts/:id/mute /api/v1/accounts/:id/unmute")
    + ["pin", "unpin", "endorse", "unendorse", "note"]
    .flatMap { lines("POST", .person("write:accounts"), "/api/v1/accounts/:id/\($0)") }
    + lines("GET", .person("read:blocks follow"), "/api/v1/blocks /api/v1/domain_blocks")
    + lines("GET", .person("read:mutes follow"), "/api/v1/mutes")
    + ["POST", "DELETE"].flatMap { lines($0, .person("write:blocks follow"), "/api/v1/domain_blocks") }
    + lines("GET", .person("read:follows follow"), "/api/v1/follow_requests /api/v1/followed_tags")
    + ["authorize", "reject"]
    .flatMap { lines("POST", .person("write:follows follow"), "/api/v1/follow_requests/:id/\($0)") }
    + lines("GET", .anyone("read"), "/api/v1/tags/:id /api/v1/trends /api/v1/trends/tags /api/v1/trends/statuses")
    + lines("GET", .anyone("read"), "/api/v1/trends/links")
    + lines("POST", .person("write:follows follow"), "/api/v1/tags/:id/follow /api/v1/tags/:id/unfollow")
    + lines("POST", .person("write:accounts"), "/api/v1/tags/:id/feature /api/v1/tags/:id/unfeature")
    + lines("GET", .person("read:accounts"), "/api/v1/featured_tags /api/v1/featured_tags/suggestions")
    + lines("POST", .person("write:accounts"), "/api/v1/featured_tags")
    + lines("DELETE", .person("write:accounts"), "/api/v1/featured_tags/:id")

  private static let statuses: [Line] =
    lines("GET", .anyone("read:statuses"), "/api/v1/statuses /api/v1/statuses/:id /api/v1/statuses/:id/context")
    + lines("GET", .anyone("read:statuses"), "/api/v1/statuses/:id/card /api/v1/statuses/:id/history")
    + lines("GET", .anyone("read:accounts"), "/api/v1/statuses/:id/reblogged_by /api/v1/statuses/:id/favourited_by")
    + lines("GET", .person("read:statuses"), "/api/v1/statuses/:id/source /api/v1/statuses/:id/quotes")
    + lines("POST", .person("read:statuses"), "/api/v1/statuses/:id/translate")
    + lines("POST", .person("write:statuses"), "/api/v1/statuses /api/v1/statuses/:id/quotes/:quote/revoke")
    + lines("PUT", .person("write:statuses"), "/api/v1/statuses/:id /api/v1/statuses/:id/interaction_policy")
    + lines("DELETE", .person("write:statuses"), "/api/v1/statuses/:id")
    + [
      ("favourite", "favourites"), ("bookmark", "bookmarks"), ("pin", "accounts"), ("mute", "mutes"),
      ("reblog", "statuses"),
    ].flatMap { name, scope in
      let right = Right.person(scope == "mutes" ? "write:mutes follow" : "write:\(scope)")
      return lines("POST", right, "/api/v1/statuses/:id/\(name) /api/v1/statuses/:id/un\(name)")
    }
    + ["public", "tag/:tag", "link"].flatMap { lines("GET", .anyone("read:statuses"), "/api/v1/timelines/\($0)") }
    + lines("GET", .person("read:statuses"), "/api/v1/timelines/home")
    + lines("GET", .person("read:lists"), "/api/v1/timelines/list/:id")
    + lines("GET", .person("read:favourites"), "/api/v1/favourites")
    + lines("GET", .person("read:bookmarks"), "/api/v1/bookmarks")
    + lines("GET", .anyone("read:statuses"), "/api/v1/polls/:id")
    + lines("POST", .person("write:statuses"), "/api/v1/polls/:id/votes")
    + lines("POST", .person("write:media"), "/api/v1/media /api/v2/media")
    + ["GET", "PUT", "DELETE"].flatMap { lines($0, .person("write:media"), "/api/v1/media/:id") }
    + lines("GET", .person("read:statuses"), "/api/v1/scheduled_statuses /api/v1/scheduled_statuses/:id")
    + ["PUT", "DELETE"].flatMap { lines($0, .person("write:statuses"), "/api/v1/scheduled_statuses/:id") }

  private static let inbox: [Line] =
    ["", "/unread_count", "/:id", "/requests", "/requests/merged", "/requests/:id", "/policy"]
    .flatMap { lines("GET", .person("read:notifications"), "/api/v1/notifications\($0)") }
    + [
      "/clear", "/dismiss", "/:id/dismiss", "/requests/accept", "/requests/dismiss", "/requests/:id/accept",
      "/requests/:id/dismiss",
    ]
    .flatMap { lines("POST", .person("write:notifications"), "/api/v1/notifications\($0)") }
    + ["", "/unread_count", "/:key", "/:key/accounts", "/policy"]
    .flatMap { lines("GET", .person("read:notifications"), "/api/v2/notifications\($0)") }
    + lines("POST", .person("write:notifications"), "/api/v2/notifications/:key/dismiss")
    + ["PATCH", "PUT"].flatMap {
      lines($0, .person("write:notifications"), "/api/v1/notifications/policy /api/v2/notifications/policy")
    }
    + lines("GET", .person("read:statuses"), "/api/v1/markers /api/v1/conversations")
    + lines("POST", .person("write:statuses"), "/api/v1/markers")
    + lines("POST", .person("write:conversations"), "/api/v1/conversations/:id/read")
    + lines("DELETE", .person("write:conversations"), "/api/v1/conversations/:id")

  private static let collections: [Line] =
    lines("GET", .person("read:lists"), "/api/v1/lists /api/v1/lists/:id /api/v1/lists/:id/accounts")
    + lines("POST", .person("write:lists"), "/api/v1/lists /api/v1/lists/:id/accounts")
    + lines("PUT", .person("write:lists"), "/api/v1/lists/:id")
    + lines("DELETE", .person("write:lists"), "/api/v1/lists/:id /api/v1/lists/:id/accounts")
    + lines("GET", .person("read:filters"), "/api/v2/filters /api/v2/filters/:id /api/v2/filters/:id/keywords")
    + lines("POST", .person("write:filters"), "/api/v2/filters /api/v2/filters/:id/keywords")
    + lines("PUT", .person("write:filters"), "/api/v2/filters/:id")
    + lines("DELETE", .person("write:filters"), "/api/v2/filters/:id /api/v2/filters/keywords/:id")
    + lines("GET", .person("read:filters"), "/api/v2/filters/keywords/:id /api/v2/filters/statuses/:id")
    + lines("PUT", .person("write:filters"), "/api/v2/filters/keywords/:id /api/v1/filters/:id")
    + lines("GET", .person("read:filters"), "/api/v2/filters/:id/statuses /api/v1/filters /api/v1/filters/:id")
    + lines("POST", .person("write:filters"), "/api/v2/filters/:id/statuses /api/v1/filters")
    + lines("DELETE", .person("write:filters"), "/api/v2/filters/statuses/:id /api/v1/filters/:id")

  private static let streams: [Line] =
    ["user", "direct", "public", "public/local", "public/remote", "hashtag", "hashtag/local"]
    .flatMap { lines("GET", .person("read:statuses"), "/api/v1/streaming/\($0)") }
    + lines("GET", .person("read:notifications"), "/api/v1/streaming/user/notification")
    + lines("GET", .person("read:lists"), "/api/v1/streaming/list")
    + lines("GET", .person("read read:statuses read:notifications read:lists"), "/api/v1/streaming")

  private static let moderation: [Line] =
    lines("GET", .person("admin:read:reports"), "/api/v1/admin/reports /api/v1/admin/reports/:id")
    + ["resolve", "reopen", "assign_to_self", "unassign"]
    .flatMap { lines("POST", .person("admin:write:reports"), "/api/v1/admin/reports/:id/\($0)") }
    + lines("PUT", .person("admin:write:reports"), "/api/v1/admin/reports/:id")
    + lines("GET", .person("admin:read:accounts"), "/api/v1/admin/accounts/:id /api/v1/admin/accounts")
    + lines("GET", .person("admin:read:accounts"), "/api/v2/admin/accounts")
    + lines("DELETE", .person("admin:write:accounts"), "/api/v1/admin/accounts/:id")
    + ["action", "enable", "unsilence", "unsensitive", "unsuspend", "approve", "reject"]
    .flatMap { lines("POST", .person("admin:write:accounts"), "/api/v1/admin/accounts/:id/\($0)") }

  private static let sandbox: [Line] =
    lines("GET", .owner, "/sandbox/v1/clock /sandbox/v1/faults")
    + lines("POST", .owner, "/sandbox/v1/personas /sandbox/v1/clock /sandbox/v1/faults")
    + lines("DELETE", .owner, "/sandbox/v1/faults")

  static func lines(_ method: String, _ right: Right, _ paths: String) -> [Line] {
    paths.split(separator: " ").map { (method, String($0), right) }
  }
}
