extension PublishedName {
  /// The link behind a sign, as Friendica reads it: in Markdown, HTML or BBCode, or as `@{name; address}` of Diaspora. A
  /// link makes the sign a mention or a hashtag, whatever is before it.
  static func markup(after sign: Int, in scalars: [Unicode.Scalar]) -> ArraySlice<Unicode.Scalar>? {
    // Markdown removes a backslash before a bracket.
    let start = sign + 1 < scalars.count && scalars[sign + 1] == "\\" ? sign + 2 : sign + 1
    let rest = scalars[start...].prefix(longest)
    guard let open = rest.first, let close = closing(open), isMarkup(rest, behind: scalars[sign]) else { return nil }
    guard let end = rest.firstIndex(of: close) else { return scalars[(sign + 1)..<rest.endIndex] }
    let address = rest[(end + 1)...]
    guard open == "[", address.first == "(" else { return scalars[(sign + 1)...end] }
    return scalars[(sign + 1)...(address.firstIndex(of: ")") ?? rest.endIndex - 1)]
  }

  private static func closing(_ open: Unicode.Scalar) -> Unicode.Scalar? {
    switch open {
    case "{": "}"
    case "[": "]"
    case "<": ">"
    case "&": ";"
    default: nil
    }
  }

  /// In Markdown, `![…](…)` is an image, and a heart is no tag.
  private static func isMarkup(_ rest: ArraySlice<Unicode.Scalar>, behind sign: Unicode.Scalar) -> Bool {
    guard "@!#".unicodeScalars.contains(sign), let next = rest.dropFirst().first else { return false }
    let isLetter = isLetterOrDigit(next) && !("0"..."9").contains(next)
    switch rest.first {
    case "{": return sign != "#" && !next.properties.isWhitespace
    case "[":
      let isTag = String(String.UnicodeScalarView(rest.prefix(4))).lowercased() == "[url"
      return isTag || sign != "!" && !next.properties.isWhitespace
    case "<": return isLetter || next == "/" || next == "!"
    default: return isLetter || next == "#"
    }
  }
}
