/// Escapes text for HTML and extracts text from it.
///
/// Both work on Unicode scalars, because HTML recognizes a quote even when a combining accent follows it.
enum HTML {
  private static let inlineTags: Set<Substring> = ["a", "b", "code", "del", "em", "i", "s", "span", "strong", "u"]

  static func escaped(_ text: some StringProtocol) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// The text without tags, for search and filters.
  static func plainText(_ html: String) -> String {
    var text = ""
    var tag: String?
    for scalar in html.unicodeScalars {
      switch (scalar, tag) {
      case ("<", nil): tag = ""
      case (">", let name?):
        if !inlineTags.contains(name.drop { $0 == "/" }.prefix { $0.isLetter }) { text.append(" ") }
        tag = nil
      case (_, nil): text.unicodeScalars.append(scalar)
      default: tag?.unicodeScalars.append(scalar)
      }
    }
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
    return String(
      entities.reduce(text.unicodeScalars) { $0.replacing($1.0.unicodeScalars, with: $1.1.unicodeScalars) })
  }
}
