/// A set of OAuth scopes such as `read` or `write:statuses`.
public struct OAuthScopes: Sendable, Hashable, CustomStringConvertible {
  /// The scopes without duplicates, in the given order.
  public let words: [String]

  /// Reads scopes separated by blanks or commas.
  public init(_ text: String) {
    self.init(words: text.split { $0 == "," || $0.isWhitespace }.map(String.init))
  }

  /// Creates scopes from a list.
  public init(words: [String]) {
    var known: Set<String> = []
    self.words = words.filter { !$0.isEmpty && known.insert($0).inserted }
  }

  /// The scopes separated by blanks (RFC 6749 section 3.3).
  public var description: String { words.joined(separator: " ") }

  /// The coarse scopes that every server knows.
  public static let coarse = OAuthScopes("read write follow")

  /// The scopes for a personal client: granular ones if the server lists them, so that its consent page shows what they
  /// allow; otherwise ``coarse``.
  ///
  /// - Parameter metadata: the OAuth metadata of the server.
  public static func standard(for metadata: OAuthMetadata?) -> OAuthScopes {
    let listed = Set(metadata?.scopes ?? [])
    let granular = OAuthScopes(words: granular.filter(listed.contains))
    return granular.words.contains("read:statuses") && granular.words.contains("write:statuses") ? granular : coarse
  }

  /// Whether a scope is included, directly or through a broader one.
  public func allows(_ word: String) -> Bool {
    let parts = word.split(separator: ":")
    let wider = (1...max(parts.count, 1)).map { parts.prefix($0).joined(separator: ":") }
    if wider.contains(where: words.contains) { return true }
    return words.contains("follow") && ["follows", "blocks", "mutes"].contains(parts.last)
  }

  /// The granular scopes of Mastodon 4.6, without the admin scopes.
  private static let granular =
    ["profile"]
    + [
      "accounts", "blocks", "bookmarks", "collections", "favourites", "filters", "follows", "lists", "mutes",
      "notifications", "search", "statuses",
    ].map { "read:" + $0 }
    + [
      "accounts", "blocks", "bookmarks", "collections", "conversations", "favourites", "filters", "follows", "lists",
      "media", "mutes", "notifications", "reports", "statuses",
    ].map { "write:" + $0 }
}

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
