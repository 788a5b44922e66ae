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
