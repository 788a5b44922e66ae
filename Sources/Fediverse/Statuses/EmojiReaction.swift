public import JSONValue

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
