/// Widths in terminal cells: 0 for combining characters, 2 for East Asian wide characters and emoji, otherwise 1.
extension String {
  /// The number of cells the text occupies on one row; control characters occupy none.
  ///
  /// Widths are counted per grapheme cluster, so that emoji joined into one picture count as the two cells that
  /// terminals draw, not as the sum of their parts.
  package var cellWidth: Int {
    // Most texts are ASCII, whose characters need not be found.
    guard !utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return utf8.count }
    return reduce(0) { $0 + $1.cellWidth }
  }
}

extension Character {
  /// The number of cells the character occupies.
  package var cellWidth: Int {
    if let byte = asciiValue { return byte >= 0x20 && byte < 0x7F ? 1 : 0 }
    return isEmojiPicture ? 2 : unicodeScalars.reduce(0) { $0 + $1.cellWidth }
  }

  /// Whether several scalars form one emoji: a sequence with a joiner, a skin tone or the emoji selector, or a flag.
  private var isEmojiPicture: Bool {
    guard let first = unicodeScalars.first, unicodeScalars.count > 1 else { return false }
    guard first.properties.isEmoji else { return false }
    return unicodeScalars.dropFirst().contains { scalar in
      switch scalar.value {
      case 0xFE0F, 0x200D, 0x20E3, 0x1F3FB...0x1F3FF, 0x1F1E6...0x1F1FF: true
      default: false
      }
    }
  }
}

extension Unicode.Scalar {
  /// The number of cells the scalar occupies by itself: that of `wcwidth` in the C library, by which libedit draws, and
  /// the emoji of newer Unicode versions.
  package var cellWidth: Int {
    guard value >= 0x300 else { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
    if isZeroWidth { return 0 }
    return isWide ? 2 : 1
  }

  private var isZeroWidth: Bool {
    switch value {
    // The vowels and final consonants of a Hangul syllable are drawn in the two cells of its first consonant.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return true
    // Marks that enclose the digits after them and take a cell of their own.
    case 0x600...0x605, 0x6DD, 0x70F, 0x890...0x891, 0x8E2, 0x110BD, 0x110CD: return false
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }

  /// East Asian Width W and F (Unicode Standard Annex 11), in whole blocks, and the emoji with emoji presentation by
  /// default.
  private var isWide: Bool {
    switch value {
    case 0..<0x1100: false
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3: true
    case 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6: true
    case 0x16FE0...0x18DF2, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD: true
    default: properties.isEmojiPresentation
    }
  }
}
