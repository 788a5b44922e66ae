/// A filter for kinds of notifications, translated to the query parameters of each software.
struct NotificationFilter: Sendable, Hashable {
  /// The kinds to include; empty for all.
  var kinds: [NotificationKind] = []
  /// The kinds to exclude.
  var excluded: [NotificationKind] = []
  /// The identifier of the account that caused them; `nil` for all.
  var author: String?

  /// Returns the query items of the filter.
  ///
  /// - Parameter flavor: the server's software; `nil` is treated as Mastodon.
  func fields(for flavor: Flavor?) -> [(name: String, value: String)] {
    switch flavor {
    case .pleroma, .akkoma:
      // Newer versions also know Mastodon's name.
      Self.fields("include_types[]", kinds) + Self.fields("types[]", kinds) + Self.fields("exclude_types[]", excluded)
    case .friendica, .sharkey: Self.fields("exclude_types[]", inverse)
    default: Self.fields("types[]", kinds) + Self.fields("exclude_types[]", excluded)
    }
  }

  /// The query for a page of these notifications.
  ///
  /// - Parameter id: the identifier of a notification; the page begins with the next older one.
  func query(limit: Int?, after id: String? = nil, for flavor: Flavor?) -> QueryItems {
    var query = QueryItems()
    query.set("limit", limit)
    query.set("max_id", id)
    query.add(fields(for: flavor))
    query.set("account_id", author)
    return query
  }

  /// The excluded kinds, for servers that can only exclude.
  private var inverse: [NotificationKind] {
    guard !kinds.isEmpty else { return excluded }
    let others = Self.common.filter { !kinds.contains($0) }
    return others + excluded.filter { !others.contains($0) }
  }

  /// The kinds known to servers that can only exclude.
  private static let common: [NotificationKind] = [
    .mention, .reblog, .favorite, .follow, .followRequest, .poll, .status, .update, .reaction,
  ]

  private static func fields(_ name: String, _ kinds: [NotificationKind]) -> [(name: String, value: String)] {
    kinds.map { (name: name, value: $0.rawValue) }
  }
}
