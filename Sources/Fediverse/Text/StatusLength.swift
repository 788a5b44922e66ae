/// The length of a status, as Mastodon counts it, and its limit.
///
/// The unit is grapheme clusters. Each URL with a scheme counts as a fixed number of characters; of `@user@host` only
/// `@user` counts. The content warning counts in full.
public struct StatusLength: Sendable, Hashable, CustomStringConvertible {
  /// The counted number of characters.
  public let characters: Int
  /// The greatest number of characters.
  public let limit: Int

  /// Counts the characters of a status.
  ///
  /// - Parameters:
  ///   - text: the text as typed.
  ///   - spoilerText: the content warning.
  ///   - limits: the limits of the server.
  public init(_ text: String, spoilerText: String = "", limits: Instance.Limits) {
    self.init(text, spoilerText: spoilerText, limit: limits.characters, charactersPerURL: limits.charactersPerURL)
  }

  init(_ text: String, spoilerText: String, limit: Int, charactersPerURL: Int) {
    characters = spoilerText.count + CountedText(text, charactersPerURL: charactersPerURL).length
    self.limit = limit
  }

  /// The number of characters left; negative if there are too many.
  public var left: Int { limit - characters }

  /// Whether the status exceeds the limit.
  public var isTooLong: Bool { characters > limit }

  /// The length and its limit, like `503 of 500 characters`.
  public var description: String { "\(characters) of \(limit) characters" }
}

/// A text split into units for counting: grapheme clusters, URLs and mentions.
struct CountedText: Sendable {
  /// A grapheme cluster, or a URL or mention, which is never split.
  struct Piece: Sendable, Hashable {
    let text: String
    /// The number of characters it counts as.
    let length: Int
    let isEntity: Bool

    /// Whether it is whitespace; a space with a combining mark is not.
    var isBlank: Bool { !isEntity && text.unicodeScalars.allSatisfy(\.properties.isWhitespace) }
    var isLineBreak: Bool { isBlank && text.allSatisfy(\.isNewline) }
  }

  let pieces: [Piece]

  init(_ text: String, charactersPerURL: Int) {
    let scalars = Array(text.unicodeScalars)
    var pieces: [Piece] = []
    var start = 0
    for entity in TextEntity.all(in: scalars) {
      pieces += Self.characters(scalars[start..<entity.range.lowerBound])
      let length =
        switch entity.kind {
        case .url: charactersPerURL
        case .mention(let counted): counted.count
        }
      pieces.append(Piece(text: Self.text(scalars[entity.range]), length: length, isEntity: true))
      start = entity.range.upperBound
    }
    self.pieces = pieces + Self.characters(scalars[start...])
  }

  /// The counted length; whitespace alone counts as nothing.
  var length: Int { pieces.allSatisfy(\.isBlank) ? 0 : pieces.reduce(0) { $0 + $1.length } }

  private static func characters(_ scalars: ArraySlice<Unicode.Scalar>) -> [Piece] {
    text(scalars).map { Piece(text: String($0), length: 1, isEntity: false) }
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
