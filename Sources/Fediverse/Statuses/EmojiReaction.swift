public import JSONValue

/// How often something was answered with one emoji.
public struct EmojiReaction: Entity, Hashable {
  /// The emoji, or the shortcode of a picture.
  public let name: String
  /// How many answered so.
  public let count: Int
  /// Whether the signed-in account is one of them.
  public let isOwn: Bool
  /// The picture, where it is one.
  public let url: String?
  /// Who answered so, where the server says it.
  public let accounts: [Account]

  /// Reads a reaction, which needs an emoji.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "reaction")
    guard let name = fields.word("name") else { throw ShapeError(path: "reaction.name", expected: "an emoji") }
    self.name = name
    count = fields.count("count") ?? 0
    isOwn = fields.truth("me") ?? false
    url = fields.word("url")
    accounts = fields.entities("accounts")
  }
}

extension Status {
  /// The emojis that it was answered with, on servers that have such answers.
  public var reactions: [EmojiReaction] {
    let lists = [raw["pleroma"]?["emoji_reactions"], raw["emoji_reactions"], raw["reactions"]]
    return Rows(rows: lists.lazy.compactMap { $0?.array }.first { !$0.isEmpty } ?? []).elements
  }
}
