extension FediverseError {
  /// The scope that the token lacks, if that is why the server refused the request. Servers do not name it, so it is
  /// derived from the request.
  public var missingScope: String? {
    guard kind == .forbidden || kind == .unauthorized, let request, let said = serverText?.lowercased(),
      said.contains("scope")
    else { return nil }
    return Self.scope(of: request)
  }

  /// The narrowest Mastodon scope for a request, given as method and path.
  static func scope(of request: String) -> String? {
    let words = request.split(separator: " ")
    guard words.count == 2 else { return nil }
    let access = words[0] == "GET" ? "read" : "write"
    let path = words[1].split(separator: "/").map(String.init)
    guard path.count > 2, path[0] == "api" else { return nil }
    if path[2] == "admin" { return path.count > 3 ? "admin:\(access):\(path[3])" : "admin:\(access)" }
    let thing = acts["\(path[2])/\(path.last ?? "")"] ?? things[path[2]]
    return thing.map { $0 == "conversations" && access == "read" ? "read:statuses" : "\(access):\($0)" }
  }

  /// The resource in the scope, by the first segment of the path.
  private static let things = [
    "accounts": "accounts", "blocks": "blocks", "bookmarks": "bookmarks", "conversations": "conversations",
    "domain_blocks": "blocks", "endorsements": "accounts", "favourites": "favourites", "featured_tags": "accounts",
    "filters": "filters", "follow_requests": "follows", "followed_tags": "follows", "lists": "lists",
    "markers": "statuses", "media": "media", "mutes": "mutes", "notifications": "notifications", "polls": "statuses",
    "preferences": "accounts", "profile": "accounts", "reports": "reports", "scheduled_statuses": "statuses",
    "search": "search", "statuses": "statuses", "streaming": "statuses", "suggestions": "accounts", "tags": "follows",
    "timelines": "statuses",
  ]

  /// The resource in the scope, by the first and last segment of the path, where it differs from the table above.
  private static let acts = [
    "accounts/follow": "follows", "accounts/unfollow": "follows", "accounts/remove_from_followers": "follows",
    "accounts/relationships": "follows", "accounts/block": "blocks", "accounts/unblock": "blocks",
    "accounts/mute": "mutes", "accounts/unmute": "mutes", "accounts/statuses": "statuses", "accounts/lists": "lists",
    "statuses/favourite": "favourites", "statuses/unfavourite": "favourites", "statuses/bookmark": "bookmarks",
    "statuses/unbookmark": "bookmarks", "statuses/mute": "mutes", "statuses/unmute": "mutes",
  ]
}
