/// The visibility of a status.
public struct Visibility: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Visible to everyone and shown in public timelines.
  public static let `public` = Visibility(rawValue: "public")
  /// Visible to everyone, but not shown in public timelines.
  public static let unlisted = Visibility(rawValue: "unlisted")
  /// Visible to followers.
  public static let `private` = Visibility(rawValue: "private")
  /// Visible to mentioned accounts.
  public static let direct = Visibility(rawValue: "direct")
  /// Visible to accounts on the same server (Pleroma, Akkoma, GoToSocial).
  public static let local = Visibility(rawValue: "local")
  /// Visible to mutual followers (GoToSocial).
  public static let mutualsOnly = Visibility(rawValue: "mutuals_only")
  /// Visible to the members of a list (Pleroma, Akkoma).
  public static func list(_ id: String) -> Visibility { Visibility(rawValue: "list:\(id)") }
}

extension Visibility {
  private static let localPrefix = "local-"

  /// The same visibility for accounts on the same server only: `local` for everyone there, or as `local-private`, which
  /// GoToSocial has as a parameter of its own.
  package var onServerOnly: Visibility {
    isOnServerOnly ? self : self == .public ? .local : Visibility(rawValue: Self.localPrefix + rawValue)
  }

  /// Whether only accounts on the same server can see it.
  package var isOnServerOnly: Bool { self == .local || rawValue.hasPrefix(Self.localPrefix) }

  /// The visibility without the limit to the same server.
  var onAllServers: Visibility {
    if self == .local { return .public }
    return isOnServerOnly ? Visibility(rawValue: String(rawValue.dropFirst(Self.localPrefix.count))) : self
  }
}

extension Visibility {
  /// Parses a visibility by any name that people and servers use for it; `nil` for other text.
  public init?(alias: String) {
    let written = alias.trimmedOfBlanks
    let words = written.lowercased().split { "-_ ".contains($0) }.joined(separator: " ")
    if let known = Self.aliases[words] {
      self = known
    } else if words.hasPrefix("list:"), words.utf8.count > 5 {
      self.init(rawValue: "list:" + written.dropFirst(5))
    } else if !words.isEmpty, words.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // Friendica identifies circles by number.
      self.init(rawValue: words)
    } else {
      return nil
    }
  }

  /// Each known name in lower case, its words separated by one blank.
  package static let aliases: [String: Visibility] = [
    "public": .public, "everyone": .public, "everybody": .public, "unlisted": .unlisted, "quiet public": .unlisted,
    "quiet": .unlisted, "unlocked": .unlisted, "home": .unlisted, "private": .private, "followers": .private,
    "followers only": .private, "direct": .direct, "mention": .direct, "mentions": .direct, "mentioned": .direct,
    "mentioned only": .direct, "specified": .direct, "local": .local, "local only": .local, "mutuals": .mutualsOnly,
    "mutuals only": .mutualsOnly, "mutual": .mutualsOnly, "local unlisted": .unlisted.onServerOnly,
    "local private": .private.onServerOnly, "local followers": .private.onServerOnly,
    "local direct": .direct.onServerOnly, "local mutuals": .mutualsOnly.onServerOnly,
    "local mutuals only": .mutualsOnly.onServerOnly,
  ]

  /// The feature that a server needs for new statuses of this visibility; `nil` if all servers accept it, or if nothing is
  /// known about it.
  public var feature: Feature? {
    switch self {
    case .direct: .directVisibility
    case .local: .localVisibility
    case .mutualsOnly: .mutualsVisibility
    case _ where isOnServerOnly: .localVisibilities
    case _ where rawValue.hasPrefix("list:"): .listVisibility
    default: nil
    }
  }

  /// Whether nearly all servers accept it, so that it is used without knowing the server's software.
  package var isCommon: Bool { feature == nil || self == .direct }

  /// Whether someone who cannot see a status of the other visibility may see one of this visibility.
  ///
  /// An unknown visibility counts as wider than all except `public` and `unlisted`.
  public func isWider(than other: Visibility) -> Bool {
    guard self != other, other != .public, self != .direct else { return false }
    // Followers, too, may be on other servers.
    if other.isOnServerOnly, !isOnServerOnly { return true }
    guard let width, let otherWidth = other.width else { return other != .unlisted }
    return width > otherWidth
  }

  /// A rank from the fewest to the most viewers.
  private var width: Int? {
    switch self {
    case .public: 5
    case .unlisted, .local: 4
    case .private: 3
    case .mutualsOnly: 2
    case _ where isOnServerOnly: onAllServers.width
    case _ where rawValue.hasPrefix("list:") || Int(rawValue) != nil: 1
    case .direct: 0
    default: nil
    }
  }

  /// The visibility of a reply: that of its parent by default, and never wider. The reply to a status whose visibility is
  /// unknown is direct, because that is not wider than any.
  public static func ofReply(to parent: Status, wanted: Visibility?) throws(ReplyVisibilityError) -> Visibility {
    let widest = parent.audience ?? .direct
    guard let wanted else { return widest }
    guard !wanted.isWider(than: widest) else {
      throw ReplyVisibilityError(wanted: wanted, parent: parent.audience)
    }
    return wanted
  }
}

/// The error for a reply that more people could see than the status it replies to.
public struct ReplyVisibilityError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The requested visibility.
  public let wanted: Visibility
  /// The visibility of the status it replies to; `nil` if it is unknown.
  public let parent: Visibility?

  /// The error as one sentence without a full stop.
  public var description: String {
    guard let parent else {
      return "the reply would be '\(wanted)', and the server does not tell who can see the status it replies to"
    }
    return "the reply would be '\(wanted)', which is wider than the '\(parent)' status it replies to"
  }
}
