public import JSONValue

/// An account that the server thinks worth following.
public struct Suggestion: Entity, Hashable {
  /// Whom to follow.
  public let account: Account
  /// Why, as the server spells it: `featured`, `most_followed`, `most_interactions`, `similar_to_recently_followed`,
  /// `friends_of_friends`, `staff`, `past_interactions`, `global`.
  public let sources: [String]
  /// The whole object as the server sent it.
  public let raw: JSON

  /// Reads a suggestion, which is a bare account in the first edition.
  public init(json: JSON) throws(ShapeError) {
    let fields = try FieldReader(json, as: "suggestion")
    account = try Account(json: fields["account"] ?? json)
    let several = fields.texts("sources")
    sources = several.isEmpty ? fields.word("source").map { [$0] } ?? [] : several
    raw = json
  }
}
