/// What a token allows: words such as `read` or `write:statuses`, in an order that means nothing.
public struct OAuthScopes: Sendable, Hashable, CustomStringConvertible {
  /// The words, each once, in the order in which they were given.
  public let words: [String]

  /// The scopes of a text with blanks, or commas, between the words.
  public init(_ text: String) {
    self.init(words: text.split { $0 == "," || $0.isWhitespace }.map(String.init))
  }

  /// The scopes of these words.
  public init(words: [String]) {
    var known: Set<String> = []
    self.words = words.filter { !$0.isEmpty && known.insert($0).inserted }
  }

  /// The words with a blank between them, as the protocol has them.
  public var description: String { words.joined(separator: " ") }

  /// Reading, writing and relations to accounts, which every server knows.
  public static let coarse = OAuthScopes("read write follow")

  /// What a client for one person asks for: each thing by its own name where the server lists these names, so that the
  /// page of consent says what it is about, else ``coarse``.
  ///
  /// - Parameter metadata: what the server says of its authorization.
  public static func standard(for metadata: OAuthMetadata?) -> OAuthScopes {
    let listed = Set(metadata?.scopes ?? [])
    let granular = OAuthScopes(words: granular.filter(listed.contains))
    return granular.words.contains("read:statuses") && granular.words.contains("write:statuses") ? granular : coarse
  }

  /// Whether everything that the word allows is allowed.
  public func allows(_ word: String) -> Bool {
    let parts = word.split(separator: ":")
    let wider = (1...max(parts.count, 1)).map { parts.prefix($0).joined(separator: ":") }
    if wider.contains(where: words.contains) { return true }
    return words.contains("follow") && ["follows", "blocks", "mutes"].contains(parts.last)
  }

  /// What Mastodon 4.6 knows, without what administrates.
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
