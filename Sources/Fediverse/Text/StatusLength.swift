/// How long a status is, as Mastodon counts it, and how long it may be.
///
/// Characters are counted as people see them. Each URL that begins with a scheme counts as a fixed number, whatever its
/// length; of `@user@host` only `@user` counts. The warning before the text counts too, and every sign of it.
public struct StatusLength: Sendable, Hashable, CustomStringConvertible {
  /// How many characters the status counts as.
  public let characters: Int
  /// How many it may have.
  public let limit: Int

  /// The length of a status of this text.
  ///
  /// - Parameters:
  ///   - text: the text as typed.
  ///   - spoilerText: the warning that stands before the text.
  ///   - limits: what the server says of statuses.
  public init(_ text: String, spoilerText: String = "", limits: Instance.Limits) {
    self.init(text, spoilerText: spoilerText, limit: limits.characters, charactersPerURL: limits.charactersPerURL)
  }

  init(_ text: String, spoilerText: String, limit: Int, charactersPerURL: Int) {
    characters = spoilerText.count + CountedText(text, charactersPerURL: charactersPerURL).length
    self.limit = limit
  }

  /// How many characters there is room for; below zero where there are too many.
  public var left: Int { limit - characters }

  /// Whether the server would refuse the status.
  public var isTooLong: Bool { characters > limit }

  /// The figures, like `503 of 500 characters`.
  public var description: String { "\(characters) of \(limit) characters" }
}
