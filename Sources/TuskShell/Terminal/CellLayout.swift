import TuskCommon

/// Fits text into a number of terminal cells.
extension String {
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
