public import JSONValue

extension Client.Statuses {
  /// Adds an emoji reaction to a status: a Unicode emoji, or the shortcode of a custom one.
  public func react(_ emoji: String, to id: String) async throws(FediverseError) -> Status {
    try await react(emoji, to: id, on: client.knownFlavor)
  }

  /// Removes your emoji reaction from a status.
  public func unreact(_ emoji: String, to id: String) async throws(FediverseError) -> Status {
    try await unreact(emoji, to: id, on: client.knownFlavor)
  }

  /// Lists the emoji reactions to a status.
  public func reactions(to id: String) async throws(FediverseError) -> Rows<EmojiReaction> {
    try await client.perform(.get("/api/v1/pleroma/statuses/\(id)/reactions").needing(.emojiReactions)).rows()
  }

  func react(_ emoji: String, to id: String, on flavor: Flavor?) async throws(FediverseError) -> Status {
    let paths = ReactionPath.known(to: flavor)
    let name = Self.bare(emoji)
    return try await status(after: paths.likely.adding(name, to: id), or: paths.other?.adding(name, to: id))
  }

  func unreact(_ emoji: String, to id: String, on flavor: Flavor?) async throws(FediverseError) -> Status {
    let paths = ReactionPath.known(to: flavor)
    let name = Self.bare(emoji)
    return try await status(after: paths.likely.removing(name, from: id), or: paths.other?.removing(name, from: id))
  }

  /// Performs a call, or an alternative if the server lacks its path.
  private func status(after call: Call, or other: Call?) async throws(FediverseError) -> Status {
    guard let other else { return try await client.perform(call.needing(.emojiReactions)).entity() }
    return try await client.perform(call, orElse: other.needing(.emojiReactions)).entity()
  }

  private static func bare(_ emoji: String) -> String {
    guard emoji.count > 2, emoji.hasPrefix(":"), emoji.hasSuffix(":") else { return emoji }
    return String(emoji.dropFirst().dropLast())
  }
}

/// The kinds of paths for emoji reactions.
enum ReactionPath: Sendable, Hashable {
  /// Pleroma and its derivatives.
  case pleroma
  /// Forks of Mastodon, and servers based on Misskey.
  case glitch

  /// The path that the software likely has, and an alternative to try.
  static func known(to flavor: Flavor?) -> (likely: ReactionPath, other: ReactionPath?) {
    switch flavor {
    case .pleroma, .akkoma: (.pleroma, nil)
    case .firefish, .catodon, .iceshrimp, .iceshrimpNET, .sharkey: (.glitch, nil)
    case .mastodon: (.glitch, .pleroma)
    default: (.pleroma, .glitch)
    }
  }

  func adding(_ emoji: String, to id: String) -> Call {
    switch self {
    case .pleroma: .put("/api/v1/pleroma/statuses/\(id)/reactions/\(emoji)")
    case .glitch: .ensure("/api/v1/statuses/\(id)/react/\(emoji)")
    }
  }

  func removing(_ emoji: String, from id: String) -> Call {
    switch self {
    case .pleroma: .delete("/api/v1/pleroma/statuses/\(id)/reactions/\(emoji)")
    case .glitch: .ensure("/api/v1/statuses/\(id)/unreact/\(emoji)")
    }
  }
}

/// The reactions to a status or announcement with one emoji.
public struct EmojiReaction: Entity, Hashable {
  /// The emoji, or the shortcode of a custom one.
  public let name: String
  /// The number of accounts that reacted with it.
  public let count: Int
  /// Whether the signed-in account reacted with it.
  public let isOwn: Bool
  /// The image URL of a custom emoji.
  public let url: String?
  /// The accounts that reacted with it, if the server sends them.
  public let accounts: [Account]

  /// Decodes a reaction.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "reaction")
    name = try fields.word("name", or: "an emoji")
    count = fields.count("count") ?? 0
    isOwn = fields.truth("me") ?? false
    url = fields.word("url")
    accounts = fields.entities("accounts")
  }
}

extension Status {
  /// The emoji reactions, on servers that support them.
  public var reactions: [EmojiReaction] {
    let lists = [raw["pleroma"]?["emoji_reactions"], raw["emoji_reactions"], raw["reactions"]]
    return Rows(rows: lists.lazy.compactMap { $0?.array }.first { !$0.isEmpty } ?? []).elements
  }
}
