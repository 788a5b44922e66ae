/// A field of CSV (RFC 4180).
package enum CSVField {
  /// A text as one field, in quotes if it needs them.
  package static func quoted(_ text: String) -> String {
    // Compared by scalars, because a quote with a combining mark after it is another character.
    guard text.unicodeScalars.contains(where: { "\",\n\r".unicodeScalars.contains($0) }) else { return text }
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in text.unicodeScalars { quoted.append(contentsOf: scalar == "\"" ? ["\"", "\""] : [scalar]) }
    return String(quoted) + "\""
  }
}
