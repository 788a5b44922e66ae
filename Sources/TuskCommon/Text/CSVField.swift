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

  /// The fields of each record of a file, without empty lines; `nil` if a quote is misplaced or not closed.
  package static func records(in text: String) -> [[String]]? {
    var (records, fields, field) = ([[String]](), [String](), String.UnicodeScalarView())
    var rest = text.unicodeScalars[...]
    if rest.first == "\u{FEFF}" { rest.removeFirst() }
    func finished() -> [String] { fields + [String(field)] }
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"":
        guard field.isEmpty, let (text, after) = quotation(rest) else { return nil }
        (field, rest) = (text, after)
        guard rest.first.map({ ",\r\n".unicodeScalars.contains($0) }) ?? true else { return nil }
      case ",": (fields, field) = (finished(), String.UnicodeScalarView())
      case "\r" where rest.first == "\n": continue
      case "\n":
        if finished() != [""] { records.append(finished()) }
        (fields, field) = ([], String.UnicodeScalarView())
      default: field.append(scalar)
      }
    }
    return finished() == [""] ? records : records + [finished()]
  }

  /// The text of a quoted field, whose first quote was read, and what follows its last one; `nil` if it is not closed.
  private static func quotation(
    _ start: Substring.UnicodeScalarView
  ) -> (String.UnicodeScalarView, Substring.UnicodeScalarView)? {
    var (text, rest) = (String.UnicodeScalarView(), start)
    while let scalar = rest.popFirst() {
      guard scalar == "\"" else {
        text.append(scalar)
        continue
      }
      guard rest.first == "\"" else { return (text, rest) }
      rest.removeFirst()
      text.append("\"")
    }
    return nil
  }
}
