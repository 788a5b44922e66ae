/// Widths in terminal cells: 0 for combining characters, 2 for East Asian wide characters and emoji, otherwise 1.
extension String {
  /// The number of cells the text occupies on one row.
  ///
  /// Widths are counted per grapheme cluster, so that emoji joined into one picture count as the two cells that
  /// terminals draw, not as the sum of their parts.
  package var cellWidth: Int {
    reduce(0) { $0 + $1.cellWidth }
  }

  /// The text, cut between characters to fit `limit` cells; a cut text ends with `…`.
  package func truncated(toCells limit: Int) -> String {
    guard cellWidth > limit else { return self }
    guard limit > 0 else { return "" }
    var result = ""
    var width = 0
    for character in self {
      width += character.cellWidth
      guard width < limit else { break }
      result.append(character)
    }
    return result + "…"
  }

  /// The text in rows of at most `limit` cells, broken at blanks, and within a word only if it is longer than a row.
  package func wrapped(toCells limit: Int) -> [String] {
    var rows = [""]
    var width = 0
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      let wordWidth = String(word).cellWidth
      if width > 0, width + 1 + wordWidth > limit {
        rows.append("")
        width = 0
      } else if word.startIndex != startIndex {
        rows[rows.count - 1] += " "
        width += 1
      }
      for character in word {
        if width + character.cellWidth > limit {
          rows.append("")
          width = 0
        }
        rows[rows.count - 1].append(character)
        width += character.cellWidth
      }
    }
    return rows
  }

  /// The text, cut or padded at the end to exactly `width` cells.
  package func padded(toCells width: Int) -> String {
    let text = truncated(toCells: width)
    return text + blanks(width - text.cellWidth)
  }

  /// The text, cut or padded at the start to exactly `width` cells, as for numbers in a table.
  package func leftPadded(toCells width: Int) -> String {
    let text = truncated(toCells: width)
    return blanks(width - text.cellWidth) + text
  }

  private func blanks(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
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
  /// The number of cells the scalar occupies by itself.
  package var cellWidth: Int {
    guard value >= 0x300 else { return value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0xAD ? 0 : 1 }
    if isWide { return 2 }
    return isZeroWidth ? 0 : 1
  }

  private var isZeroWidth: Bool {
    // The vowels and final consonants of a Hangul syllable are drawn in the two cells of its first consonant.
    if (0x1160...0x11FF).contains(value) { return true }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }

  /// Unicode's East Asian Width W and F, in whole blocks, and the emoji with emoji presentation by default.
  private var isWide: Bool {
    switch value {
    case 0..<0x1100: false
    case 0x302A...0x302D, 0x3099...0x309A, 0x303F, 0xFE20...0xFE2F: false
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C: true
    case 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6: true
    case 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD: true
    default: properties.isEmojiPresentation
    }
  }
}
