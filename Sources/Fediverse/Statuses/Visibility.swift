/// Who may see a status.
public struct Visibility: OpenSpelling {
  /// The wire value.
  public let rawValue: String
  /// Creates a value from any wire value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Everybody, in public timelines.
  public static let `public` = Visibility(rawValue: "public")
  /// Everybody, but not in public timelines.
  public static let unlisted = Visibility(rawValue: "unlisted")
  /// Followers.
  public static let `private` = Visibility(rawValue: "private")
  /// Those who are mentioned.
  public static let direct = Visibility(rawValue: "direct")
  /// The server's own people (Pleroma, Akkoma, GoToSocial).
  public static let local = Visibility(rawValue: "local")
  /// Those who follow and are followed (GoToSocial).
  public static let mutualsOnly = Visibility(rawValue: "mutuals_only")
  /// The members of a list (Pleroma, Akkoma).
  public static func list(_ id: String) -> Visibility { Visibility(rawValue: "list:\(id)") }
}

extension Visibility {
  /// Reads a visibility by one of the names that people and servers have for it; `nil` where it is none of them.
  public init?(alias: String) {
    let written = alias.trimmedOfBlanks
    let words = written.lowercased().split { "-_ ".contains($0) }.joined(separator: " ")
    if let known = Self.aliases[words] {
      self = known
    } else if words.hasPrefix("list:"), words.utf8.count > 5 {
      self.init(rawValue: "list:" + written.dropFirst(5))
    } else if !words.isEmpty, words.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // Friendica's circles go by their numbers.
      self.init(rawValue: words)
    } else {
      return nil
    }
  }

  private static let aliases: [String: Visibility] = [
    "public": .public, "everyone": .public, "everybody": .public, "unlisted": .unlisted, "quiet public": .unlisted,
    "quiet": .unlisted, "unlocked": .unlisted, "home": .unlisted, "private": .private, "followers": .private,
    "followers only": .private, "direct": .direct, "mention": .direct, "mentions": .direct, "mentioned": .direct,
    "mentioned only": .direct, "specified": .direct, "local": .local, "local only": .local, "mutuals": .mutualsOnly,
    "mutuals only": .mutualsOnly, "mutual": .mutualsOnly,
  ]

  /// Whether servers of this software take it for a new status.
  public func isAvailable(on flavor: Flavor) -> Bool {
    switch self {
    case .public, .unlisted, .private: true
    case .direct: flavor != .pixelfed
    case .local: [.pleroma, .akkoma, .gotosocial].contains(flavor)
    case .mutualsOnly: flavor == .gotosocial
    case _ where rawValue.hasPrefix("list:"): flavor == .pleroma || flavor == .akkoma
    case _ where Int(rawValue) != nil: flavor == .friendica
    default: flavor == .unknown
    }
  }

  /// Whether somebody who may not see a status of the other visibility may see one of this.
  ///
  /// A visibility that is not known is wider than all but those for everybody, because nothing is known of it.
  public func isWider(than other: Visibility) -> Bool {
    guard self != other, other != .public, self != .direct else { return false }
    guard let width, let otherWidth = other.width else { return other != .unlisted }
    // Followers live on other servers, and the server's own people need not be followers.
    if Set([self, other]) == [.local, .private] { return true }
    return width > otherWidth
  }

  /// How many people may see it, from few to many.
  private var width: Int? {
    switch self {
    case .public: 6
    case .unlisted: 5
    case .local: 4
    case .private: 3
    case .mutualsOnly: 2
    case _ where rawValue.hasPrefix("list:") || Int(rawValue) != nil: 1
    case .direct: 0
    default: nil
    }
  }

  /// The visibility of a reply, which is that of what it answers where nothing else is wanted, and never wider.
  public static func ofReply(to parent: Status, wanted: Visibility?) throws(WiderReply) -> Visibility {
    guard let wanted else { return parent.visibility }
    guard !wanted.isWider(than: parent.visibility) else { throw WiderReply(wanted: wanted, parent: parent.visibility) }
    return wanted
  }
}

/// Why a reply is not published: people would see it who may not see what it answers.
public struct WiderReply: Error, Sendable, Hashable, CustomStringConvertible {
  /// The visibility that was wanted.
  public let wanted: Visibility
  /// The visibility of the status that it answers.
  public let parent: Visibility

  /// What is wrong, in one sentence without a full stop.
  public var description: String {
    "the reply would be '\(wanted)', wider than the '\(parent)' status that it answers"
  }
}
