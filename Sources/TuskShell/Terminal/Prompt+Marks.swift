extension Prompt {
  /// The text as libedit wants it: every run of escapes between two U+0001, so that it counts as no column.
  ///
  /// libedit ties a run to the visible character behind it, so that a run at the end moves before the last blank.
  static func marked(_ text: String) -> String {
    var result = ""
    var parts = parts(of: text)
    if let last = parts.last, last.visible == nil {
      parts.removeLast()
      if parts.last?.visible == " " {
        parts[parts.count - 1].escapes += last.escapes
      } else {
        parts.append((last.escapes, " "))
      }
    }
    for part in parts {
      if !part.escapes.isEmpty { result += "\u{1}" + part.escapes + "\u{1}" }
      if let visible = part.visible { result.unicodeScalars.append(visible) }
    }
    return result
  }

  /// How many cells the text takes without its escapes.
  static func visibleWidth(of text: String) -> Int {
    parts(of: text).reduce(0) { $0 + ($1.visible?.cellWidth ?? 0) }
  }

  /// The text without its escapes.
  static func withoutColors(_ text: String) -> String {
    String(String.UnicodeScalarView(parts(of: text).compactMap(\.visible)))
  }

  private static func parts(of text: String) -> [(escapes: String, visible: Unicode.Scalar?)] {
    let oneLine = text.split(separator: "\n").joined(separator: "⏎")
    let scalars = TerminalText.styled(oneLine).unicodeScalars
    var parts: [(escapes: String, visible: Unicode.Scalar?)] = []
    var escapes = ""
    var index = scalars.startIndex
    while index < scalars.endIndex {
      if let end = TerminalText.styleEnd(in: scalars, from: index) {
        escapes.unicodeScalars.append(contentsOf: scalars[index..<end])
        index = end
      } else {
        parts.append((escapes, scalars[index]))
        escapes = ""
        index = scalars.index(after: index)
      }
    }
    if !escapes.isEmpty { parts.append((escapes, nil)) }
    return parts
  }
}
