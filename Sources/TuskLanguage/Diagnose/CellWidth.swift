/// How many cells of a terminal a text fills.
package enum CellWidth {
  /// The cells of a text without control characters; a tab counts one, because it is shown as a blank.
  package static func of(_ text: String) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  /// The cells of one user-perceived character: what is joined, combined or modified adds nothing to its base.
  package static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard scalars.contains(where: isEmojiSelector) == false else { return 2 }
    return scalars.lazy.map(of).first { $0 > 0 } ?? 0
  }

  /// The cells of one scalar that stands alone.
  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide(scalar) ? 2 : 1
    }
  }

  private static func isEmojiSelector(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0xFE0F }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isEmojiPresentation || wideRanges.contains { $0.contains(scalar.value) }
  }

  /// The blocks whose characters Unicode Standard Annex 11 calls wide or full-width.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
  ]
}
