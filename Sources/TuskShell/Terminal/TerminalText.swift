import TuskCommon

/// Makes untrusted text safe to show on a terminal.
///
/// All human-readable output passes through here, whatever the field: names, statuses, errors, URLs, file names.
/// Characters that would control the terminal are shown instead of sent: C0 controls and DEL as the pictures at U+2400,
/// C1 controls, bidirectional embeddings, overrides and isolates, and tag characters outside of emoji flags by code point
/// (`<U+202E>`). Directional marks (U+200E, U+200F, U+061C) are kept, because ordinary Arabic and Hebrew text contains
/// them.
package enum TerminalText {
  /// Text of several lines; newlines and tabs are kept.
  package static func block(_ text: String) -> String {
    cleaned(text, keeping: .lines)
  }

  /// Text of one line; a newline becomes `⏎` and a tab a blank.
  package static func field(_ text: String) -> String {
    cleaned(text, keeping: .nothing)
  }

  /// Text of one line that a person confirms; invisible characters are shown by code point, too.
  package static func exact(_ text: String) -> String {
    field(
      text.unicodeScalars.reduce(into: "") { shown, scalar in
        switch scalar.value {
        case 0xAD, 0x180E, 0x200B, 0x2060...0x2064, 0xFEFF, 0xE0000...0xE007F: shown += number(of: scalar)
        default: shown.unicodeScalars.append(scalar)
        }
      })
  }

  /// A name chosen by its bearer, in quotes that it cannot close.
  package static func quoted(_ name: String) -> String {
    "'\(name.replacing("'", with: "’"))'"
  }

  /// Text colored by the shell: `ESC [ … m`, newlines and tabs are kept, other controls are not.
  package static func styled(_ text: String) -> String {
    cleaned(text, keeping: .style)
  }

  /// The greatest number of combining marks in a row; more of them would overlap the neighboring rows.
  package static let longestCombiningRun = 8

  private enum Allowance {
    case nothing
    case lines
    case style
  }

  private static func cleaned(_ text: String, keeping allowance: Allowance) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 > 0x7E }) else { return text }
    var result = ""
    var combining = 0
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      if allowance == .style, let end = styleEnd(in: scalars, from: index) {
        result.unicodeScalars.append(contentsOf: scalars[index..<end])
        index = end
        continue
      }
      if let end = scalars.tagFlagEnd(from: index) {
        result.unicodeScalars.append(contentsOf: scalars[index..<end])
        (index, combining) = (end, 0)
        continue
      }
      index = scalars.index(after: index)
      combining = scalar.isCombining ? combining + 1 : 0
      guard combining <= longestCombiningRun else { continue }
      let endsLine = scalar == "\r" && index < scalars.endIndex && scalars[index] == "\n"
      guard !endsLine else { continue }
      append(scalar, to: &result, breakingLines: allowance != .nothing)
    }
    return result
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String, breakingLines: Bool) {
    switch scalar.value {
    case 0x0A, 0x2028, 0x2029: result += breakingLines ? "\n" : "⏎"
    case 0x09: result += breakingLines ? "\t" : " "
    case 0..<0x20: result.unicodeScalars.append(picture(of: scalar.value))
    case 0x7F: result += "\u{2421}"
    // After the bidirectional controls come deprecated ones, which reshape text.
    case 0x80...0x9F, 0x206A...0x206F, 0xE0000...0xE007F: result += number(of: scalar)
    case _ where scalar.isBidirectionalControl: result += number(of: scalar)
    default: result.unicodeScalars.append(scalar)
    }
  }

  private static func picture(of control: UInt32) -> Unicode.Scalar {
    Unicode.Scalar(0x2400 + control) ?? "\u{FFFD}"
  }

  private static func number(of scalar: Unicode.Scalar) -> String { "<\(scalar.codePoint)>" }

  /// The end of a well-formed `ESC [ digits and separators m` that starts here.
  static func styleEnd(
    in scalars: String.UnicodeScalarView, from start: String.Index
  ) -> String.Index? {
    var index = start
    guard scalars[index] == "\u{1B}" else { return nil }
    index = scalars.index(after: index)
    guard index < scalars.endIndex, scalars[index] == "[" else { return nil }
    index = scalars.index(after: index)
    while index < scalars.endIndex, "0123456789;:".unicodeScalars.contains(scalars[index]) {
      index = scalars.index(after: index)
    }
    guard index < scalars.endIndex, scalars[index] == "m" else { return nil }
    return scalars.index(after: index)
  }
}

extension Unicode.Scalar {
  /// Whether it is drawn over the preceding scalar.
  var isCombining: Bool {
    guard value >= 0x300 else { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    default: return false
    }
  }

  /// Whether it embeds, overrides or isolates a direction of writing.
  var isBidirectionalControl: Bool {
    switch value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
