import TuskCommon

extension Prompt {
  /// The text as libedit expects it: every run of escape sequences between two U+0001, so that it has no width.
  ///
  static func marked(_ text: String) -> String {
    var result = ""
    for part in parts(of: text) {
      if !part.escapes.isEmpty { result += "\u{1}" + part.escapes + "\u{1}" }
      result.unicodeScalars.append(part.visible)
    }
    return result
  }

  /// The width of the text in cells, without its escape sequences.
  static func visibleWidth(of text: String) -> Int {
    parts(of: text).reduce(0) { $0 + $1.visible.cellWidth }
  }

  /// The text without its escape sequences.
  static func withoutColors(_ text: String) -> String {
    String(String.UnicodeScalarView(parts(of: text).map(\.visible)))
  }

  /// The visible characters, each with the escape sequences before it. libedit attaches escape sequences to the next
  /// character, so those at the end are moved before the last blank.
  private static func parts(of text: String) -> [(escapes: String, visible: Unicode.Scalar)] {
    let oneLine = text.split(separator: "\n").joined(separator: "⏎")
    let scalars = TerminalText.styled(oneLine).unicodeScalars
    var parts: [(escapes: String, visible: Unicode.Scalar)] = []
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
    guard !escapes.isEmpty else { return parts }
    if parts.last?.visible == " " {
      parts[parts.count - 1].escapes += escapes
    } else {
      parts.append((escapes, " "))
    }
    return parts
  }
}
