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
