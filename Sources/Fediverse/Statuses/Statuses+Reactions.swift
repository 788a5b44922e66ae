extension Client.Statuses {
  /// Answers a status with an emoji, or with a picture of the server by its shortcode.
  public func react(_ emoji: String, to id: String) async throws(FediverseError) -> Status {
    try await react(emoji, to: id, on: client.knownFlavor)
  }

  /// Takes an answer by an emoji back.
  public func unreact(_ emoji: String, to id: String) async throws(FediverseError) -> Status {
    try await unreact(emoji, to: id, on: client.knownFlavor)
  }

  /// Which emojis a status was answered with, and by whom.
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

  /// What comes of a call, or of another one where the server has no such path.
  private func status(after call: Call, or other: Call?) async throws(FediverseError) -> Status {
    guard let other else { return try await client.perform(call.needing(.emojiReactions)).entity() }
    return try await client.perform(call, orElse: other.needing(.emojiReactions)).entity()
  }

  private static func bare(_ emoji: String) -> String {
    guard emoji.count > 2, emoji.hasPrefix(":"), emoji.hasSuffix(":") else { return emoji }
    return String(emoji.dropFirst().dropLast())
  }
}

/// Where servers take answers by emojis.
enum ReactionPath: Sendable, Hashable {
  /// Pleroma, and those who took it over.
  case pleroma
  /// Forks of Mastodon, and what is built on Misskey.
  case glitch

  /// The path that a server is likely to have, and another one that is worth a try.
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
