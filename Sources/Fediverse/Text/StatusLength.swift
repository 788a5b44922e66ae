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

/// A text in the pieces that servers count: characters as people see them, and URLs and mentions as wholes.
struct CountedText: Sendable {
  /// A character, or a URL or mention, which is never cut.
  struct Piece: Sendable, Hashable {
    let text: String
    /// How many characters it counts as.
    let length: Int
    let isEntity: Bool

    /// A blank with a mark over it is not blank.
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

  /// A text of blanks counts as nothing.
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
