extension Path {
  /// The most rows that Mastodon's documentation promises for one page of the list at this path.
  var largestPage: Int {
    if text.hasPrefix("/api/v1/timelines/") { return Self.ofStatuses }
    return Self.sizes[String(text.split(separator: "/").last ?? "")] ?? Self.ofStatuses
  }

  private static let ofStatuses = 40

  /// By the last word of the path.
  private static let sizes = [
    "followers": 80, "following": 80, "blocks": 80, "mutes": 80, "follow_requests": 80, "reblogged_by": 80,
    "favourited_by": 80, "accounts": 80, "endorsements": 80, "directory": 80, "suggestions": 80, "notifications": 80,
    "requests": 80, "domain_blocks": 200, "followed_tags": 200, "reports": 200, "domain_allows": 200, "tags": 20,
    "links": 20,
  ]
}
