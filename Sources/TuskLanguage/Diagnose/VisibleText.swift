import TuskCommon

/// Makes control characters visible, so that text cannot control a terminal.
package enum VisibleText {
  /// The text with control, bidirectional and invisible characters replaced by visible ones.
  package static func of(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { replacement(for: $0) != nil }) else { return text }
    var shown = ""
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let flagEnd = scalars.tagFlagEnd(from: index)
      let end = flagEnd ?? scalars.index(after: index)
      if flagEnd == nil, let replacement = replacement(for: scalars[index]) {
        shown += replacement
      } else {
        shown.unicodeScalars.append(contentsOf: scalars[index..<end])
      }
      index = end
    }
    return shown
  }

  /// The replacement of a scalar that must not reach a terminal: a control picture for C0, a code point for others.
  package static func replacement(for scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x09: " "
    case 0..<0x20: picture(0x2400 + scalar.value)
    case 0x7F: picture(0x2421)
    case 0x80...0x9F, 0x061C, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xE0000...0xE007F:
      "<\(scalar.codePoint)>"
    default: nil
    }
  }

  private static func picture(_ value: UInt32) -> String {
    Unicode.Scalar(value).map { String(Character($0)) } ?? "?"
  }
}
