/// Which kinds of notifications are wanted, in the words of the server that is asked.
struct NotificationChoice: Sendable, Hashable {
  /// The kinds that are wanted; all where empty.
  var kinds: [NotificationKind] = []
  /// The kinds that are not wanted.
  var excluded: [NotificationKind] = []

  /// The fields of a query.
  ///
  /// - Parameter flavor: what the server runs; taken for Mastodon where it is not known.
  func fields(for flavor: Flavor?) -> [(name: String, value: String)] {
    switch flavor {
    case .pleroma, .akkoma:
      // Newer ones know the name of Mastodon too.
      Self.fields("include_types[]", kinds) + Self.fields("types[]", kinds) + Self.fields("exclude_types[]", excluded)
    case .friendica, .sharkey: Self.fields("exclude_types[]", inverse)
    default: Self.fields("types[]", kinds) + Self.fields("exclude_types[]", excluded)
    }
  }

  /// What is not wanted where nothing else can be said.
  private var inverse: [NotificationKind] {
    guard !kinds.isEmpty else { return excluded }
    let others = Self.common.filter { !kinds.contains($0) }
    return others + excluded.filter { !others.contains($0) }
  }

  /// The kinds that servers have which know no wanted ones.
  private static let common: [NotificationKind] = [
    .mention, .reblog, .favorite, .follow, .followRequest, .poll, .status, .update, .reaction,
  ]

  private static func fields(_ name: String, _ kinds: [NotificationKind]) -> [(name: String, value: String)] {
    kinds.map { (name: name, value: $0.rawValue) }
  }
}
